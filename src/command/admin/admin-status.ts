import type { List } from '../../intent.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { ServerStatus, StateCount } from '../shape/by-subject.ts';
import { parsed, tell } from '../shape/decision.ts';
import { makeList } from '../shape/list.ts';
import type { Command } from '../shape/types.ts';

const MINUTE_MS = 60_000;
const KIB = 1024;

/**
 * Counts over the whole server. Needs no proof: with a forged sender address, the answer goes to that
 * address and the forger learns nothing; answers to one address are capped.
 */
export const adminStatus: Command = {
  name: 'admin status',
  usage: 'admin status',
  summary: 'counts players, matches and e-mails',
  example: 'admin status',
  audience: 'admin',
  need: 'nothing',

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'admin status' }));
    const text = 'admin status';
    return parsed(text, ({ queries }) => {
      const status = queries.admin.status();
      const { unreadForMs, unsentForMs, databaseBytes } = status;
      return tell({
        understood: text,
        says: [
          waiting('unread', unreadForMs),
          waiting('unsent', unsentForMs),
          say('status-database', { kib: Math.round(databaseBytes / KIB) }),
        ],
        lists: [
          ...serverList(status),
          ...boxList('in', status.inbox),
          ...boxList('out', status.outbox),
        ],
      });
    });
  },
};

const waiting = (which: 'unread' | 'unsent', ms: number | undefined) =>
  ms === undefined
    ? say(`status-${which}-none`)
    : say(`status-${which}`, { minutes: Math.floor(ms / MINUTE_MS) });

function serverList(status: ServerStatus): readonly List[] {
  const counted = [
    'players',
    'suspended',
    'running',
    'finished',
    'openChallenges',
    'robotTurns',
    'openPuzzles',
    'madePuzzles',
  ] as const;
  return makeList(say('status-server'), ['what', 'count'], counted, (what) => [
    say('status-count', { what }),
    status[what],
  ]);
}

const boxList = (way: 'in' | 'out', counts: readonly StateCount[]): readonly List[] =>
  makeList(say('status-letters', { way }), ['state', 'count'], counts, ({ state, count }) => [
    state,
    count,
  ]);
