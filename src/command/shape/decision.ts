import type { Section } from '../../intent.ts';
import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type {
  CommandContext,
  Decided,
  Decision,
  ParsedCommand,
  PlayerContext,
  Queries,
  Refused,
} from './types.ts';

/** A line that was read as a command: its text, and what else is known of it before it is run. */
export const parsed = <Context extends CommandContext = PlayerContext>(
  line: string | Omit<ParsedCommand, 'run'>,
  run: (context: Context) => Decision,
): Result<ParsedCommand<Context>, never> =>
  ok(typeof line === 'string' ? { text: line, run } : { ...line, run });

/** Refuses a command, with the reason. */
export const refuse = (
  understood: string | undefined,
  reason: Sentence,
  board?: Section['board'],
): Refused => refuseWith({ understood, says: [reason], ...(board && { board }) });

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
  // A name goes with anything.
  const isBoth = proven && count === 2 && first.startsWith('name ');
  return {
    understood: undefined,
    says: [
      ...(why ? [why] : []),
      say('did-you-mean', { line: first }),
      ...others.map((line, at) => say('or-did-you-mean', { number: at + 2, line })),
      say(proven ? 'offer-how' : 'offer-typed', { count }),
      ...(isBoth ? [say('offer-both')] : []),
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
