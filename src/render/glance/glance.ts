import { findCommand } from '../../command/text/registry.ts';
import { gameOf } from '../../engine/registry.ts';
import { RULES } from '../../engine/shape/ground.ts';
import { type Side, sideOf } from '../../engine/shape/view.ts';
import type { BoardFacts, Choices } from '../../intent.ts';
import { shownLimits } from '../../limits.ts';
import { type Sentence, say, type Wording } from '../../sentence.ts';
import type { BoardPage } from '../board-page.ts';

/** Summarizes a board letter in its first two lines. */
export function glanceAt(facts: BoardFacts, page: BoardPage, translate: Wording) {
  const { turn, title, state, beside, clock, offer, queued, rating, hindsight } = page;
  const mover = facts.past || facts.imagined ? undefined : turn;
  const headlineIndex = mover !== undefined || facts.past ? headlineOf(facts.events) : undefined;
  const headline = headlineIndex === undefined ? undefined : page.events[headlineIndex];
  const news = page.events.filter((_, at) => at !== headlineIndex);
  // Without events, the offer is the reason for the letter.
  const cause = headline ?? (mover === undefined ? undefined : offer);
  const notes = [
    ...beside,
    clock,
    offer === cause ? undefined : offer,
    queued,
    rating,
    hindsight,
  ].filter((note) => note !== undefined);
  /** Whose turn it is and why, or how the match has ended. */
  const line =
    mover === undefined
      ? (headline ?? state)
      : translate(
          cause === undefined
            ? say('glance-turn', { userid: mover })
            : say('glance-told', { userid: mover, told: cause }),
        );
  const past = line === state ? title : `${title}: ${state}`;
  /** The board, and the reader's side. */
  const about = mover !== undefined || facts.outcome ? translate(sideSentence(facts, page)) : past;
  return { line, about, news, notes };
}

/**
 * The index of the event that caused the letter: the last ply, or else the first event, except a remark
 * about the request.
 */
function headlineOf(events: BoardFacts['events']): number | undefined {
  const ply = events.findLastIndex(isPly);
  if (ply >= 0) return ply;
  const first = events.findIndex(({ code }) => code !== 'last-unproven');
  return first >= 0 ? first : undefined;
}

/** Whether an event is a player's move or pass. */
const isPly = ({ facts }: BoardFacts['events'][number]): boolean =>
  'userid' in facts && ('move' in facts || 'ply' in facts);

function lastMove({
  events,
}: Pick<BoardFacts, 'events'>): { readonly mover: string; readonly move: string } | undefined {
  const facts = events.findLast(isPly)?.facts;
  if (!facts || !('move' in facts) || !('userid' in facts)) return undefined;
  return { mover: String(facts.userid), move: String(facts.move) };
}

/** The reader's side; for a spectator that of the player to move, or Black. */
function sideSentence(
  facts: BoardFacts,
  { title, reader, round, turn = facts.black }: BoardPage,
): Sentence {
  const userid = reader === facts.black || reader === facts.white ? reader : turn;
  const colour = userid === facts.black ? 'black' : 'white';
  const { name: side, sign }: Side = sideOf(gameOf(facts.rules), colour);
  const seat = { title, userid, side, sign };
  return facts.outcome
    ? say('glance-side-over', { ...seat, rounds: round })
    : say('glance-side', { ...seat, round });
}

/** The subject of a board letter, as set by its reader; who moves first is named first. */
export function boardSubject(facts: BoardFacts, page: BoardPage, { subject }: Choices): Sentence {
  const { game, board, columns, turn: userid } = page;
  const seats = { game, board, first: page[columns[0]], second: page[columns[1]] };
  if (subject === 'turn' && !facts.past) {
    if (userid === undefined) return overSubject(facts, page, seats);
    const last = lastMove(facts);
    // After a forced pass one player would be named twice.
    return last && last.mover !== userid
      ? say('subject-board-moved', { game, board, userid, ...last })
      : say('subject-board-turn', { ...seats, userid });
  }
  return subject === 'classic' && userid !== undefined
    ? say('subject-board-classic', { game, board, userid })
    : say('subject-board', seats);
}

function overSubject(
  { outcome }: BoardFacts,
  { game, board, black, white }: BoardPage,
  seats: Pick<BoardPage, 'game' | 'board'> & { readonly first: string; readonly second: string },
): Sentence {
  if (outcome?.winner === undefined) return say('subject-board-nobody-won', seats);
  const [winner, loser] = outcome.winner === 'black' ? [black, white] : [white, black];
  return say('subject-board-won', { game, board, winner, loser });
}

export const answerSubject = (commands: readonly (string | undefined)[]): Sentence =>
  say('subject-answer', namedIn(commands));

export const confirmSubject = (commands: readonly string[]): Sentence =>
  say('subject-confirm', namedIn(commands));

/** The first short command, and the number of different ones. */
function namedIn(commands: readonly (string | undefined)[]) {
  const named = [...new Set(commands.flatMap((command) => shortCommand(command ?? '') ?? []))];
  return { command: named[0] ?? '', count: named.length };
}

/**
 * A command shortened for a subject, which bystanders may see: its name and following words, up to the
 * first that is not the server's own. That omits userids, addresses, reasons and other free text, also if a
 * command has normalized it.
 *
 * @param written in the server's own spelling
 * @returns undefined if it is no command
 */
function shortCommand(written: string): string | undefined {
  const found = findCommand(written.split(' '));
  if (!found) return undefined;
  const { command, rest } = found;
  const values = (command.values ?? []).flatMap((value) => value.split(' '));
  const own = new Set<string>([...values, ...RULES]);
  const end = rest.findIndex((word) => !own.has(word) && !isPlace(word));
  const words = end < 0 ? rest : rest.slice(0, end);
  let short = command.name;
  for (const word of words) {
    if (short.length + 1 + word.length > shownLimits.subjectCommandChars) break;
    short += ` ${word}`;
  }
  return short;
}

/** A number (of at most 7 digits, as boards have), a ply, a cell or a move between two. */
const isPlace = (word: string): boolean => /^(?:#?-?\d{1,7}|(?:[a-z]\d\d?[x-]?){1,2})$/.test(word);
