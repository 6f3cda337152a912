import { type Charge, type ChargedProof, chargeTo } from '../../budget/charge.ts';
import type { CommandContext, LetterContext } from '../../command/shape/types.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { ReplyPurpose } from '../../intent.ts';
import { addressKey, useridFrom } from '../../player/address.ts';
import { isProven, type Proof } from '../../player/proof.ts';
import type { Player } from '../../player/settings.ts';
import {
  type AddressOwner,
  ownerAt,
  playerByUserid,
  useridTaken,
} from '../../store/people/players.ts';
import { gameOn } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';

/** The priority of a stranger's letter; proves nothing. */
export type SenderStanding =
  /** Our mail host seems to have verified the From address. */
  | 'verified'
  /** Sent to the published address tag, TURNPOST_WELCOME_WORD; stored under this name. */
  | 'word'
  | 'unproven';

/** The apparent sender of a letter. */
export interface Sender {
  readonly address: string;
  readonly player: Player | undefined;
  /** The player whose address the letter came from, as they were before it was carried out. */
  readonly owner?: AddressOwner | undefined;
  /** The address is one of the admins'. */
  readonly admin: boolean;
  /** The language of answers to a sender without a setting, if known. */
  readonly language?: string | undefined;
  /** The invitation that the letter answers, if it went to this address. */
  readonly invitation?: number;
  /** The purpose of the next reply token, if the letter replies to a board whose match has not started. */
  readonly trialPurpose?: ReplyPurpose;
  /** Default: `unproven`. */
  readonly standing?: SenderStanding;
  readonly cause: Cause;
}

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

/** A letter whose header was read. */
type Arrived = Pick<Cause, 'inboxId' | 'messageId' | 'address'> & { readonly arrivedAt: number };

/** The apparent sender of a letter, without any proof. */
export function senderOf({ db, admins }: Shell, { arrivedAt, ...letter }: Arrived): Sender {
  const { address } = letter;
  const owner = ownerAt(db, address);
  return {
    address,
    player: owner?.player,
    owner,
    admin: admins.has(addressKey(address)),
    cause: { ...letter, charge: chargeTo(undefined, 'none', arrivedAt) },
  };
}

/** The sender, charged with a proof. */
export const chargedWith = (sender: Sender, proof: ChargedProof): Sender => {
  const { player, cause } = sender;
  return { ...sender, cause: { ...cause, charge: chargeTo(player?.id, proof, cause.charge.at) } };
};

/**
 * Whether a sender has no account, is no admin and answers no letter of ours: such a sender gets as few
 * letters as possible.
 */
export const isStranger = ({ player, admin, invitation, trialPurpose }: Sender): boolean =>
  !player && !admin && invitation === undefined && trialPurpose === undefined;

/**
 * The sender of lines of the classic server that name a player, from any address: answers go to the player,
 * and admin rights are off.
 */
export const asPlayer = (sender: Sender, player: Player): Sender => ({
  ...sender,
  address: player.address,
  player,
  admin: false,
});

/** The sender with the proof of the letter. */
export const withProof = (sender: Sender, { kind: proof }: Proof): Sender => ({
  ...sender,
  cause: { ...sender.cause, proof },
});

/** The look-ups for reading a line. */
export function lineQueries({ db }: Shell): Pick<LetterContext, 'gameOn' | 'isPlayer'> {
  // The game of a board never changes.
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

/** The language of answers to a sender without a setting. */
export const DEFAULT_LANGUAGE = 'en';

/** The part of a command's context that is about the person. */
export const contextOf = ({
  address,
  player,
  language = DEFAULT_LANGUAGE,
}: Pick<Sender, 'address' | 'player'> & Partial<Pick<Sender, 'language'>>): Pick<
  CommandContext,
  'address' | 'player' | 'language'
> => ({
  address,
  player,
  language: player?.language ?? language,
});

/** The context of a command: its sender and letter. */
export function commandContext(shell: Shell, sender: Sender, comment: string): CommandContext {
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

/** The userid suggested for an address, if it is free. */
export function freeUserid({ db, mistakenFor }: Shell, address: string): string | undefined {
  const userid = useridFrom(address);
  if (userid === undefined || mistakenFor(userid) || useridTaken(db, userid)) return undefined;
  return userid;
}
