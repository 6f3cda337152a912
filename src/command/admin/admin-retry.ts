import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { LetterId } from '../shape/admin-reading.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

const SHAPE = /^(in|out)([1-9]\d{0,14})$/i;

/** Sends a letter that was given up once more, or reads one again that was put aside. */
export const adminRetry: Command = {
  name: 'admin retry',
  aliases: [],
  usage: 'admin retry LETTER',
  summary: 'sends a failed letter again, or reads one again',
  example: 'admin retry out12',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [, way, id] = SHAPE.exec(words.length === 1 ? (words[0] ?? '') : '') ?? [];
    if (way === undefined) return err(say('admin-retry-shape'));
    const letter: LetterId = { way: way.toLowerCase() === 'in' ? 'in' : 'out', id: Number(id) };
    const name = `${letter.way}${letter.id}`;
    const text = `admin retry ${name}`;
    return ok({
      text,
      board: undefined,
      run({ reading }) {
        if (!reading.admin.canRetry(letter)) return refuse(text, say('no-retry', { name }));
        return {
          changes: [
            { do: 'retry-letter', letter },
            { do: 'log-admin', act: text },
          ],
          letters: [],
          section: { understood: text, says: [say('retried', { way: letter.way, name })] },
        };
      },
    });
  },
};
