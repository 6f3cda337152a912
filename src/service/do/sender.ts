import { type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { CommandContext, LetterContext } from '../../command/shape/types.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { ReplyPurpose } from '../../intent.ts';
import { addressKey } from '../../player/address.ts';
import { isProven, type Proof } from '../../player/proof.ts';
import type { Player } from '../../player/types.ts';
import { playerByAddress, playerByUserid } from '../../store/people/players.ts';
import { gameOn } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import type { Cause } from './intend.ts';

/** What orders the letters of strangers, and proves nobody. */
export type SenderStanding =
  /** Our mail host seems to have found that the letter comes from where it says. */
  | 'verified'
  /** It has gone to the address with the word that the operator publishes. */
  | 'word'
  | 'unproven';

/** Who a letter claims to be from. */
export interface Sender {
  readonly address: string;
  readonly player: Player | undefined;
  /** The address is one of the admins'. */
  readonly admin: boolean;
  /** The language of answers to somebody who has not chosen one, where that is known. */
  readonly language?: string | undefined;
  /** The invitation that the letter answers, where it went to this address. */
  readonly invitation?: number;
  /** What an answer to the answer may do, where the letter answers a board on which nobody plays yet. */
  readonly first?: ReplyPurpose;
  /** Where nothing is said, `unproven`. */
  readonly standing?: SenderStanding;
  readonly cause: Cause;
}

/** A letter as far as its header has been read. */
type Arrived = Pick<Cause, 'inboxId' | 'messageId' | 'address'> & { readonly arrivedAt: number };

/** Who a letter claims to be from, as long as nothing shows it. */
export const senderOf = ({ db, admins }: Shell, { arrivedAt, ...letter }: Arrived): Sender => ({
  address: letter.address,
  player: playerByAddress(db, letter.address),
  admin: admins.has(addressKey(letter.address)),
  cause: { ...letter, charge: chargeTo(undefined, 'none', arrivedAt) },
});

/** The same, charged with what the letter has shown. */
export const chargedWith = (sender: Sender, proof: ChargedProof): Sender => {
  const { player, cause } = sender;
  return { ...sender, cause: { ...cause, charge: chargeTo(player?.id, proof, cause.charge.at) } };
};

/** Without an account, no admin, and without a letter of ours: hears from us as little as possible. */
export const isStranger = ({ player, admin, invitation, first }: Sender): boolean =>
  !player && !admin && invitation === undefined && first === undefined;

/**
 * The sender of lines of the classic that name a player, whatever address they come from: answers go
 * to the player's own, and nothing of an admin's is opened.
 */
export const asPlayer = (sender: Sender, player: Player): Sender => ({
  ...sender,
  address: player.address,
  player,
  admin: false,
});

/** The sender of a letter that has shown so much. */
export const shownAs = (sender: Sender, { kind: proof }: Proof): Sender => ({
  ...sender,
  cause: { ...sender.cause, proof },
});

/** What the reading of a line looks up. */
export function lookUps({ db }: Shell): Pick<LetterContext, 'gameOn' | 'isPlayer'> {
  // A board that is there has its game for ever.
  const known = new Map<number, Game>();
  return {
    gameOn(board) {
      const game = known.get(board) ?? gameOn(db, board);
      if (game) known.set(board, game);
      return game;
    },
    isPlayer: (word) => playerByUserid(db, word) !== undefined,
  };
}

/** The language of answers to somebody who has not chosen one. */
export const LANGUAGE_BY_DEFAULT = 'en';

/** The part of a command's question that is about the person. */
export const contextOf = ({
  address,
  player,
  language = LANGUAGE_BY_DEFAULT,
}: Pick<Sender, 'address' | 'player'> & Partial<Pick<Sender, 'language'>>): Pick<
  CommandContext,
  'address' | 'player' | 'language'
> => ({
  address,
  player,
  language: player?.language ?? language,
});

/** What a command is told of who asks, and in what letter. */
export function askingAlong(shell: Shell, sender: Sender, comment: string): CommandContext {
  const heads = ((shell.random.bytes(1, 'who begins')[0] ?? 0) & 1) === 1;
  return {
    ...contextOf(sender),
    comment,
    queries: queriesOf(shell.db, shell.time.now(), sender.cause.charge.at),
    heads,
    proven: isProven(sender.cause.proof),
    hasAdmin: shell.admins.size > 0,
    vacationDays: shell.vacationDays,
    mistakenFor: shell.mistakenFor,
  };
}
