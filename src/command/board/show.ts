import { makeRecord } from '../../match/record/record.ts';
import { err } from '../../result.ts';
import { say } from '../../sentence.ts';
import { boardFacts, boardLetter, clockFacts, ownBoardFacts } from '../letters/letters.ts';
import { BOARD_SELECTIONS, readGames } from '../lists/games.ts';
import { boardCommand, parsed, plainCommand, refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerContext } from '../shape/types.ts';
import { numberOrDefault } from '../shape/words.ts';
import { readBoardAndPlies, resolvePlies } from './move-words.ts';

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
      return parsed('show next', showNext);
    }
    if (isWord(words[0] ?? '')) {
      // Classic forms: `show all`, `show bob next`.
      const boards = readGames({ words, options });
      return boards.ok ? boards : err(say('show-shape'));
    }
    const at = readBoardAndPlies(words);
    if (!at) return err(say('show-shape'));
    const { board = numberOrDefault(letterContext), plies } = at;
    if (board === undefined) return err(say('board-number-missing', { command: 'show' }));
    const text = `show ${board}${plies === undefined ? '' : ` #${plies}`}`;
    return parsed(text, ({ queries, player }) => {
      const match = queries.match(board);
      if (!match) return refuse(say('no-such-board', { board }));
      const counted = resolvePlies(match, plies);
      if (!counted.ok) return refuse(counted.error);
      const [ply, last] = [counted.value, match.moves.length];
      const isPast = ply !== last;
      const events = isPast ? [say('position-after', { ply, last })] : [];
      const past = isPast && { plies: ply, clock: undefined };
      const options = { isWhole: true, ...past };
      const facts = ownBoardFacts(match, player.id, queries, events, options);
      return { letters: [boardLetter(match, player, facts, 'show')] };
    });
  },
};

/** Text that is not the number of a board or a ply. */
const isWord = (text: string): boolean => /^[a-z]/i.test(text);

/** Sends the board that has waited longest for the sender's move, if there is one. */
function showNext({ queries, player }: PlayerContext): Decision {
  const [match] = queries.matchesToMove(player.id);
  if (!match) return refuse(say('no-turns'));
  const clock = clockFacts(match, queries);
  const facts = boardFacts(match, [], { isWhole: true, clock });
  return { letters: [boardLetter(match, player, facts, 'show')] };
}

/** Sends a page with a board on it, and help if it does not line up. */
export const testDisplay: Command = plainCommand(
  {
    name: 'test display',
    summary: 'shows whether boards line up in your mail program',
    audience: 'player',
    need: 'nothing',
  },
  () => tell({ says: [], page: { kind: 'display', topic: 'forms' } }),
);

/** Sends the record of a match as text, for `preview` and for programs. */
export const record: Command = boardCommand(
  { name: 'record', summary: 'sends a match as text that programs can read', need: 'nothing' },
  (match) => tell({ says: [say('record-of', { board: match.board })], text: makeRecord(match) }),
);
