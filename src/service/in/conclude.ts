import { readFresh, readReply } from '../../command/text/read.ts';
import { letterBytesMax, oneMebibyte } from '../../limits.ts';
import { senderVerdict } from '../../mail/authentication-results.ts';
import { automaticReason, RELAYED } from '../../mail/automatic.ts';
import { fingerprint, tokenText } from '../../mail/fingerprint.ts';
import type { Letter } from '../../mail/letter.ts';
import { linesAboveToken, replyToken } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import { isProven, type Proof } from '../../player/proof.ts';
import type { Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import {
  duplicateOf,
  type End,
  finishLetter,
  type Likeness,
  replaceRaw,
  type Stored,
} from '../../store/letters/inbox.ts';
import { sayBack } from '../do/answer.ts';
import { carryOut, UNHEARD } from '../do/carry-out.ts';
import { confirm, typesCommand } from '../do/confirm.ts';
import { countUnproven } from '../do/in-your-name.ts';
import { answerOutdated } from '../do/outdated.ts';
import { isFor, learnEpoch, worthOf } from '../do/reply-token.ts';
import { asPlayer, chargedWith, isStranger, type Sender, senderOf } from '../do/sender.ts';
import { heardFrom } from '../due/suspend.ts';
import type { Shell } from '../shell/shell.ts';
import type { ParseFailure } from '../thread/parser.ts';
import { tellUnread } from './give-up.ts';
import { introduce } from './introduce.ts';
import { answerInvited } from './invited.ts';
import { checkClaim, isOwnClaim, type Opened } from './passwords.ts';
import { takeReturned } from './returned.ts';
import { isOwned, tellUnused } from './unused.ts';

/** A letter that has been taken apart, as far as that was possible. */
export interface Parsed {
  readonly id: number;
  readonly stored: Stored;
  readonly opened: Result<Opened, ParseFailure>;
  /** What is kept instead of its bytes; undefined where those may stay. */
  readonly kept: Uint8Array | undefined;
}

/** Decides about a letter and gives it its terminal state, within a transaction. */
export function conclude(shell: Shell, { id, stored, opened, kept }: Parsed): End {
  const { db, time, crash } = shell;
  const likeness = opened.ok ? likenessOf(shell, opened.value.letter) : NOTHING_KNOWN;
  const first = duplicateOf(db, id, stored.hash, likeness);
  const end: End =
    first !== undefined
      ? { state: 'ignored', reason: `the same as ${first}` }
      : opened.ok
        ? (takeReturned(shell, stored.raw, opened.value.letter) ??
          answer(shell, id, opened.value, stored))
        : { state: 'put-aside', reason: stored.cutBytes === null ? opened.error : TOO_LARGE };
  finishLetter(db, id, { ...end, ...likeness, sameAs: first }, time.now());
  if (kept) replaceRaw(db, id, kept);
  // A busy machine is slow with good letters, too; the other forms no mail program makes.
  const maybeOurs = !opened.ok && opened.error === 'reading took too long';
  if (maybeOurs && first === undefined) tellUnread(shell, id, stored);
  if (first === undefined) {
    tellUnused(shell, id, stored, end.reason, opened.ok ? opened.value.letter : undefined);
  }
  crash.reach('read: concluded');
  return end;
}

const likenessOf = ({ address: own, secrets }: Shell, letter: Letter): Likeness => ({
  fingerprint: fingerprint(letter),
  token: tokenText(letter, own, secrets),
});

/** Of a letter that could not be taken apart. */
const NOTHING_KNOWN: Likeness = { fingerprint: undefined, token: undefined };

/** Screens a letter, finds out who wrote it, and does what it says. */
function answer(
  shell: Shell,
  inboxId: number,
  { letter, passwords }: Opened,
  { cutBytes, arrivedAt }: Stored,
): End {
  const { db, address: own, secrets } = shell;
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const address = letter.sender.value;
  const from = senderOf(shell, { inboxId, messageId: letter.messageId, address, arrivedAt });
  const token = replyToken(letter, own, secrets);
  const known = token.ok ? tokenFor(shell, token.value, from) : undefined;
  const automatic = automaticReason(letter, address, own);
  // What carries a token comes from a person also by a relay.
  if (automatic !== undefined && !(automatic === RELAYED && known)) {
    return { state: 'ignored', reason: automatic };
  }
  const found = senderVerdict(letter.fields, address, shell.authserv);
  if (known) learnEpoch(db, known);
  const shownBy = known && worthOf(db, known) === 'counts' ? known : undefined;
  if (found === 'fail' && !shownBy && !passwords?.claim) return FORGED;
  if (!isStranger(from)) heardFrom(shell, address);
  // Whoever has the token has got our letter, so it is answered like a proven one.
  const asker = shownBy ? chargedWith(from, 'token') : from;
  if (cutBytes !== null) return tooLarge(shell, asker);
  if (!token.ok) return sayToPlayer(shell, from, say(token.error));
  const answered = token.value;
  if (answered?.purpose === 'held' && !typesCommand(shell, from, answered, letter.lines)) {
    if (worthOf(db, answered) !== 'counts') return sayBack(shell, from, say('confirm-too-late'));
    const end = confirm(shell, asker, answered.number, letter.lines, passwords?.newHash);
    return end === UNHEARD ? asStranger(shell, from, letter, answered) : end;
  }
  if (shownBy?.purpose === 'invitation' && !passwords?.claim) {
    return answerInvited(shell, from, shownBy.number, letter);
  }
  const shown: Proof = found === 'pass' ? { kind: 'sender' } : proofOf(shownBy);
  const claimed = passwords?.claim && checkClaim(shell, passwords.claim, address);
  if (claimed && !claimed.ok) {
    // Whoever has another proof needs no password, and is not kept waiting by those of others.
    const needless =
      claimed.error.code === 'password-wait' &&
      isProven(shown.kind) &&
      isOwnClaim(passwords.claim, from.player);
    if (!needless) {
      return found === 'fail' && !shownBy ? FORGED : sayToPlayer(shell, from, claimed.error);
    }
  }
  const byPassword = claimed?.ok ? claimed.value : undefined;
  const sender = byPassword ? asPlayer(from, byPassword) : from;
  // A token that was made for somebody else opens nothing, whoever carries it here.
  const mine = tokenFor(shell, answered, sender);
  const worth = mine && worthOf(db, mine);
  const told = mine && worth && !byPassword && answerOutdated(shell, sender, mine, worth);
  if (told) return told;
  const text = { subject: letter.subject, lines: linesAboveToken(letter.lines, secrets) };
  const place = placeOf(worth === 'lost' ? undefined : mine);
  const orders = mine && !passwords?.inSubject ? readReply(text, place) : readFresh(text);
  const all = { ...orders, laterLines: letter.laterLines, passwordHash: passwords?.newHash };
  const proof: Proof = byPassword ? { kind: 'password' } : shown;
  const end = carryOut(shell, sender, all, place, proof);
  if (!isProven(proof.kind)) countUnproven(shell, from);
  return end === UNHEARD ? asStranger(shell, sender, letter, answered) : end;
}

/** Of a letter in which nobody whom we know has asked for anything: whose token is it, if it has one? */
const asStranger = (shell: Shell, sender: Sender, letter: Letter, token: Token | undefined): End =>
  token && isOwned(shell, token)
    ? { state: 'ignored', reason: 'another address' }
    : introduce(shell, sender, letter);

/** Our mail host says that it does not come from where it says, and nothing else says that it does. */
const FORGED: End = { state: 'ignored', reason: 'dmarc=fail' };

/** The token, where it was made for this sender. */
const tokenFor = ({ db }: Shell, token: Token | undefined, sender: Sender): Token | undefined =>
  token && isFor(db, token, sender) ? token : undefined;

/** Says why nothing was done, but not to strangers. */
const sayToPlayer = (shell: Shell, sender: Sender, sentence: Sentence): End =>
  isStranger(sender)
    ? { state: 'ignored', reason: sentence.code }
    : sayBack(shell, sender, sentence);

const TOO_LARGE = 'too large';

/** Nothing is known of a letter but its header: a player is told, and nobody else. */
function tooLarge(shell: Shell, sender: Sender): End {
  const mebibytes = letterBytesMax / oneMebibyte;
  if (sender.player) sayBack(shell, sender, say('too-large', { mebibytes }));
  return { state: 'put-aside', reason: TOO_LARGE };
}

function proofOf(token: Token | undefined): Proof {
  // Only who was asked has got the question.
  if (token?.purpose === 'account' || token?.purpose === 'held') return { kind: 'account' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

function placeOf(token: Token | undefined) {
  return {
    // Of a question it is that of no board.
    number: token?.purpose === 'held' ? undefined : token?.number || undefined,
    revision: token?.purpose === 'board' ? token.revision : undefined,
  };
}
