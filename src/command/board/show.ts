import { makeRecord } from '../../match/record/record.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardFacts, boardLetter, clockFacts, ownBoardFacts } from '../letters/letters.ts';
import { BOARD_SELECTIONS, readGames } from '../lists/games.ts';
import { parsed, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { numberOrDefault, onlyNumber, parseNumber } from '../shape/words.ts';
import { parsePlies, resolvePlies } from './move-words.ts';

/** Sends the board letter again, to the sender only, at the current or an earlier position. */
export const show: Command = {
  name: 'show',
  aliases: ['showas'],
  usage: 'show N [#PLY], or: show next, or: show [USERID] all/active/inactive',
  summary: 'sends a board again, as it stands or stood after a ply',
  example: 'show 12 #3',
  audience: 'player',
  need: 'nothing',
  values: BOARD_SELECTIONS,
  gameWordIndex: ({ words: [first = ''] }) => (isWord(first) ? 0 : undefined),

  read({ words: written, options }, letterContext) {
    // `show board 12`: "board" is not a player here.
    const words = written[0]?.toLowerCase() === 'board' ? written.slice(1) : written;
    if (words.length === 1 && words[0]?.toLowerCase() === 'next') {
      return ok({ text: 'show next', run: showNext });
    }
    if (isWord(words[0] ?? '')) {
      // Classic forms: `show all`, `show bob next`.
      const boards = readGames({ words, options });
      return boards.ok ? boards : err(say('show-shape'));
    }
    const [first = '', rest] = words.join(' ').split('#');
    const board = first.trim() === '' ? numberOrDefault(letterContext) : parseNumber(first.trim());
    const plies = rest === undefined ? undefined : parsePlies(rest);
    if (first.trim() === '' && board === undefined) {
      return err(say('board-number-missing', { command: 'show' }));
    }
    if (board === undefined || (rest !== undefined && plies === undefined)) {
      return err(say('show-shape'));
    }
    const text = `show ${board}${plies === undefined ? '' : ` #${plies}`}`;
    return parsed(text, ({ queries, player }) => {
      const match = queries.match(board);
      if (!match) return refuse(text, say('no-such-board', { board }));
      const last = match.moves.length;
      const counted = resolvePlies(match, plies);
      if (!counted.ok) return refuse(text, counted.error);
      const shown = counted.value;
      const events = shown === last ? [] : [say('position-after', { ply: shown, last })];
      const facts = ownBoardFacts(match, player.id, queries, events, {
        isWhole: true,
        plies: shown,
        ...(shown !== last && { clock: undefined }),
      });
      return {
        changes: [],
        letters: [boardLetter(match, player, facts, 'show')],
      };
    });
  },
};

/** Text that is not the number of a board or a ply. */
const isWord = (text: string): boolean => /^[a-z]/i.test(text);

/** The board that has waited longest for the sender's move. */
function showNext({ queries, player }: PlayerContext): Decision {
  const [match] = queries.matchesToMove(player.id);
  if (!match) return refuse('show next', say('no-turns'));
  const clock = clockFacts(match, queries);
  const facts = boardFacts(match, [], { isWhole: true, clock });
  return { changes: [], letters: [boardLetter(match, player, facts, 'show')] };
}

/** Sends a page with a board on it, and help if it does not line up. */
export const testDisplay: Command = {
  name: 'test display',
  usage: 'test display',
  summary: 'shows whether boards line up in your mail program',
  example: 'test display',
  audience: 'player',
  need: 'nothing',

  read({ words }) {
    const text = 'test display';
    if (words.length > 0) return err(say('no-words-wanted', { command: text }));
    return parsed(text, () =>
      tell({ understood: text, says: [], page: { kind: 'display', topic: 'forms' } }),
    );
  },
};

/** Sends the record of a match as text, for `preview` and for programs. */
export const record: Command = {
  name: 'record',
  usage: 'record N',
  summary: 'sends a match as text that programs can read',
  example: 'record 12',
  audience: 'player',
  need: 'nothing',

  read(line, letterContext) {
    const board = onlyNumber(line, letterContext);
    if (board === undefined) return err(say('board-number-missing', { command: 'record' }));
    const text = `record ${board}`;
    return parsed(text, ({ queries }) => {
      const match = queries.match(board);
      if (!match) return refuse(text, say('no-such-board', { board }));
      const says = [say('record-of', { board })];
      return tell({ understood: text, says, text: makeRecord(match) });
    });
  },
};
