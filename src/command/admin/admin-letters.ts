import type { List } from '../../intent.ts';
import { adminLimits, shownLimits } from '../../limits.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { accountLetter } from '../letters/letters.ts';
import type {
  AdminQueries,
  LetterId,
  ServerStatus,
  StateCount,
  StuckLetter,
} from '../shape/by-subject.ts';
import { parsed, plainCommand, refuse, tell } from '../shape/decision.ts';
import { makeList } from '../shape/list.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { adminAct } from './act.ts';

const MINUTE_MS = 60_000;
const KIB = 1024;

/**
 * Counts over the whole server. Needs no proof: with a forged sender address, the answer goes to that
 * address and the forger learns nothing; answers to one address are capped.
 */
const adminStatus: Command = plainCommand(
  {
    name: 'admin status',
    summary: 'counts players, matches and e-mails',
    audience: 'admin',
    need: 'nothing',
  },
  ({ queries }) => {
    const status = queries.admin.status();
    const { unreadForMs, unsentForMs, databaseBytes, inbox, outbox } = status;
    return tell({
      says: [
        waiting('unread', unreadForMs),
        waiting('unsent', unsentForMs),
        say('status-database', { kib: Math.round(databaseBytes / KIB) }),
      ],
      lists: [...serverList(status), ...boxList('in', inbox), ...boxList('out', outbox)],
    });
  },
);

const waiting = (which: 'unread' | 'unsent', ms: number | undefined) =>
  ms === undefined
    ? say(`status-${which}-none`)
    : say(`status-${which}`, { minutes: Math.floor(ms / MINUTE_MS) });

const COUNTED = [
  'players',
  'suspended',
  'running',
  'finished',
  'openChallenges',
  'robotTurns',
  'openPuzzles',
  'madePuzzles',
] as const;

const serverList = (status: ServerStatus): readonly List[] =>
  makeList(say('status-server'), ['what', 'count'], COUNTED, (what) => [
    say('status-count', { what }),
    status[what],
  ]);

const boxList = (way: 'in' | 'out', counts: readonly StateCount[]): readonly List[] =>
  makeList(say('status-letters', { way }), ['state', 'count'], counts, ({ state, count }) => [
    state,
    count,
  ]);

const LIST_NAMES = ['held', 'failed', 'quarantined'] as const;

/** A reason that consists of codes (`EAUTH 535`, `too large`); any other stays in the log. */
const CODES = /^[\w .-]{1,34}$/;

/** One more than a list shows, to detect further entries. */
const entriesMax = shownLimits.listLines + 1;

/**
 * Lists held commands, failed letters and quarantined ones: numbers, kinds, times and reasons, never any
 * content. Needs no proof, like `admin status`.
 */
const adminLetters: Command = {
  name: 'admin letters',
  usage: 'admin letters [held/failed/quarantined]',
  summary: 'lists e-mails that did not get through',
  example: 'admin letters failed',
  audience: 'admin',
  need: 'nothing',

  read({ words }) {
    const [wanted, ...rest] = words.map((word) => word.toLowerCase());
    const which = LIST_NAMES.find((each) => each === wanted);
    if (rest.length > 0 || (wanted !== undefined && !which)) return err(say('admin-letters-shape'));
    const text = which ? `admin letters ${which}` : 'admin letters';
    return parsed(text, ({ queries: { admin } }) => {
      const lists = (which ? [which] : LIST_NAMES).flatMap((each) => LISTS[each](admin));
      return tell({ says: lists.length > 0 ? [] : [say('no-letters')], lists });
    });
  },
};

const LISTS: Record<(typeof LIST_NAMES)[number], (admin: AdminQueries) => readonly List[]> = {
  held: (admin) =>
    makeList(
      say('letters-held'),
      ['number', 'since', 'until', 'commands'],
      admin.held(entriesMax),
      ({ id, at, until, commands }) => [id, minuteOf(at), minuteOf(until), commands],
    ),
  failed: (admin) => {
    const failed = admin.failed(entriesMax);
    return makeList(
      say('letters-failed'),
      ['letter', 'kind', 'time', 'reason'],
      failed,
      (letter) => [`out${letter.id}`, letter.kind, minuteOf(letter.at), reasonOf(letter)],
      [say('letters-hint', { letter: `out${failed[0]?.id ?? 0}` })],
    );
  },
  quarantined: (admin) => {
    const letters = admin.putAside(entriesMax);
    return makeList(
      say('letters-quarantined'),
      ['letter', 'time', 'reason'],
      letters,
      (letter) => [`in${letter.id}`, minuteOf(letter.at), reasonOf(letter)],
      [say('letters-hint', { letter: `in${letters[0]?.id ?? 0}` })],
    );
  },
};

const reasonOf = ({ reason }: StuckLetter) => (CODES.test(reason) ? reason : say('see-the-log'));

/** UTC to the minute: 2026-11-21 09:00. */
const minuteOf = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

const ACTS_BY_DEFAULT = 20;

/** Lists the acts of admins. Needs no proof, like `admin status`. */
const adminLog: Command = {
  name: 'admin log',
  usage: 'admin log [N]',
  summary: 'lists the last acts of admins, the newest first',
  example: 'admin log 5',
  audience: 'admin',
  need: 'nothing',

  read({ words }) {
    const [input, ...rest] = words;
    const count = input === undefined ? ACTS_BY_DEFAULT : parseNumber(input);
    if (count === undefined || rest.length > 0) return err(say('admin-log-shape'));
    const most = Math.min(count, adminLimits.acts);
    const text = `admin log ${most}`;
    return parsed(text, ({ queries }) => {
      const acts = queries.admin.acts(most);
      const says = acts.map(({ at, address, act }) =>
        say('admin-act', { time: minuteOf(at), address, act }),
      );
      return tell({ says: says.length > 0 ? says : [say('no-acts')] });
    });
  },
};

const LETTER_ID = /^(in|out)([1-9]\d{0,14})$/i;

/** Sends a failed letter again, or reads one again that was put aside. */
const adminRetry: Command = {
  name: 'admin retry',
  usage: 'admin retry E-MAIL',
  summary: 'sends a failed e-mail again, or reads one again',
  example: 'admin retry out12',
  audience: 'admin',
  need: 'confirmation',

  read({ words }) {
    const [, way, id] = LETTER_ID.exec(words.length === 1 ? (words[0] ?? '') : '') ?? [];
    if (way === undefined) return err(say('admin-retry-shape'));
    const letter: LetterId = { way: way.toLowerCase() === 'in' ? 'in' : 'out', id: Number(id) };
    const name = `${letter.way}${letter.id}`;
    const text = `admin retry ${name}`;
    return adminAct({ text }, ({ queries }) =>
      queries.admin.canRetry(letter)
        ? {
            changes: [{ do: 'retry-letter', letter }],
            section: { says: [say('retried', { way: letter.way, name })] },
          }
        : refuse(say('no-retry', { name })),
    );
  },
};

/** Sends the admin's words to every player who is not suspended and wants them, once each. */
const adminBroadcast: Command = plainCommand(
  {
    name: 'admin broadcast',
    usage: 'admin broadcast, and the text on the lines below',
    summary: 'sends an e-mail to all players, to each once',
    audience: 'admin',
    need: 'confirmation',
    takesComment: true,
  },
  ({ queries, comment }) => {
    if (comment === '') return refuse(say('broadcast-shape'));
    const players = queries
      .playerIds()
      .filter((id) => !queries.isSuspended(id))
      .flatMap((id) => queries.playerById(id) ?? [])
      .filter(({ settings }) => settings?.news !== 'no');
    const count = players.length;
    return {
      changes: [{ do: 'log-admin', act: `admin broadcast (${count})` }],
      letters: players.map((player) =>
        accountLetter(player, { kind: 'broadcast', facts: { text: comment } }),
      ),
      section: { says: [say('you-broadcast', { count })] },
    };
  },
  { wrong: say('broadcast-shape') },
);

/** The commands of admins about letters and the server. */
export const ADMIN_LETTERS: readonly Command[] = [
  adminBroadcast,
  adminStatus,
  adminLetters,
  adminRetry,
  adminLog,
];
