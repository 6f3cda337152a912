import { ROBOT, robotNamed, robotSeat } from '../../match/robot.ts';
import { mayCount, startMatch } from '../../match/start.ts';
import type { Seat } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { agreedHints, beginMatch, waitsForRobot } from '../letters/with-robot.ts';
import { levelOf, readLevel } from '../robot/against-robot.ts';
import { refuse } from '../shape/decision.ts';
import { makeWishes, nonDefaultPace, readTerms, TERM_OPTIONS } from '../shape/terms.ts';
import type { Command, Queries } from '../shape/types.ts';

/** Starts a match between two players, the first one Black. */
export const adminStart: Command = {
  name: 'admin start',
  usage:
    'admin start GAME BLACK WHITE [-size=8x8] [-rated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d] [-level=3]',
  summary: 'starts a match between two players, the first one Black',
  example: 'admin start forms alice bob -size=6x6',
  audience: 'admin',
  need: 'confirmation',
  takesComment: true,
  options: [...TERM_OPTIONS.filter((option) => option !== 'first'), 'level'],

  read(words) {
    const [named, first, second, ...rest] = words.words;
    if (first === undefined || second === undefined || rest.length > 0) {
      return err(say('admin-start-shape'));
    }
    const black = parseUserid(first);
    const white = parseUserid(second);
    if (!black.ok || !white.ok) return err(say('userid-shape'));
    // Unrated: the players have not agreed to a change of their ratings.
    const terms = readTerms(named, words, false);
    if (!terms.ok) return terms;
    const { game, size, pace, rated, hints } = terms.value;
    const options = makeWishes({
      size,
      pace: nonDefaultPace(pace),
      rated: rated || undefined,
      hints: hints || undefined,
    });
    const robots = [black.value, white.value].find(robotNamed);
    const wished = readLevel(words);
    if (!wished.ok) return wished;
    if (words.options.has('level') && !robots) return err(say('level-of-robot'));
    const level = robots === undefined ? undefined : levelOf(words, robots);
    const text = [
      `admin start ${game.rules} ${black.value} ${white.value} ${options}`,
      ...(level ? [`-level=${level}`] : []),
    ].join(' ');
    return ok({
      text,
      run(context) {
        const { queries } = context;
        const blackPlayer = seatOf(black.value, queries);
        const whitePlayer = seatOf(white.value, queries);
        if (!blackPlayer) return refuse(text, say('no-such-player', { userid: black.value }));
        if (!whitePlayer) return refuse(text, say('no-such-player', { userid: white.value }));
        if (blackPlayer.id === whitePlayer.id) return refuse(text, say('challenge-yourself'));
        const seats = { black: blackPlayer, white: whitePlayer };
        const started = startMatch(queries.nextNumber(), game.rules, size, seats);
        if (!started.ok) return refuse(text, started.error);
        const robot = level && robotSeat(seats, level);
        const counts = rated && (!level || mayCount(level, started.value));
        const match = {
          ...started.value,
          pace: pace === 'none' ? undefined : pace,
          ...(counts && { rated }),
          ...(hints && { hints }),
          ...(robot && { robot }),
        };
        const { board } = match;
        const opening = beginMatch(match);
        const events = [say('started-by-admin'), ...agreedHints(opening.match), ...opening.events];
        const letters = boardLetters(opening.match, context, events);
        const { sent, kept } = waitsForRobot(letters, opening.match, queries);
        return {
          changes: [...opening.changes, ...kept, { do: 'log-admin', act: text }],
          letters: sent,
          section: { understood: text, says: [say('you-started', { board })] },
        };
      },
    });
  },
};

/** A player, or the robot. */
function seatOf(userid: string, queries: Queries): Seat | undefined {
  const player = queries.playerByUserid(userid);
  if (player) return { id: player.id, userid: player.userid };
  return robotNamed(userid) && ROBOT;
}
