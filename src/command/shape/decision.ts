import type { Section } from '../../intent.ts';
import type { Match } from '../../match/types.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type {
  Audience,
  Command,
  CommandContext,
  CommandFor,
  Decided,
  Decision,
  ParsedCommand,
  PlayerContext,
  Queries,
  Refused,
} from './types.ts';
import { onlyNumber } from './words.ts';

/**
 * A line that was read as a command: its text, and what else is known of it before it is run. The section of
 * its answer repeats the text; a refusal, which anybody may have caused, leaves the writer's own words out.
 */
export const parsed = <Context extends CommandContext = PlayerContext>(
  line: string | Omit<ParsedCommand, 'run'>,
  run: (context: Context) => Decision,
): Result<ParsedCommand<Context>, never> => {
  const read = typeof line === 'string' ? { text: line } : line;
  return ok({
    ...read,
    run(context) {
      const decision = run(context);
      if (!decision.section) return decision;
      const { text, textWithoutComment = text } = read;
      const understood = decision.refused ? textWithoutComment : text;
      return { ...decision, section: { understood, ...decision.section } };
    },
  });
};

type ContextOf<To extends Audience> = To extends 'player' ? PlayerContext : CommandContext;

/**
 * A command that consists of its name.
 *
 * @param wrong what is said to a line with further words
 */
export const plainCommand = <To extends Audience>(
  command: Omit<CommandFor<To, never>, 'read' | 'usage' | 'example'> & { readonly usage?: string },
  decide: (context: ContextOf<To>) => Decision,
  {
    wrong = say('no-words-wanted', { command: command.name }),
    ...line
  }: { readonly wrong?: Sentence; readonly wantsText?: true } = {},
): CommandFor<To, ContextOf<To>> => ({
  usage: command.name,
  ...command,
  example: command.name,
  read: ({ words }) =>
    words.length > 0 ? err(wrong) : parsed({ text: command.name, ...line }, decide),
});

/**
 * A player's command that consists of its name and the number of a board. With the need `proof-as-shown`, it
 * is about the board as the answered letter shows it.
 */
export const boardCommand = (
  { name, ...command }: Pick<Command, 'name' | 'aliases' | 'summary' | 'need' | 'takesComment'>,
  decide: (match: Match, context: PlayerContext) => Decision,
): Command => ({
  name,
  ...command,
  usage: `${name} N`,
  example: `${name} 12`,
  audience: 'player',

  read(line, letterContext) {
    const board = onlyNumber(line, letterContext);
    if (board === undefined) return err(say('board-number-missing', { command: name }));
    const shown = command.need === 'proof-as-shown' && { board };
    return parsed({ text: `${name} ${board}`, ...shown }, (context) => {
      const match = context.queries.match(board);
      return match ? decide(match, context) : refuse(say('no-such-board', { board }));
    });
  },
});

/** Refuses a command, with the reason. */
export const refuse = (reason: Sentence, board?: Section['board']): Refused =>
  refuseWith({ says: [reason], ...(board && { board }) });

/** Refuses a command, with a full section. */
export const refuseWith = (section: Section): Refused => ({ refused: true, section });

/** Answers a request for information. */
export const tell = (section: Section): Decided => ({ section });

/**
 * Asks whether some commands are meant, each of which is a link. None is carried out; a yes, or the number of
 * one of several, will be the command.
 *
 * @param lines in our own spelling, at least one
 * @param why the error in what was written, if any
 */
export function offerCommands(
  [first = '', ...others]: readonly string[],
  {
    proven,
    queries,
  }: Pick<CommandContext, 'proven'> & { readonly queries: Pick<Queries, 'match'> },
  why?: Sentence,
): Section {
  const answers = [first, ...others];
  const count = answers.length;
  // A `name` command can be carried out together with the other one.
  const mayBeBoth = proven && count === 2 && first.startsWith('name ');
  return {
    understood: undefined,
    says: [
      ...(why ? [why] : []),
      ...(count === 1
        ? [say('did-you-mean', { line: first })]
        : [
            say('did-you-mean-which'),
            ...answers.map((line, at) => say('offer-line', { number: proven ? at + 1 : 0, line })),
          ]),
      say(proven ? 'offer-how' : 'offer-typed', { count }),
      ...(mayBeBoth ? [say('offer-both')] : []),
    ],
    answers,
    offers: answers.flatMap((line) => {
      const match = queries.match(Number(BOARD.exec(line)?.[1] ?? 0));
      return match ? [[match.board, match.revision] as const] : [];
    }),
    ...asksWithoutProof({ proven }),
  };
}

/** The board in a command in our own spelling. */
const BOARD = /^[a-z ]+ (\d+)(?= |$)/;

/** Without proof of the writer, links ask before an act that cannot be undone. */
export const asksWithoutProof = ({
  proven,
}: Pick<CommandContext, 'proven'>): Pick<Section, 'asks'> => (proven ? {} : { asks: true });
