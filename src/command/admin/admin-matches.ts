import { gameOf } from '../../engine/registry.ts';
import { endMatch, resignMatch, takeBackLast } from '../../match/offer.ts';
import { acceptChallenge } from '../../match/start.ts';
import { type Match, type MatchOutcome, robotNamed } from '../../match/types.ts';
import { parseUserid } from '../../player/address.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { newChallenge } from '../challenge/new-challenge.ts';
import { boardLetters } from '../letters/letters.ts';
import { boardEffects, openMatch } from '../letters/with-robot.ts';
import { refuse } from '../shape/decision.ts';
import { makeWishes, nonDefaultPace, readTerms, TERM_OPTIONS } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';
import { namedPlayer, parseNumber } from '../shape/words.ts';
import { actWithReason, adminAct } from './act.ts';

/** The outcome that a word names: a draw, a cancelled match, or a win for a userid or a side. */
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
    const word = how.toLowerCase();
    const act = { text: `admin end ${board} ${word}` };
    return actWithReason(act, rest, (context, reason) => {
      const match = context.queries.match(board);
      if (!match) return refuse(say('no-such-board', { board }));
      const outcome = outcomeOf(match, word);
      if (!outcome) return refuse(say('admin-end-shape'));
      const ended = endMatch(match, outcome);
      if (!ended.ok) return refuse(ended.error);
      return {
        changes: [{ do: 'advance-match', match: ended.value, event: 'admin-end' }],
        letters: boardLetters(ended.value, context, reason),
        section: { says: [say('you-ended', { board })] },
      };
    });
  },
};

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
    return actWithReason({ text: `admin undo ${board}`, board }, rest, (context, reason) => {
      const match = context.queries.match(board);
      if (!match) return refuse(say('no-such-board', { board }));
      const back = takeBackLast(match);
      if (!back.ok) return refuse(back.error);
      const { ply, passes, match: before } = back.value;
      const event = ply
        ? say('taken-back-by-admin', { move: ply.text, ply: ply.number })
        : say('reopened-by-admin');
      const taken = passes.map((pass) => say('pass-taken-back', { ply: pass }));
      const { changes, letters } = boardEffects(before, context, [event, ...taken, ...reason]);
      return {
        changes: [{ do: 'advance-match', match: before, event: 'admin-undo' }, ...changes],
        letters,
        section: { says: [say('you-took-back', { board })] },
      };
    });
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
    return adminAct({ text }, (context) => {
      const { queries } = context;
      const match = queries.match(board);
      if (!match) return refuse(say('no-such-board', { board }));
      const player = queries.playerByUserid(userid.value) ?? robotNamed(userid.value);
      if (!player) return refuse(say('no-such-player', { userid: userid.value }));
      const resigned = resignMatch(match, player.id, 'resigned-by-admin');
      if (!resigned.ok) {
        const seatless = resigned.error.code === 'not-your-board';
        const theirs = say('not-their-board', { board, userid: player.userid });
        return refuse(seatless ? theirs : resigned.error);
      }
      return {
        changes: [{ do: 'advance-match', match: resigned.value, event: 'admin-resign' }],
        letters: boardLetters(resigned.value, context, []),
        section: { says: [say('you-resigned', { board, userid: player.userid })] },
      };
    });
  },
};

/** Starts a match between two players; the first one begins. */
const adminStart: Command = {
  name: 'admin start',
  usage:
    'admin start GAME FIRST SECOND [-size=8x8] [-rated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'starts a match between two players; the first one begins',
  example: 'admin start forms alice bob -size=6x6',
  audience: 'admin',
  need: 'confirmation',
  takesComment: true,
  options: TERM_OPTIONS.filter((option) => option !== 'first'),

  read(line) {
    const [named, first, second, ...rest] = line.words;
    if (first === undefined || second === undefined || rest.length > 0) {
      return err(say('admin-start-shape'));
    }
    const beginner = parseUserid(first);
    const other = parseUserid(second);
    if (!beginner.ok || !other.ok) return err(say('userid-shape'));
    // Unrated: the players have not agreed to a change of their ratings.
    const read = readTerms(named, line, false);
    if (!read.ok) return read;
    const terms = { ...read.value, first: 'me' } as const;
    const { game, size, pace, rated, hints } = terms;
    const options = makeWishes({
      size,
      pace: nonDefaultPace(pace),
      rated: rated || undefined,
      hints: hints || undefined,
    });
    const text = `admin start ${game.rules} ${beginner.value} ${other.value} ${options}`;
    return adminAct({ text }, (context) => {
      const { queries } = context;
      const challenger = namedPlayer(beginner.value, queries);
      if (!challenger.ok) return refuse(challenger.error);
      const challenged = namedPlayer(other.value, queries);
      if (!challenged.ok) return refuse(challenged.error);
      const { id, userid } = challenged.value;
      if (challenger.value.id === id) return refuse(say('challenge-yourself'));
      const challenge = newChallenge(challenger.value, challenged.value, terms, queries);
      const match = acceptChallenge(challenge, { id, userid }, true);
      if (!match.ok) return refuse(match.error);
      return {
        ...openMatch(match.value, context, [say('started-by-admin')]),
        section: { says: [say('you-started', { board: match.value.board })] },
      };
    });
  },
};

export const ADMIN_MATCHES: readonly Command[] = [adminStart, adminResign, adminEnd, adminUndo];
