import { type Sentence, say } from '../../sentence.ts';
import type { Offered } from '../shape/move-choices.ts';
import type { LetterContext, QuestionKind } from '../shape/types.ts';
import { fold } from '../shape/words.ts';
import { type ReadyCommand, readLine } from './line.ts';
import { commandLine } from './undecorated.ts';
import type { Vocabulary } from './vocabulary.ts';
import { firstLine, readPicked, readYesNo } from './yes-no.ts';

/** What a letter leaves open: the command of a yes, and that of a no. */
const LEFT_OPEN: Readonly<
  Partial<
    Record<
      QuestionKind,
      (letterContext: LetterContext) => Record<'yes' | 'no', string | Sentence> | undefined
    >
  >
> = {
  challenge: ({ number }) => ({ yes: `accept ${number}`, no: `decline ${number}` }),
  draw: ({ number }) => ({ yes: `accept ${number} draw`, no: `decline ${number} draw` }),
  undo: ({ number }) => ({ yes: `accept ${number} undo`, no: `decline ${number} undo` }),
  count: ({ number, agreement }) => {
    const move = agreement?.();
    return move === undefined ? undefined : { yes: `move ${number} ${move}`, no: say('counting') };
  },
  offer: ({ offered }) => ({ yes: theOnly(offered) ?? WHICH, no: say('offer-declined') }),
};
const WHICH = say('offer-which');

/** The only command offered, if it is still open. */
const theOnly = (offered: Offered | undefined): string | Sentence | undefined => {
  if (offered?.state === 'past') return say('offer-past');
  const [line, ...others] = offered?.lines ?? [];
  return others.length === 0 ? line : undefined;
};

/** Whether the first line is the move by which a count is agreed to. */
export function isAgreement(
  lines: readonly string[],
  { agreement }: LetterContext,
  vocabulary: Vocabulary,
): boolean {
  const move = agreement?.();
  const line = lines[firstLine(lines, vocabulary)] ?? '';
  return move !== undefined && fold(commandLine(line, vocabulary)) === move;
}

/**
 * The commands by which an answer settles what its letter leaves open, or why there are none; and the lines
 * below.
 */
interface Chosen {
  readonly commands: readonly ReadyCommand[];
  readonly why?: Sentence;
  readonly rest: readonly string[];
}

/** Reads a yes, a no or a pick in reply to what the letter leaves open; undefined for anything else. */
export function readChosen(
  lines: readonly string[],
  letterContext: LetterContext,
  asks: QuestionKind,
  vocabulary: Vocabulary,
): Chosen | undefined {
  const { offered } = letterContext;
  const open = LEFT_OPEN[asks]?.(letterContext);
  if (!open) return undefined;
  const verdict = readYesNo(lines, asks, letterContext, vocabulary);
  const picked =
    offered && !verdict ? readPicked(lines, offered, letterContext, vocabulary) : undefined;
  const rest = verdict?.rest ?? picked?.rest;
  if (!rest) return undefined;
  const [pick = WHICH, ...more] = picked?.lines ?? [];
  const chosen = offered?.state === 'past' ? say('offer-past') : pick;
  const means = verdict ? open[verdict.says === 'no' ? 'no' : 'yes'] : chosen;
  if (typeof means !== 'string') return { commands: [], why: means, rest };
  const all = [means, ...more].map((line) => readLine(line, letterContext));
  const commands = all.filter((line) => line.kind === 'command');
  if (commands.length < all.length) return undefined;
  return concernOneBoard(commands)
    ? { commands: [], why: say('offer-one'), rest }
    : { commands, rest };
}

/** Whether several commands concern one board: one of them makes the others wrong. */
function concernOneBoard(commands: readonly ReadyCommand[]): boolean {
  const boards = commands.flatMap(({ ready }) => ready.board ?? []);
  return new Set(boards).size < boards.length;
}
