import type { Player } from '../../player/types.ts';
import type { OnlyNumbers, Reading } from '../shape/types.ts';

/** A player's running boards, the lowest number first. */
export const ownBoards = (player: Player, reading: Reading): readonly number[] =>
  reading.activeMatches(player.id).map(({ board }) => board);

/** The challenges to a player, and the boards at which the other side offers something. */
export const askedNumbers = (player: Player, reading: Reading): readonly number[] => [
  ...reading
    .openChallenges(player.id)
    .filter(({ challenged }) => challenged?.id === player.id)
    .map(({ number }) => number),
  ...ownBoards(player, reading).filter((board) => {
    const offer = reading.openOffer(board);
    return offer !== undefined && offer.by !== player.id;
  }),
];

/** The challenges and the offers on boards that a player has made. */
export const madeNumbers = (player: Player, reading: Reading): readonly number[] => [
  ...reading
    .openChallenges(player.id)
    .filter(({ challenger }) => challenger.id === player.id)
    .map(({ number }) => number),
  ...ownBoards(player, reading).filter((board) => reading.openOffer(board)?.by === player.id),
];

/** The numbers that need not be written, because no other can be meant. Most letters ask for none. */
export const onlyNumbersOf = (player: Player, reading: Reading): OnlyNumbers => ({
  get board() {
    return only(ownBoards(player, reading));
  },
  get asked() {
    return only(askedNumbers(player, reading));
  },
  get made() {
    return only(madeNumbers(player, reading));
  },
});

const only = ([first, ...others]: readonly number[]): number | undefined =>
  others.length === 0 ? first : undefined;
