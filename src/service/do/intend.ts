import { type Charge, chargeTo, letterQueueOf } from '../../budget/charge.ts';
import { lessonLines } from '../../command/letters/footer.ts';
import type { Intent, Message, Recipient } from '../../intent.ts';
import { makeBase32 } from '../../mail/token.ts';
import type { Proof } from '../../player/proof.ts';
import type { Database } from '../../store/file/database.ts';
import { intend } from '../../store/letters/outbox.ts';
import {
  playerByUserid,
  putTutorialBoard,
  takePasswordsNotice,
  tutorialBoardOf,
} from '../../store/people/players.ts';
import type { Shell } from '../shell/shell.ts';
import { withRatings } from './rate.ts';
import { replyTokenFor } from './reply-token.ts';

/** The letter that caused another one. */
export interface Cause {
  readonly inboxId: number;
  readonly messageId: string | undefined;
  readonly address: string;
  /** The proof that it showed, once known. */
  readonly proof?: Proof['kind'];
  /** The account charged for what it causes. */
  readonly charge: Charge;
}

/** Random bytes that make a Message-ID unique, after the reply token. */
const UNIQUE_BYTES = 10;

/**
 * Stores a letter to be sent, in the transaction that decided it, with its recipient, its content, and the
 * Message-ID that it keeps on every try.
 *
 * @param cause is charged for it; `clock` if no letter caused it
 * @param dueAt UTC milliseconds; 0: at once
 * @returns the Message-ID, without angle brackets
 */
export function intendLetter(
  shell: Shell,
  intent: Intent,
  cause: Cause | 'clock',
  dueAt = 0,
): string {
  const { db, address, time, random } = shell;
  const { to, message, reply } = intent;
  const { sections = [] } = message.kind === 'answer' ? message.facts : {};
  const offers = sections.some((section) => section.offers);
  const offer = offers ? random.bytes(OFFER_BYTES, 'offer') : undefined;
  const token = replyTokenFor(shell, to, reply, offer && Buffer.from(offer).readUInt32BE());
  const host = address.slice(address.lastIndexOf('@') + 1);
  const newMessageId = (): string =>
    `${token === '' ? 'turnpost' : token}.${makeBase32(random.bytes(UNIQUE_BYTES, 'letter'))}@${host}`;
  const letter = cause === 'clock' ? undefined : cause;
  const original = letter?.address === to.address ? letter : undefined;
  const charge = letter?.charge ?? chargeTo(undefined, 'clock', time.now());
  const board =
    message.kind === 'board' || message.kind === 'show' ? message.facts.board : undefined;
  const rated = withRatings(db, message, time.now());
  const intended = {
    inboxId: letter?.inboxId,
    playerId: to.playerId,
    userid: to.userid,
    address: to.address,
    language: to.language,
    board,
    message: withChoices(db, to, withLesson(db, to, withGone(db, to, rated))),
    replyToken: token,
    inReplyTo: original?.messageId,
    automatic: original ? ('auto-replied' as const) : ('auto-generated' as const),
    createdAt: time.now(),
  };
  const letterQueue = letterQueueOf({ kind: message.kind, board }, charge);
  let messageId = newMessageId();
  // A letter that is read again draws the same bytes.
  while (!intend(db, { ...intended, messageId }, charge, letterQueue, dueAt))
    messageId = newMessageId();
  return messageId;
}

const OFFER_BYTES = 4;

/**
 * Marks the end of a match whose opponent has no account: closed, or never made, as in an imported archive.
 * Call after all changes are written, as with ratings.
 */
function withGone(db: Database, { userid }: Recipient, message: Message): Message {
  if (message.kind !== 'board' && message.kind !== 'show') return message;
  const { black, white, outcome, robot } = message.facts;
  if (!outcome || robot || (userid !== black && userid !== white)) return message;
  if (playerByUserid(db, userid === black ? white : black)) return message;
  return { ...message, facts: { ...message.facts, opponentGone: true } };
}

/**
 * Adds a lesson to a letter about the player's first board, and records it as taught. Call within the
 * transaction that decides the letter.
 */
function withLesson(
  db: Database,
  { playerId, userid, choices }: Recipient,
  message: Message,
): Message {
  if (message.kind !== 'board' || playerId === undefined || userid === undefined) return message;
  const { facts } = message;
  // The first board is against the robot.
  if (!facts.robot) return message;
  const first = tutorialBoardOf(db, playerId);
  if (first?.board !== facts.board) return message;
  const { says, progress } = lessonLines(first, facts, userid, choices?.['tips'] !== 'no');
  putTutorialBoard(db, playerId, { board: first.board, ...progress });
  return says.length > 0 ? { ...message, facts: { ...facts, lessons: says } } : message;
}

/**
 * Stores the settings of now, by which the letter will be rendered. Only the next letter explains to a former
 * user of passwords that none is needed.
 */
function withChoices(db: Database, { playerId, choices }: Recipient, message: Message): Message {
  if (!choices) return message;
  const { passwords, ...others } = choices;
  const isNext = passwords && playerId !== undefined && takePasswordsNotice(db, playerId);
  const frozen = isNext ? choices : others;
  return { ...message, facts: { ...message.facts, choices: frozen } } as Message;
}
