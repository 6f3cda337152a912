import { findCommand } from '../../command/text/registry.ts';
import { gameOf } from '../../engine/registry.ts';
import { RULES } from '../../engine/shape/ground.ts';
import { type Side, sideOf } from '../../engine/shape/view.ts';
import type { BoardFacts, Choices } from '../../intent.ts';
import { preheaderCharsMax, subjectCommandCharsMax } from '../../limits.ts';
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
function lastMove({
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

/** The subject of a board letter, as its reader has chosen. */
export function boardSubject(facts: BoardFacts, page: BoardPage, { subject }: Choices): Sentence {
  const { game, board, black, white, turn: userid } = page;
  if (subject === 'turn' && !facts.past) {
    if (userid === undefined) return overSubject(facts, page);
    const last = lastMove(facts);
    // Who moves again after a forced pass would be named twice.
    return last && last.mover !== userid
      ? say('subject-board-moved', { game, board, userid, ...last })
      : say('subject-board-turn', { game, board, userid, black, white });
  }
  return subject === 'classic' && userid !== undefined
    ? say('subject-board-classic', { game, board, userid })
    : say('subject-board', { game, board, black, white });
}

function overSubject({ outcome }: BoardFacts, { game, board, black, white }: BoardPage): Sentence {
  if (outcome?.winner === undefined) {
    return say('subject-board-nobody-won', { game, board, black, white });
  }
  const [winner, loser] = outcome.winner === 'black' ? [black, white] : [white, black];
  return say('subject-board-won', { game, board, winner, loser });
}

/** What an answer is about, by the commands that it answers. */
export const answerSubject = (commands: readonly (string | undefined)[]): Sentence =>
  say('subject-answer', namedIn(commands));

/** What a question is about, by the commands that wait for the yes. */
export const confirmSubject = (commands: readonly string[]): Sentence =>
  say('subject-confirm', namedIn(commands));

/** The first of them, and how many there are; those that read alike in a subject are one. */
function namedIn(commands: readonly (string | undefined)[]) {
  const named = [...new Set(commands.flatMap((command) => shortCommand(command ?? '') ?? []))];
  return { command: named[0] ?? '', count: named.length };
}

/**
 * A command as a subject may name it, which others see in passing and programs show without being
 * asked: its name, and the words behind it up to the first that is not the server's own. That leaves
 * out userids, addresses, reasons and whatever else somebody has chosen, also where a command has
 * spelled them.
 *
 * @param written in the server's own spelling
 * @returns undefined when no command is written there
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
    if (short.length + 1 + word.length > subjectCommandCharsMax) break;
    short += ` ${word}`;
  }
  return short;
}

/** A number, a ply, a cell or a move between two; no board has a number that is longer. */
const isPlace = (word: string): boolean => /^(?:#?-?\d{1,7}|(?:[a-z]\d\d?[x-]?){1,2})$/.test(word);
