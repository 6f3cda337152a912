import type { Asking } from '../../command/shape/types.ts';
import type { Proof } from '../../player/proof.ts';
import type { Player } from '../../player/types.ts';
import type { Cause } from './intend.ts';

/** Who a letter claims to be from. */
export interface Sender {
  readonly address: string;
  readonly player: Player | undefined;
  /** The address is one of the admins'. */
  readonly admin: boolean;
  readonly cause: Cause;
}

/** Without an account and no admin: hears from us as little as possible. */
export const isStranger = ({ player, admin }: Sender): boolean => !player && !admin;

/**
 * The sender of a letter that holds a player's password, whatever address it comes from: answers go
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

/** The language of answers to somebody who has not chosen one. */
export const LANGUAGE_BY_DEFAULT = 'en';

/** The part of a command's question that is about the person. */
export const askingOf = ({
  address,
  player,
}: Sender): Pick<Asking, 'address' | 'player' | 'language'> => ({
  address,
  player,
  language: player?.language ?? LANGUAGE_BY_DEFAULT,
});
