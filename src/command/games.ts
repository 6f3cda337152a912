import { engineOf } from '../engine/registry.ts';
import { colourOf } from '../match/seats.ts';
import type { Match } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import { err, ok } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { offersOf, offersTo } from './challenges.ts';
import { tell } from './decision.ts';
import type { Command } from './types.ts';

/** Lists the sender's boards and challenges. */
export const games: Command = {
  name: 'games',
  aliases: ['boards'],
  usage: 'games',
  summary: 'lists your boards and challenges',
  example: 'games',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],

  read({ words }) {
    if (words.length > 0) return err(say('no-words-wanted', { command: 'games' }));
    return ok({
      text: 'games',
      board: undefined,
      run({ reading, player }) {
        if (!player) return tell({ understood: 'games', says: [say('no-account')] });
        const lines = [
          ...reading.activeMatches(player.id).map((match) => matchLine(match, player)),
        ];
        const lists = [...offersTo(player, reading), ...offersOf(player, reading)];
        const boards = reading.watches(player.id).map(({ board }) => board);
        const watched = boards.length > 0 ? [say('watch-list', { boards: boards.join(', ') })] : [];
        const says = lines.length + lists.length > 0 ? lines : [say('no-games')];
        return tell({ understood: 'games', says: [...says, ...watched], lists });
      },
    });
  },
};

function matchLine(match: Match, player: Player): Sentence {
  const { turn } = match.position;
  return say('game-line', {
    board: match.board,
    game: engineOf(match.rules).name,
    black: match.black.userid,
    white: match.white.userid,
    ply: match.moves.length + 1,
    turn: colourOf(match, player.id) === turn ? 'yours' : 'theirs',
    userid: match[turn].userid,
  });
}
