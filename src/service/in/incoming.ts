import { chargedAs } from '../../budget/charge.ts';
import {
  DEFAULT_FIRST_GAME,
  type FirstGame,
  firstGameOf,
  smallFirstGame,
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
import type { Database } from '../../store/file/database.ts';
import type { StoredLetter } from '../../store/letters/inbox.ts';
import { languageSent } from '../../store/letters/outbox.ts';
import { onlyCommandOf } from '../../store/letters/pending.ts';
import { authservFound } from '../../store/letters/probes.ts';
import { epochOf, setEpoch } from '../../store/people/players.ts';
import { type TokenStatus, tokenBelongsTo, tokenStatus } from '../do/intend.ts';
import {
  chargedWith,
  contextOf,
  type Sender,
  type SenderStanding,
  senderOf,
} from '../do/sender.ts';
import type { Shell } from '../shell/shell.ts';

/** A letter that is being decided, with all that is known about it. */
export interface Incoming {
  readonly shell: Shell;
  readonly letter: Letter;
  readonly stored: StoredLetter;
  /** The address in the From header. */
  readonly address: string;
  /** The claimed sender, whose letters are not charged to a budget yet. */
  readonly from: Sender;
  /** The token of the answered letter of ours, or why it is unknown. */
  readonly answered: ReturnType<typeof replyToken>;
  /** The token, whoever its owner is. */
  readonly token: Token | undefined;
  readonly status: TokenStatus | undefined;
  /** The token, if this sender owns it. */
  readonly sendersToken: Token | undefined;
  /** The sender's own token, if it is valid. */
  readonly valid: Token | undefined;
  /** What the letter proves about its writer. */
  readonly proof: Proof;
  /** The answered board, if its match has not started. */
  readonly trial: TrialBoard | undefined;
  /** The sender, whose letters are charged to the budget of this proof. */
  readonly sender: Sender;
  /** The vocabulary of the sender's language. */
  readonly words: Vocabulary;
}

/** A board shown in a letter of ours, whose match starts with the answer. */
interface TrialBoard {
  /** The requested game. */
  readonly wanted: FirstGame;
  /** The game shown, on a small board. */
  readonly game: FirstGame;
  /** The purpose of a reply to the answer, if this answer achieves nothing. */
  readonly reply: ReplyPurpose;
  /** The held request that the board belongs to, and the language of its sender. */
  readonly held?: { readonly id: number; readonly language: string };
  /** The board went to another address than the letter's. */
  readonly elsewhere: boolean;
}

/** Collects what is known about a letter, each fact once. */
export function incoming(
  shell: Shell,
  inboxId: number,
  letter: Letter,
  address: string,
  stored: StoredLetter,
): Incoming {
  const { db, address: server, secrets, authserv } = shell;
  const { messageId, fields } = letter;
  const named = senderOf(shell, { inboxId, messageId, address, arrivedAt: stored.arrivedAt });
  // A player's language is a setting; the letter does not change it.
  const from = named.player
    ? named
    : {
        ...named,
        language: languageIn(shell, letter) ?? languageSent(db, letter.inReplyTo),
        standing: standingOf(shell, letter, address),
      };
  const answered = replyToken(letter, server, secrets);
  const token = answered.ok ? answered.value : undefined;
  const ownToken = token && tokenBelongsTo(db, token, from) ? token : undefined;
  // Before any validity check.
  if (ownToken?.epoch) learnEpoch(db, ownToken);
  const status = token && tokenStatus(db, token);
  const valid = status === 'counts' ? ownToken : undefined;
  const proof = proofOf(proofBy(valid), senderVerdict(fields, address, authserv));
  const trial = trialOf(shell, address, token, valid);
  const charged = chargedWith(from, chargedAs(proof));
  const isOnTrial = trial && !trial.elsewhere;
  const sender: Sender = isOnTrial ? { ...charged, trialPurpose: trial.reply } : charged;
  const words = shell.vocabularies(contextOf(from).language);
  const known = {
    from,
    answered,
    token,
    status,
    sendersToken: ownToken,
    valid,
    proof,
    trial,
    sender,
    words,
  };
  return { shell, letter, stored, address, ...known };
}

/** The priority of a stranger's letter: by the mail host's verdict, or the address tag. */
function standingOf(
  { db, address: own, authserv, welcomeTag }: Shell,
  letter: Letter,
  from: string,
): SenderStanding {
  const host = authserv ?? authservFound(db);
  if (senderVerdict(letter.fields, from, host) === 'pass') return 'verified';
  const tags = tagsOf(letter.recipients, own).map((tag) => tag.toLowerCase());
  return welcomeTag !== undefined && tags.includes(welcomeTag) ? 'word' : 'unproven';
}

/** The language that a letter seems to be written in; undefined for commands in the server's own words. */
const languageIn = (shell: Shell, { subject, lines, fields }: Letter): string | undefined =>
  languageOf(
    { subject, lines, contentLanguage: valuesOf(fields, 'content-language') },
    shell.tellingWords,
  );

/** The proof that a token gives by itself. */
function proofBy(token: Token | undefined): Proof {
  // The question went only to the asked address.
  if (token?.purpose === 'account' || token?.purpose === 'held') return { kind: 'account' };
  if (token?.purpose === 'puzzle') return { kind: 'puzzle' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

/**
 * The board that a letter answers: the question about a stranger's sign-up, or the board in a player's
 * welcome.
 *
 * @param address of the letter's sender
 * @param valid the token, if it is valid and the sender's own
 */
function trialOf(
  { db }: Shell,
  address: string,
  token: Token | undefined,
  valid: Token | undefined,
): TrialBoard | undefined {
  if (valid?.asks === 'first') {
    const reply = { purpose: 'account', number: 0, asks: 'first' } as const;
    return { wanted: DEFAULT_FIRST_GAME, game: DEFAULT_FIRST_GAME, reply, elsewhere: false };
  }
  if (token?.purpose !== 'held') return undefined;
  const held = onlyCommandOf(db, token.number);
  const wanted = held && firstGameOf(held.line);
  if (!wanted) return undefined;
  const { id, language } = held;
  const reply = { purpose: 'held', number: token.number } as const;
  const elsewhere = held.addressKey !== addressKey(address);
  return { wanted, game: smallFirstGame(wanted), reply, held: { id, language }, elsewhere };
}

/**
 * Restores an epoch that a restored database lacks, so that tokens ended then stay ended.
 *
 * @param token of the sender; our signature proves that the epoch existed
 */
function learnEpoch(db: Database, { player, epoch = 0 }: Token): void {
  if (epoch > 0 && epoch > epochOf(db, player)) setEpoch(db, player, epoch);
}
