import { chargedAs } from '../../budget/charge.ts';
import {
  type FirstGame,
  firstGameOf,
  smallFirst,
  USUAL_FIRST,
} from '../../command/robot/first-game.ts';
import { languageOf } from '../../command/text/subject.ts';
import type { Vocabulary } from '../../command/text/vocabulary.ts';
import type { ReplyPurpose } from '../../intent.ts';
import { senderVerdict } from '../../mail/authentication-results.ts';
import { valuesOf } from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { replyToken, tagsOf } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import { addressKey } from '../../player/address.ts';
import { type Proof, proofOf } from '../../player/proof.ts';
import { firstPending } from '../../store/letters/held.ts';
import type { Stored } from '../../store/letters/inbox.ts';
import { authservFound } from '../../store/letters/probes.ts';
import { learnEpoch, type TokenStatus, tokenBelongsTo, tokenStatus } from '../do/reply-token.ts';
import {
  chargedWith,
  contextOf,
  type Sender,
  type SenderStanding,
  senderOf,
} from '../do/sender.ts';
import type { Shell } from '../shell/shell.ts';

/** A letter that is decided about, and what is known of it. */
export interface Incoming {
  readonly shell: Shell;
  readonly letter: Letter;
  readonly stored: Stored;
  /** In its From header. */
  readonly address: string;
  /** Who the letter claims to be from, as long as nothing shows it. */
  readonly from: Sender;
  /** The token of the letter of ours that it answers, or why that is not known. */
  readonly answered: ReturnType<typeof replyToken>;
  /** That token, whomever it was made for. */
  readonly token: Token | undefined;
  readonly status: TokenStatus | undefined;
  /** The same token where it was made for this sender. */
  readonly own: Token | undefined;
  /** The sender's own token, where it is valid. */
  readonly valid: Token | undefined;
  /** What the letter shows about who wrote it. */
  readonly proof: Proof;
  /** The board that it answers, on which nobody plays yet. */
  readonly first: First | undefined;
  /** Who the letter is from, charged with what it has shown. */
  readonly sender: Sender;
  /** What its writer may put in the place of our own words. */
  readonly words: Vocabulary;
}

/** A board that a letter of ours has shown, and on which nobody plays before its answer. */
interface First {
  /** What was asked for. */
  readonly wanted: FirstGame;
  /** What the letter has shown, on a small board. */
  readonly game: FirstGame;
  /** What an answer to the answer may do, where nothing came of this one. */
  readonly reply: ReplyPurpose;
  /** The request that was asked about with the board, and the address that it went to. */
  readonly held?: { readonly id: number; readonly language: string };
  /** It went to another address than the letter comes from. */
  readonly elsewhere: boolean;
}

/** Finds out what is known of a letter, each of it once. */
export function incoming(
  shell: Shell,
  inboxId: number,
  letter: Letter,
  address: string,
  stored: Stored,
): Incoming {
  const { db, address: server, secrets, authserv } = shell;
  const { messageId, fields } = letter;
  const named = senderOf(shell, { inboxId, messageId, address, arrivedAt: stored.arrivedAt });
  // A player has one language, whichever the letter is in.
  const from = named.player
    ? named
    : {
        ...named,
        language: languageIn(shell, letter),
        standing: standingOf(shell, letter, address),
      };
  const answered = replyToken(letter, server, secrets);
  const token = answered.ok ? answered.value : undefined;
  const own = token && tokenBelongsTo(db, token, from) ? token : undefined;
  // Before anything asks whether it counts.
  if (own?.epoch) learnEpoch(db, own);
  const status = token && tokenStatus(db, token);
  const valid = status === 'counts' ? own : undefined;
  const proof = proofOf(proofBy(valid), senderVerdict(fields, address, authserv));
  const first = firstOf(shell, address, token, valid);
  const charged = chargedWith(from, chargedAs(proof));
  const sender = first && !first.elsewhere ? { ...charged, first: first.reply } : charged;
  const words = shell.vocabularies(contextOf(from).language);
  const known = { from, answered, token, status, own, valid, proof, first, sender, words };
  return { shell, letter, stored, address, ...known };
}

/** How far a stranger's letter comes before others, by what the mail host says or where it was sent. */
function standingOf(
  { db, address: own, authserv, word }: Shell,
  letter: Letter,
  from: string,
): SenderStanding {
  const host = authserv ?? authservFound(db);
  if (senderVerdict(letter.fields, from, host) === 'pass') return 'verified';
  const tags = tagsOf(letter.recipients, own).map((tag) => tag.toLowerCase());
  return word !== undefined && tags.includes(word) ? 'word' : 'unproven';
}

/** The language that a letter seems to be written in. */
const languageIn = (shell: Shell, { subject, lines, fields }: Letter): string | undefined =>
  languageOf(
    { subject, lines, contentLanguage: valuesOf(fields, 'content-language') },
    shell.tellingWords,
  );

/** What the token of a letter shows by itself. */
function proofBy(token: Token | undefined): Proof {
  // Only who was asked has got the question.
  if (token?.purpose === 'account' || token?.purpose === 'held') return { kind: 'account' };
  if (token?.purpose === 'puzzle') return { kind: 'puzzle' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

/**
 * The board that a letter answers: a stranger's, which is a question about a sign-up, or the one in a
 * player's welcome.
 *
 * @param address that the letter comes from
 * @param counts the token, where it was made for the sender of the letter and counts
 */
function firstOf(
  { db }: Shell,
  address: string,
  token: Token | undefined,
  counts: Token | undefined,
): First | undefined {
  if (counts?.asks === 'first') {
    const reply = { purpose: 'account', number: 0, asks: 'first' } as const;
    return { wanted: USUAL_FIRST, game: USUAL_FIRST, reply, elsewhere: false };
  }
  if (token?.purpose !== 'held') return undefined;
  const held = firstPending(db, token.number);
  const wanted = held && firstGameOf(held.line);
  if (!wanted) return undefined;
  const { id, language } = held;
  const reply = { purpose: 'held', number: token.number } as const;
  const elsewhere = held.addressKey !== addressKey(address);
  return { wanted, game: smallFirst(wanted), reply, held: { id, language }, elsewhere };
}
