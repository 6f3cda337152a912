import { adminActsMax } from '../../limits.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { minuteOf } from './admin-letters.ts';

const ACTS_BY_DEFAULT = 20;

/** Lists what admins have done. It needs no proof for the same reason as `admin status`. */
export const adminLog: Command = {
  name: 'admin log',
  aliases: [],
  usage: 'admin log [N]',
  summary: 'lists the last acts of admins, the newest first',
  example: 'admin log 5',
  audience: 'admin',
  need: 'nothing',
  takesComment: false,
  options: [],

  read({ words }) {
    const [written, ...rest] = words;
    const count = written === undefined ? ACTS_BY_DEFAULT : parseNumber(written);
    if (count === undefined || rest.length > 0) return err(say('admin-log-shape'));
    const most = Math.min(count, adminActsMax);
    const text = `admin log ${most}`;
    return ok({
      text,
      board: undefined,
      run({ reading }) {
        const acts = reading.admin.acts(most);
        const says = acts.map(({ at, address, act }) =>
          say('admin-act', { time: minuteOf(at), address, act }),
        );
        return tell({ understood: text, says: says.length > 0 ? says : [say('no-acts')] });
      },
    });
  },
};
