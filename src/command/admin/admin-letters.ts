import type { List } from '../../intent.ts';
import { listLinesMax } from '../../limits.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { AdminReading, StuckLetter } from '../shape/admin-reading.ts';
import { tell } from '../shape/decision.ts';
import { makeList } from '../shape/list.ts';
import type { Command } from '../shape/types.ts';

const WHICH = ['held', 'failed', 'quarantined'] as const;

/** A reason that consists of codes (`EAUTH 535`, `too large`); anything else stays in the log. */
const CODES = /^[\w .-]{1,34}$/;

/** One more than a list shows, so that it can say whether there are more. */
const most = listLinesMax + 1;

/**
 * Lists letters that did not get through: their numbers, kinds, times and reasons, never a word of
 * them. It needs no proof for the same reason as `admin status`.
 */
export const adminLetters: Command = {
  name: 'admin letters',
  aliases: [],
  usage: 'admin letters [held/failed/quarantined]',
  summary: 'lists letters that did not get through',
  example: 'admin letters failed',
  audience: 'admin',
  need: 'nothing',
  takesComment: false,
  options: [],

  read({ words }) {
    const [wanted, ...rest] = words.map((word) => word.toLowerCase());
    const which = WHICH.find((each) => each === wanted);
    if (rest.length > 0 || (wanted !== undefined && !which)) {
      return err(say('admin-letters-shape'));
    }
    const text = which ? `admin letters ${which}` : 'admin letters';
    return ok({
      text,
      board: undefined,
      run({ reading: { admin } }) {
        const lists = (which ? [which] : WHICH).flatMap((each) => LISTS[each](admin));
        return tell({ understood: text, says: lists.length > 0 ? [] : [say('no-letters')], lists });
      },
    });
  },
};

const LISTS: Record<(typeof WHICH)[number], (admin: AdminReading) => readonly List[]> = {
  held: (admin) =>
    makeList(
      say('letters-held'),
      ['number', 'since', 'until', 'commands'],
      admin.held(most),
      ({ id, at, until, commands }) => [id, minuteOf(at), minuteOf(until), commands],
    ),
  failed: (admin) => {
    const failed = admin.failed(most);
    return makeList(
      say('letters-failed'),
      ['letter', 'kind', 'time', 'reason'],
      failed,
      (letter) => [`out${letter.id}`, letter.kind, minuteOf(letter.at), reasonOf(letter)],
      [say('letters-hint', { letter: `out${failed[0]?.id ?? 0}` })],
    );
  },
  quarantined: (admin) => {
    const aside = admin.putAside(most);
    return makeList(
      say('letters-quarantined'),
      ['letter', 'time', 'reason'],
      aside,
      (letter) => [`in${letter.id}`, minuteOf(letter.at), reasonOf(letter)],
      [say('letters-hint', { letter: `in${aside[0]?.id ?? 0}` })],
    );
  },
};

const reasonOf = ({ reason }: StuckLetter) => (CODES.test(reason) ? reason : say('see-the-log'));

/** UTC to the minute: 2026-11-21 09:00. */
export const minuteOf = (ms: number): string =>
  new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
