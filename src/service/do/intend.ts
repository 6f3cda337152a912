import { chargeTo, letterQueueOf } from '../../budget/charge.ts';
import { lessonLines } from '../../command/letters/footer.ts';
import { boardsAgain } from '../../command/letters/letters.ts';
import type { Change } from '../../command/shape/types.ts';
import { gameOf } from '../../engine/registry.ts';
import type { BoardFacts, Intent, Message, Recipient, ReplyPurpose } from '../../intent.ts';
import { makeBase32, makeToken, type Token } from '../../mail/token.ts';
import { forcedPlies } from '../../match/by-rules.ts';
import { makeRating, ratingAt } from '../../match/rating.ts';
import type { Match } from '../../match/types.ts';
import { addressKey } from '../../player/address.ts';
import type { Player } from '../../player/settings.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
import { intend } from '../../store/letters/outbox.ts';
import { askedAddressKey } from '../../store/letters/pending.ts';
import { invitationLanguage } from '../../store/people/addresses.ts';
import {
  epochOf,
  playerById,
  playerByUserid,
  putTutorialBoard,
  takePasswordsNotice,
  tutorialBoardOf,
} from '../../store/people/players.ts';
import { matchOf, shownAt, shownHashOf } from '../../store/play/matches.ts';
import { changesOf, storedRating } from '../../store/play/ratings.ts';
import { progressOf } from '../../store/puzzle/puzzles.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { type Cause, freeUserid } from './sender.ts';

/** Random bytes that make a Message-ID unique, after the reply token. */
const UNIQUE_BYTES = 10;

/**
 * Adds the rating line to a letter: the changes at the end of a match, or the current ratings if a board is
 * shown or begins. Call after all changes of the transaction are written.
 */
function withRatings(db: Database, message: Message, now: number): Message {
  if (message.kind !== 'board' && message.kind !== 'show') return message;
  const rating = ratingLine(db, message.kind, message.facts, now);
  return rating ? ({ ...message, facts: { ...message.facts, rating } } as Message) : message;
}

function ratingLine(
  db: Database,
  kind: 'board' | 'show',
  { board, rules, revision, past, outcome, black, white }: BoardFacts,
  now: number,
): Sentence | undefined {
  if (past) return undefined;
  if (outcome) {
    const [ofBlack, ofWhite] = changesOf(db, board);
    if (!ofBlack || !ofWhite) return undefined;
    const ratings = {
      blackBefore: makeRating(ofBlack.before),
      blackAfter: makeRating(ofBlack.after),
      whiteBefore: makeRating(ofWhite.before),
      whiteAfter: makeRating(ofWhite.after),
    };
    return say('rating-changed', { black, white, ...ratings, ...provisionalOf(ratings) });
  }
  const later = kind === 'board' && revision > 1;
  if (later && !gameOf(rules).isPass) return undefined;
  const match = matchOf(db, board);
  if (!match?.rated || (later && !beganWithPasses(match))) return undefined;
  const ratings = [match.black, match.white].map(({ id }) => storedRating(db, id, match.rules));
  // Nothing to tell if neither player is rated.
  if (ratings.every((each) => each === undefined)) return undefined;
  const [ofBlack, ofWhite] = ratings.map((each) => makeRating(ratingAt(each, now)));
  const shown = { blackNow: ofBlack ?? '', whiteNow: ofWhite ?? '' };
  return say('rating-now', { black, white, ...shown, ...provisionalOf(shown) });
}

/** Whether a rating has the mark of one that is provisional. */
const provisionalOf = (
  ratings: Readonly<Record<string, string>>,
): { readonly provisional: 'yes' | 'no' } => ({
  provisional: Object.values(ratings).some((rating) => rating.includes('?')) ? 'yes' : 'no',
});

/** Whether every ply so far was a forced pass. */
const beganWithPasses = (match: Match): boolean =>
  match.revision === match.moves.length + 1 && forcedPlies(match).size === match.moves.length;

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
  const hasOffers = sections.some((section) => section.offers);
  const nonce = hasOffers ? random.bytes(OFFER_NONCE_BYTES, 'offer') : undefined;
  const token = replyTokenFor(shell, to, reply, nonce && Buffer.from(nonce).readUInt32BE());
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
    message: withChoices(db, to, withLesson(shell, to, withGone(db, to, rated))),
    replyToken: token,
    inReplyTo: original?.messageId,
    automatic: original ? ('auto-replied' as const) : ('auto-generated' as const),
    createdAt: time.now(),
  };
  const letterQueue = letterQueueOf({ kind: message.kind, board }, charge);
  let messageId = newMessageId();
  // A letter that is read again draws the same random bytes, so the Message-ID may be taken.
  while (!intend(db, { ...intended, messageId }, charge, letterQueue, dueAt))
    messageId = newMessageId();
  return messageId;
}

/** Ties a reply to the offers of exactly this letter. */
const OFFER_NONCE_BYTES = 4;

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
  shell: Shell,
  { playerId, userid, address, choices }: Recipient,
  message: Message,
): Message {
  const { db } = shell;
  if (message.kind !== 'board' || playerId === undefined || userid === undefined) return message;
  const { facts } = message;
  // The first board is against the robot.
  if (!facts.robot) return message;
  const first = tutorialBoardOf(db, playerId);
  if (first?.board !== facts.board) return message;
  const suggested = first.announcesUserid ? freeUserid(shell, address) : undefined;
  const wants = choices?.['tips'] !== 'no';
  const { says, progress } = lessonLines(first, facts, userid, suggested, wants);
  putTutorialBoard(db, playerId, { board: first.board, ...progress });
  return says.length > 0 ? { ...message, facts: { ...facts, lessons: says } } : message;
}

/**
 * Adds the current settings, with which the letter will be rendered. Only the next letter explains to a former
 * user of passwords that none is needed.
 */
function withChoices(db: Database, { playerId, choices }: Recipient, message: Message): Message {
  if (!choices) return message;
  const { passwords, ...others } = choices;
  const isNext = passwords && playerId !== undefined && takePasswordsNotice(db, playerId);
  const frozen = isNext ? choices : others;
  return { ...message, facts: { ...message.facts, choices: frozen } } as Message;
}

/**
 * The reply token of a letter decided now; empty if a reply has no purpose.
 *
 * @param offer a random number if the letter offers commands
 */
export function replyTokenFor(
  { db, secrets }: Pick<Shell, 'db' | 'secrets'>,
  { playerId: player = 0 }: Recipient,
  reply: ReplyPurpose,
  offer = 0,
): string {
  if (reply.purpose === 'none') return '';
  const { purpose, number } = reply;
  const revision = purpose === 'board' || purpose === 'puzzle' ? reply.revision : 0;
  const asks = purpose === 'board' || purpose === 'account' ? reply.asks : undefined;
  const named = { purpose, player, number, revision, ...(asks && { asks }) };
  const { shown, epoch } = stateOf(db, named);
  const made = { ...named, epoch, offer, ...(shown !== undefined && { shown }) };
  return makeToken(made, secrets);
}

/**
 * The status of a token of ours: it `counts`; its player `ended` it; or what its letter showed is `lost`,
 * because an older database was restored, and its number may have another owner.
 */
export type TokenStatus = 'counts' | 'ended' | 'lost';

/** The status of a token signed by us. */
export function tokenStatus(db: Database, token: Token): TokenStatus {
  const { shown, epoch } = stateOf(db, token);
  if (token.shown !== shown) return 'lost';
  return (token.epoch ?? 0) < epoch ? 'ended' : 'counts';
}

/** Whether a token belongs to the sender in the From header. */
export function tokenBelongsTo(
  db: Database,
  { purpose, player, number }: Token,
  sender: {
    readonly address: string;
    readonly player: Player | undefined;
    readonly admin: boolean;
  },
): boolean {
  if (player !== 0 || sender.player) return player === sender.player?.id;
  if (purpose === 'held') return askedAddressKey(db, number) === addressKey(sender.address);
  if (purpose === 'invitation') return invitationLanguage(db, number, sender.address) !== undefined;
  return sender.admin;
}

/** What the token of a letter must agree with. */
interface TokenState {
  /**
   * The fingerprint of what its letter showed; undefined if an older version wrote it: tokens of that time name
   * only number and revision, and later tokens do not match it. -1 if it does not exist: no token has that.
   */
  readonly shown: number | undefined;
  /** Of its player. */
  readonly epoch: number;
}

function stateOf(db: Database, token: Token): TokenState {
  const { purpose, player, number, revision } = token;
  if (revision > 0 && (purpose === 'board' || purpose === 'account')) {
    const { epoch, reached = 0, hash } = shownAt(db, player, number, revision);
    return { shown: revision > reached ? NOWHERE : hash, epoch };
  }
  return { shown: shownOf(db, token), epoch: epochOf(db, player) };
}

function shownOf(db: Database, token: Token): number | undefined {
  const { purpose, player, number, revision, shown } = token;
  if (purpose === 'account' || purpose === 'board') return shownHashOf(db, number);
  if (purpose !== 'puzzle') return undefined;
  const now = progressOf(db, player, number);
  if (!now || revision > now.revision) return NOWHERE;
  // Earlier states are not kept: the reply makes no try, and is answered with the current state.
  return revision < now.revision ? shown : (now.shown ?? undefined);
}

const NOWHERE = -1;

export const playersWithEndedTokens = (changes: readonly Change[]): readonly number[] =>
  changes.flatMap((change) => (change.do === 'end-tokens' ? change.playerId : []));

/** Sends players their boards again after their tokens ended, once all changes are written. */
export function sendBoardsAgain(shell: Shell, playerIds: Iterable<number>, cause: Cause): void {
  const { db, time } = shell;
  for (const playerId of playerIds) {
    const player = playerById(db, playerId);
    const letters = player ? boardsAgain(player, queriesOf(db, time.now())) : [];
    for (const letter of letters) intendLetter(shell, letter, cause);
  }
}
