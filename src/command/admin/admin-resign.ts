import { resignMatch } from '../../match/resign.ts';
import { robotNamed } from '../../match/robot.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/** Resigns a match for a player who is gone. */
export const adminResign: Command = {
  name: 'admin resign',
  aliases: [],
  usage: 'admin resign N USERID',
  summary: 'resigns a match for a player',
  example: 'admin resign 12 bob',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [number, name, ...rest] = words;
    const board = parseNumber(number);
    const userid = parseUserid(name ?? '');
    if (board === undefined || !userid.ok || rest.length > 0) return err(say('admin-resign-shape'));
    const text = `admin resign ${board} ${userid.value}`;
    return ok({
      text,
      board: undefined,
      run(asking) {
        const { reading } = asking;
        const match = reading.match(board);
        if (!match) return refuse(text, say('no-such-board', { board }));
        const player = reading.playerByUserid(userid.value) ?? robotNamed(userid.value);
        if (!player) return refuse(text, say('no-such-player', { userid: userid.value }));
        const resigned = resignMatch(match, player.id, 'resigned-by-admin');
        if (!resigned.ok) {
          const seatless = resigned.error.code === 'not-your-board';
          const theirs = say('not-their-board', { board, userid: player.userid });
          return refuse(text, seatless ? theirs : resigned.error);
        }
        return {
          changes: [
            { do: 'advance-match', match: resigned.value, event: 'admin-resign' },
            { do: 'log-admin', act: text },
          ],
          letters: boardLetters(resigned.value, asking, []),
          section: {
            understood: text,
            says: [say('you-resigned', { board, userid: player.userid })],
          },
        };
      },
    });
  },
};
