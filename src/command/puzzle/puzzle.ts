import { findGame } from '../../engine/registry.ts';
import { inCaseOf, mayBeMove } from '../../match/move-shape.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import type { Command, Place, PlayerAsking, Words } from '../shape/types.ts';
import { parseNumber } from '../shape/words.ts';
import { answerPuzzle, deal, type PuzzleAct } from './answer.ts';

/** What may stand for an act, besides a move. */
const ACTS: ReadonlyMap<string, PuzzleAct['is'] & ('hint' | 'give-up')> = new Map([
  ['hint', 'hint'],
  ['give up', 'give-up'],
  ['giveup', 'give-up'],
  ['give-up', 'give-up'],
  ['solution', 'give-up'],
]);

/** Brings a position to solve, and takes the answers to it. */
export const puzzle: Command = {
  name: 'puzzle',
  aliases: ['puzzles'],
  usage: 'puzzle [GAME]',
  summary: 'brings a position with one winning move to find',
  example: 'puzzle forms',
  audience: 'player',
  need: 'proof',
  takesComment: true,
  options: [],
  values: ['hint', 'give up'],
  gameAt: ({ words }) => (words.length === 0 ? 0 : undefined),

  read(words, place) {
    const { number, rest, revision } = takeApart(words, place);
    const word = rest.toLowerCase();
    if (rest === '' && number === undefined) {
      return ok({
        text: 'puzzle',
        board: undefined,
        need: 'any-proof',
        run: (asking) => deal('puzzle', undefined, asking),
      });
    }
    const game = number === undefined ? findGame(word) : undefined;
    if (game) {
      const { rules } = game;
      const text = `puzzle ${rules}`;
      const run = (asking: PlayerAsking) => deal(text, rules, asking);
      return ok({ text, board: undefined, need: 'any-proof', run });
    }
    const act = actOf(rest, place, number);
    if (!act) return err(say('puzzle-shape'));
    const named = number === undefined ? '' : ` ${number}`;
    const said =
      act.is === 'move' ? ` ${act.move}` : act.is === 'show' ? '' : ` ${act.is.replace('-', ' ')}`;
    const text = `puzzle${named}${said}`;
    return ok({
      text,
      board: undefined,
      need: 'any-proof',
      run: (asking) =>
        answerPuzzle(
          text,
          {
            ...(number !== undefined && { number }),
            ...(revision !== undefined && { revision }),
            act,
          },
          asking,
        ),
    });
  },
};

/** `[N] [WORDS] [#REVISION]`; without a number, that of the answered letter counts with its revision. */
function takeApart({ words }: Words, { puzzle: answered }: Place) {
  const first = parseNumber(words[0]);
  const [text = '', bound] = (first === undefined ? words : words.slice(1)).join(' ').split('#');
  const rest = text.trim();
  // In an answer, `puzzle` alone and the name of a game ask for another one.
  const isHere = first === undefined && rest !== '' && !findGame(rest.toLowerCase());
  const number = first ?? (isHere ? answered?.number : undefined);
  const shown = number === answered?.number ? answered?.revision : undefined;
  return { number, rest, revision: parseNumber(bound?.trim()) ?? shown };
}

function actOf(rest: string, place: Place, number: number | undefined): PuzzleAct | undefined {
  if (rest === '') return number === undefined ? undefined : { is: 'show' };
  const act = ACTS.get(rest.toLowerCase());
  if (act) return { is: act };
  const { puzzle: answered } = place;
  const game = answered?.number === number ? answered?.game : undefined;
  if (!mayBeMove(game, rest)) return undefined;
  return { is: 'move', move: inCaseOf(game, rest).replace(/\s+/g, '') };
}
