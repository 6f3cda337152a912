import { gameOf, storedPosition } from '../engine/registry.ts';
import { sideOf } from '../engine/shape/view.ts';
import { makeSize } from '../engine/stones/notation.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { exampleOf, type PuzzleFacts } from '../match/puzzle/attempt.ts';
import { say, type Wording } from '../sentence.ts';
import { htmlBoard, inHtmlSigns, isLinked, tapsOf } from './board-letter.ts';
import { boardPage } from './board-page.ts';
import type { Content } from './content.ts';
import { commandLink, moveLinks } from './links.ts';

/** The content of a puzzle letter: a board on which the reader is to move, while open. */
export function puzzleContent(
  facts: PuzzleFacts,
  reader: string | undefined,
  words: Wording,
  choices: Choices,
): Content {
  const { number, rules, solver, state, found, left, source, stars } = facts;
  const isOpen = state === 'open';
  const page = boardPage(asBoard(facts, reader), isOpen ? reader : undefined, words, choices);
  const game = gameOf(rules);
  const { name: side, sign } = sideOf(game, solver);
  const size = makeSize(storedPosition(rules, facts.start, `puzzle ${number}`).board);
  const question = words(
    isOpen
      ? say('puzzle-question', { number, side, sign, found })
      : say('puzzle-ended', { number, state }),
  );
  const [first, ...more] = facts.says.map(words);
  const also = isOpen ? [say('word-hint'), say('word-give-up')] : [say('word-puzzle')];
  const said = {
    line: first ?? question,
    more,
    question: first === undefined ? undefined : question,
    about: words(say('puzzle-about', { game: game.name, size, stars, source })),
    how: isOpen ? words(say('puzzle-answer', { move: exampleOf(rules) })) : undefined,
    tries: isOpen ? words(say('puzzle-tries', { left })) : undefined,
    standing: facts.standing && words(facts.standing),
    next: isOpen ? undefined : words(say('puzzle-next')),
    hasMoved: facts.moves.length > 0,
  };
  const data = { ...page, ...said, isOpen };
  return {
    subject: say('subject-puzzle', { number, game: game.name, size }),
    preheader: first === undefined ? question : `${first} ${question}`,
    data,
    html: (album, to, without) => {
      const linked = without === 'nothing' ? to : undefined;
      const shown = htmlBoard(page, words, album, tapsOf(page, linked, words), without);
      const inSigns = (text: string) => inHtmlSigns(text, page, album);
      const lines = {
        line: inSigns(said.line),
        more: more.map(inSigns),
        question: said.question && inSigns(said.question),
      };
      return { template: 'player/puzzle', data: { ...shown, ...said, ...lines } };
    },
    groups: (to, room, without) => [
      ...moveLinks(page, to, { byCell: without === 'nothing' && isLinked(page), room }),
      { title: '', links: also.map((word) => commandLink(to, words(word))) },
    ],
  };
}

/** A board without match, on which the reader has the side that is to win. */
const asBoard = (
  { rules, solver, start, moves }: PuzzleFacts,
  reader: string | undefined,
): BoardFacts => ({
  board: 0,
  revision: 0,
  rules,
  black: solver === 'black' ? (reader ?? '') : '',
  white: solver === 'white' ? (reader ?? '') : '',
  start,
  moves,
  outcome: undefined,
  past: false,
  events: [],
  whole: true,
  comment: undefined,
});
