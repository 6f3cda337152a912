import { gameOf } from '../../engine/registry.ts';
import { reasonCharsMax } from '../../limits.ts';
import { endMatch, resignMatch, takeBackLast } from '../../match/offer.ts';
import { mayCount, startMatch } from '../../match/start.ts';
import {
  type Match,
  type MatchOutcome,
  ROBOT,
  robotNamed,
  robotSeat,
  type Seat,
} from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { boardLetters } from '../letters/letters.ts';
import { agreedHints, beginMatch, holdForRobot } from '../letters/with-robot.ts';
import { levelOf, readLevel } from '../robot/against-robot.ts';
import { parsed, refuse } from '../shape/decision.ts';
import { makeWishes, nonDefaultPace, readTerms, TERM_OPTIONS } from '../shape/terms.ts';
import type { Command, Queries } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';

/** The outcome that a word names: a draw, no match at all, or a win of a userid or a side. */
function outcomeOf(match: Match, word: string): MatchOutcome | undefined {
  if (word === 'draw') return { winner: undefined, ending: 'drawn-by-admin' };
  if (word === 'cancel') return { winner: undefined, ending: 'cancelled-by-admin' };
  const winner = gameOf(match.rules).sides.find(
    ({ colour, name }) => match[colour].userid.toLowerCase() === word || name === word,
  );
  return winner && { winner: winner.colour, ending: 'won-by-admin' };
}

/** Ends a match as the admin has decided. */
const adminEnd: Command = {
  name: 'admin end',
  usage: 'admin end N USERID/draw/cancel [REASON]',
  summary: 'ends a match; both players are told, with the reason',
  example: 'admin end 12 draw both agreed on the telephone',
  audience: 'admin',
  need: 'confirmation',

  read({ words }) {
    const [number, how = '', ...rest] = words;
    const board = parseNumber(number);
    if (board === undefined || !parseUserid(how).ok) return err(say('admin-end-shape'));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin end ${board} ${how.toLowerCase()}`;
    const text = withReason(act, reason.value);
    return parsed({ text, textWithoutComment: withoutReason(act, reason.value) }, (context) => {
      const match = context.queries.match(board);
      if (!match) return refuse(act, say('no-such-board', { board }));
      const outcome = outcomeOf(match, how.toLowerCase());
      if (!outcome) return refuse(act, say('admin-end-shape'));
      const ended = endMatch(match, outcome);
      if (!ended.ok) return refuse(act, ended.error);
      return {
        changes: [
          { do: 'advance-match', match: ended.value, event: 'admin-end' },
          { do: 'log-admin', act: text },
        ],
        letters: boardLetters(ended.value, context, reasonGiven(reason.value)),
        section: { understood: text, says: [say('you-ended', { board })] },
      };
    });
  },
};

/** The words after an admin's command: the reason, or nothing. */
export function readReason(words: readonly string[]): Result<string, Sentence> {
  const reason = words.join(' ');
  return reason.length <= reasonCharsMax
    ? ok(reason)
    : err(say('reason-too-long', { charsMax: reasonCharsMax }));
}

/** The command with its reason, as understood. */
export const withReason = (text: string, reason: string): string => `${text} ${reason}`.trim();

/** The command with dots for its reason, which anybody may have written in the admin's name. */
export const withoutReason = (text: string, reason: string): string =>
  reason === '' ? text : `${text} ...`;

/** The reason as the players read it. */
export const reasonGiven = (reason: string): readonly Sentence[] =>
  reason === '' ? [] : [say('admin-reason', { reason })];

/** Takes back the last event of a board: a ply, or the end of the match. */
const adminUndo: Command = {
  name: 'admin undo',
  usage: 'admin undo N [REASON]',
  summary: 'takes back the last ply, or the end of a match',
  example: 'admin undo 12 the letter was sent by mistake',
  audience: 'admin',
  need: 'confirmation',

  read({ words }) {
    const [number, ...rest] = words;
    const board = parseNumber(number);
    if (board === undefined) return err(say('admin-undo-shape'));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin undo ${board}`;
    const text = withReason(act, reason.value);
    return parsed(
      { text, textWithoutComment: withoutReason(act, reason.value), board },
      (context) => {
        const match = context.queries.match(board);
        if (!match) return refuse(act, say('no-such-board', { board }));
        const back = takeBackLast(match);
        if (!back.ok) return refuse(act, back.error);
        const { ply, passes, match: before } = back.value;
        const event = ply
          ? say('taken-back-by-admin', { move: ply.text, ply: ply.number })
          : say('reopened-by-admin');
        const letters = boardLetters(before, context, [
          event,
          ...passes.map((pass) => say('pass-taken-back', { ply: pass })),
          ...reasonGiven(reason.value),
        ]);
        const { sent, holdChanges } = holdForRobot(letters, before, context.queries);
        return {
          changes: [
            { do: 'advance-match', match: before, event: 'admin-undo' },
            ...holdChanges,
            { do: 'log-admin', act: text },
          ],
          letters: sent,
          section: { understood: text, says: [say('you-took-back', { board })] },
        };
      },
    );
  },
};

/** Resigns a match for a player who has left. */
const adminResign: Command = {
  name: 'admin resign',
  usage: 'admin resign N USERID',
  summary: 'resigns a match for a player',
  example: 'admin resign 12 bob',
  audience: 'admin',
  need: 'confirmation',

  read({ words }) {
    const [number, name, ...rest] = words;
    const board = parseNumber(number);
    const userid = parseUserid(name ?? '');
    if (board === undefined || !userid.ok || rest.length > 0) return err(say('admin-resign-shape'));
    const text = `admin resign ${board} ${userid.value}`;
    return parsed(text, (context) => {
      const { queries } = context;
      const match = queries.match(board);
      if (!match) return refuse(text, say('no-such-board', { board }));
      const player = queries.playerByUserid(userid.value) ?? robotNamed(userid.value);
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
        letters: boardLetters(resigned.value, context, []),
        section: {
          understood: text,
          says: [say('you-resigned', { board, userid: player.userid })],
        },
      };
    });
  },
};

/** Starts a match between two players; the first one begins. */
const adminStart: Command = {
  name: 'admin start',
  usage:
    'admin start GAME FIRST SECOND [-size=8x8] [-rated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d] [-level=3]',
  summary: 'starts a match between two players; the first one begins',
  example: 'admin start forms alice bob -size=6x6',
  audience: 'admin',
  need: 'confirmation',
  takesComment: true,
  options: [...TERM_OPTIONS.filter((option) => option !== 'first'), 'level'],

  read(line) {
    const [named, first, second, ...rest] = line.words;
    if (first === undefined || second === undefined || rest.length > 0) {
      return err(say('admin-start-shape'));
    }
    const beginner = parseUserid(first);
    const other = parseUserid(second);
    if (!beginner.ok || !other.ok) return err(say('userid-shape'));
    // Unrated: the players have not agreed to a change of their ratings.
    const terms = readTerms(named, line, false);
    if (!terms.ok) return terms;
    const { game, size, pace, rated, hints } = terms.value;
    const options = makeWishes({
      size,
      pace: nonDefaultPace(pace),
      rated: rated || undefined,
      hints: hints || undefined,
    });
    const robotUserid = [beginner.value, other.value].find(robotNamed);
    const wished = readLevel(line);
    if (!wished.ok) return wished;
    if (line.options.has('level') && !robotUserid) return err(say('level-of-robot'));
    const level = robotUserid === undefined ? undefined : levelOf(line, robotUserid);
    const text = [
      `admin start ${game.rules} ${beginner.value} ${other.value} ${options}`,
      ...(level ? [`-level=${level}`] : []),
    ].join(' ');
    return parsed(text, (context) => {
      const { queries } = context;
      // As `startMatch` takes them: `black` moves first, whatever the game calls that side.
      const black = seatOf(beginner.value, queries);
      const white = seatOf(other.value, queries);
      if (!black) return refuse(text, say('no-such-player', { userid: beginner.value }));
      if (!white) return refuse(text, say('no-such-player', { userid: other.value }));
      if (black.id === white.id) return refuse(text, say('challenge-yourself'));
      const started = startMatch(queries.nextNumber(), game.rules, size, { black, white });
      if (!started.ok) return refuse(text, started.error);
      const robot = level && robotSeat(started.value, level);
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
      const { sent, holdChanges } = holdForRobot(letters, opening.match, queries);
      return {
        changes: [...opening.changes, ...holdChanges, { do: 'log-admin', act: text }],
        letters: sent,
        section: { understood: text, says: [say('you-started', { board })] },
      };
    });
  },
};

/** A player, or the robot. */
function seatOf(userid: string, queries: Queries): Seat | undefined {
  const player = queries.playerByUserid(userid);
  if (player) return { id: player.id, userid: player.userid };
  return robotNamed(userid) && ROBOT;
}

/** The commands of admins about a match. */
export const ADMIN_MATCHES: readonly Command[] = [adminStart, adminResign, adminEnd, adminUndo];
