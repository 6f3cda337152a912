import { gameOf } from '../../engine/registry.ts';
import { type Side, sideOf } from '../../engine/shape/sides.ts';
import type { BoardFacts } from '../../intent.ts';
import { preheaderCharsMax } from '../../limits.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { BoardPage } from '../board-page.ts';

/** What a reader sees of a board letter at once. */
export interface Glance {
  /** The first line: whose turn it is and what has brought it about, or how the match has ended. */
  readonly line: string;
  /** The second: which board it is, and what the reader plays there. */
  readonly about: string;
  /** What else has happened. */
  readonly news: readonly string[];
  /** What waits on the board, as far as the first line has not told it. */
  readonly notes: readonly string[];
}

type Words = (sentence: Sentence) => string;

/**
 * Puts what a board letter is about into its first two lines.
 *
 * @param page the same letter
 * @param words turns sentences into the reader's language, with the reader as `you`
 */
export function glanceAt(facts: BoardFacts, page: BoardPage, words: Words): Glance {
  const { turn, title, state, clock, offer, queued, rating, hindsight } = page;
  const isLive = turn !== undefined && !facts.past && !facts.imagined;
  const head = isLive || facts.past ? headlineOf(facts.events) : undefined;
  const headline = head === undefined ? undefined : page.events[head];
  const news = page.events.filter((_, at) => at !== head);
  // Where nothing else has happened, an offer is why the letter comes.
  const told = headline ?? (isLive ? offer : undefined);
  const notes = [clock, offer === told ? undefined : offer, queued, rating, hindsight].filter(
    (note) => note !== undefined,
  );
  if (!isLive) {
    const line = headline ?? state;
    const about = facts.outcome ? words(seatOf(facts, page)) : `${title}: ${state}`;
    return { line, about: line === state && !facts.outcome ? title : about, news, notes };
  }
  const line = words(
    told === undefined
      ? say('glance-turn', { userid: turn })
      : say('glance-told', { userid: turn, told }),
  );
  return { line, about: words(seatOf(facts, page)), news, notes };
}

/**
 * Which of the events is why the board comes: the last ply, or else what has happened first. What is
 * said of the letter that asked for it is none.
 */
function headlineOf(events: BoardFacts['events']): number | undefined {
  const ply = events.findLastIndex(isPly);
  if (ply >= 0) return ply;
  const first = events.findIndex(({ code }) => code !== 'last-unproven');
  return first >= 0 ? first : undefined;
}

/** Whether an event tells of a move, or of a pass, that somebody has made. */
const isPly = ({ facts }: BoardFacts['events'][number]): boolean =>
  'userid' in facts && ('move' in facts || 'ply' in facts);

/** The last move that the events tell of, and who made it. */
export function lastMove({
  events,
}: Pick<BoardFacts, 'events'>): { readonly mover: string; readonly move: string } | undefined {
  const facts = events.findLast(isPly)?.facts;
  if (!facts || !('move' in facts) || !('userid' in facts)) return undefined;
  return { mover: String(facts.userid), move: String(facts.move) };
}

/** What the reader plays, or for somebody who looks on, whoever is to move, or Black. */
function seatOf(facts: BoardFacts, { title, reader, turn = facts.black }: BoardPage): Sentence {
  const userid = reader === facts.black || reader === facts.white ? reader : turn;
  const colour = userid === facts.black ? 'black' : 'white';
  const { name: side, sign }: Side = sideOf(gameOf(facts.rules), colour);
  const seat = { title, userid, side, sign };
  const plies = facts.moves.length;
  return facts.outcome
    ? say('glance-side-over', { ...seat, plies })
    : say('glance-side', { ...seat, ply: plies + 1 });
}

/**
 * What lists of letters show beside the subject: the first line, and the words that came along.
 *
 * @param whose says whose words they are
 */
export function preheaderOf(line: string, whose: string, comment: BoardFacts['comment']): string {
  if (!comment) return line;
  const words = comment.text.replace(/\s+/g, ' ').trim();
  const text = `${line} ${whose} ${words}`;
  if (text.length <= preheaderCharsMax) return text;
  // Not between the halves of a surrogate pair.
  return `${text.slice(0, preheaderCharsMax).replace(/[\ud800-\udbff]$/, '')}...`;
}
