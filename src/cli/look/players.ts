import { activeWithin } from '../../command/shape/here.ts';
import { dayAt } from '../../match/calendar.ts';
import type { Database } from '../../store/file/database.ts';
import { addressesOf } from '../../store/people/addresses.ts';
import { type ListedPlayer, listedPlayers } from '../../store/reading/player-list.ts';
import { type Column, inPages, isoTime, type List } from './list.ts';

/**
 * What `turnpost players` prints: everybody with an account. When somebody was heard of last is told as
 * roughly as other players see it, and addresses only to somebody who asks for them.
 */
export const playerList = (db: Database, now: number, addresses: boolean): List<ListedPlayer> => {
  const today = dayAt(now, 'UTC');
  const allOf = ({ id }: ListedPlayer) => addressesOf(db, id).map(({ address }) => address);
  const withAddresses: Column<ListedPlayer> = {
    title: 'ADDRESSES',
    text: (player) => allOf(player).join(' '),
  };
  return {
    rows: inPages(
      (after, most) => listedPlayers(db, after, most),
      ({ id }) => id,
    ),
    columns: [
      { title: 'PLAYER', text: ({ userid }) => userid },
      { title: 'SINCE', text: ({ since }) => new Date(since).toISOString().slice(0, 10) },
      { title: 'SEEN', text: ({ active }) => SEEN[activeWithin(today - active)] },
      { title: 'BOARDS', right: true, text: ({ boards }) => String(boards) },
      { title: 'NOTE', text: noteOf, style: () => 'yellow' },
      ...(addresses ? [withAddresses] : []),
    ],
    none: 'Nobody has an account yet.',
    object: (player) => ({
      userid: player.userid,
      since: isoTime(player.since),
      seenWithin: activeWithin(today - player.active),
      boards: player.boards,
      suspended: player.suspended === 1,
      lettersStopped: player.stopped === 1,
      hasAddress: player.address !== null,
      ...(addresses && { addresses: allOf(player) }),
    }),
  };
};

const SEEN: Readonly<Record<ReturnType<typeof activeWithin>, string>> = {
  week: 'this week',
  month: 'this month',
  year: 'this year',
  earlier: 'long ago',
};

const noteOf = ({ suspended, stopped, address }: ListedPlayer): string =>
  [
    ...(suspended ? ['suspended'] : []),
    ...(stopped ? ['letters came back'] : []),
    ...(address === null ? ['no address'] : []),
  ].join(', ');
