import { readFresh, readReply } from '../../command/text/read.ts';
import { letterBytesMax, oneMebibyte } from '../../limits.ts';
import { isVerifiedSender } from '../../mail/authentication-results.ts';
import { automaticReason } from '../../mail/automatic.ts';
import { fingerprint, tokenText } from '../../mail/fingerprint.ts';
import type { Letter } from '../../mail/letter.ts';
import { linesAboveToken, replyToken } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import type { Proof } from '../../player/proof.ts';
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
import { carryOut } from '../do/carry-out.ts';
import { confirm } from '../do/confirm.ts';
import { asPlayer, chargedWith, isStranger, type Sender, senderOf } from '../do/sender.ts';
import { heardFrom } from '../due/suspend.ts';
import type { Shell } from '../shell/shell.ts';
import type { ParseFailure } from '../thread/parser.ts';
import { tellUnread } from './give-up.ts';
import { checkClaim, type Opened } from './passwords.ts';
import { takeReturned } from './returned.ts';

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
        : { state: 'put-aside', reason: opened.error };
  finishLetter(db, id, { ...end, ...likeness, sameAs: first }, time.now());
  if (kept) replaceRaw(db, id, kept);
  // A busy machine is slow with good letters, too; the other forms no mail program makes.
  const maybeOurs = !opened.ok && opened.error === 'reading took too long';
  if (maybeOurs && first === undefined) tellUnread(shell, id, stored);
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
  const { address: own, secrets } = shell;
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const address = letter.sender.value;
  const automatic = automaticReason(letter, address, own);
  if (automatic !== undefined) return { state: 'ignored', reason: automatic };

  const from = senderOf(shell, { inboxId, messageId: letter.messageId, address, arrivedAt });
  if (!isStranger(from)) heardFrom(shell, address);
  if (cutBytes !== null) return tooLarge(shell, from);
  const token = replyToken(letter, own, secrets);
  if (!token.ok) return sayToPlayer(shell, from, say(token.error));
  if (token.value?.purpose === 'held') {
    // Whoever has it has got our question, if it is the one to this player.
    const asked = token.value.player === (from.player?.id ?? 0);
    const asker = asked ? chargedWith(from, 'token') : from;
    return confirm(shell, asker, token.value.number, letter.lines, passwords?.newHash);
  }
  const claimed = passwords?.claim && checkClaim(shell, passwords.claim, address);
  if (claimed && !claimed.ok) return sayToPlayer(shell, from, claimed.error);
  const sender = claimed ? asPlayer(from, claimed.value) : from;
  // A token that was made for somebody else opens nothing, whoever carries it here.
  const mine = token.value?.player === sender.player?.id ? token.value : undefined;
  const text = { subject: letter.subject, lines: linesAboveToken(letter.lines, secrets) };
  const place = placeOf(mine);
  const orders = mine && !passwords?.inSubject ? readReply(text, place) : readFresh(text);
  const all = { ...orders, laterLines: letter.laterLines, passwordHash: passwords?.newHash };
  const verified = isVerifiedSender(letter.fields, address, shell.authserv);
  const shown: Proof = verified ? { kind: 'sender' } : proofOf(mine);
  return carryOut(shell, sender, all, place, claimed ? { kind: 'password' } : shown);
}

/** Says why nothing was done, but not to strangers. */
const sayToPlayer = (shell: Shell, sender: Sender, sentence: Sentence): End =>
  isStranger(sender)
    ? { state: 'ignored', reason: sentence.code }
    : sayBack(shell, sender, sentence);

/** Nothing is known of a letter but its header: a player is told, and nobody else. */
function tooLarge(shell: Shell, sender: Sender): End {
  const mebibytes = letterBytesMax / oneMebibyte;
  if (sender.player) sayBack(shell, sender, say('too-large', { mebibytes }));
  return { state: 'put-aside', reason: 'too large' };
}

function proofOf(token: Token | undefined): Proof {
  if (token?.purpose === 'account') return { kind: 'account' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

function placeOf(token: Token | undefined) {
  return {
    number: token?.number || undefined,
    revision: token?.purpose === 'board' ? token.revision : undefined,
  };
}
