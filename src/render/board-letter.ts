import { findGame, gameOf, storedPosition } from '../engine/registry.ts';
import type { Colour } from '../engine/shape/types.ts';
import { sideOf } from '../engine/shape/view.ts';
import { makeSize } from '../engine/stones/notation.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { shownLimits } from '../limits.ts';
import { exampleOf, type PuzzleFacts } from '../match/puzzle/attempt.ts';
import { makeRecord } from '../match/record/record.ts';
import { robotNamed } from '../match/types.ts';
import { say, type Wording } from '../sentence.ts';
import { type BoardDrawing, boardInShort } from './ascii.ts';
import { linkedLine, withArrows } from './blocks/drawn-blocks.ts';
import { drawnCells } from './board-cells.ts';
import { type BoardPage, boardPage } from './board-page.ts';
import { boardSubject, glanceAt } from './glance/glance.ts';
import {
  type AttachedText,
  areCells,
  type Content,
  cellLinks,
  commandLink,
  type Link,
  moveLinks,
  type ReplyTo,
  type SizeLevel,
  type Taps,
} from './links.ts';
import type { Album } from './picture/album.ts';
import { longestSide } from './picture/ground.ts';

/** The text that mail programs show next to the subject: first line and comment. */
function preheaderOf(line: string, whose: string, comment: BoardFacts['comment']): string {
  if (!comment) return line;
  const words = comment.text.replace(/\s+/g, ' ').trim();
  const text = `${line} ${whose} ${words}`;
  if (text.length <= shownLimits.preheaderChars) return text;
  // Does not split a surrogate pair.
  return `${text.slice(0, shownLimits.preheaderChars).replace(/[\ud800-\udbff]$/, '')}...`;
}

export function boardContent(
  facts: BoardFacts,
  reader: string | undefined,
  words: Wording,
  choices: Choices,
): Content {
  const page = boardPage(facts, reader, words, choices);
  const { also, whose, comment } = page;
  const glance = glanceAt(facts, page, words);
  // Buttons to answer an offer, or for a rematch.
  const next = page.again ? also.slice(0, 1) : page.offer ? also.filter(isAnswer) : [];
  return {
    subject: boardSubject(facts, page, choices),
    preheader: preheaderOf(glance.line, whose, comment),
    template: 'board',
    data: { ...page, glance },
    html: (album, to, without) => {
      const linked = without === 'nothing' ? to : undefined;
      const taps = tapsOf(page, linked, words);
      const shown = htmlBoard(page, words, album, taps, without);
      const offered = linksTo(to, next, words, page.opponent);
      const onward = [page.again, page.other].flatMap((line) =>
        line ? [linkedLine(line, linksTo(to, also))] : [],
      );
      return {
        template: 'player/board',
        data: { ...shown, offered, onward, glance: inSigns(glance, signsIn(page, album)) },
      };
    },
    groups: (to, room, without) => [
      ...moveLinks(page, to, { byCell: without === 'nothing' && isLinked(page), room }),
      {
        title: '',
        links: linksTo(
          to,
          also.filter((each) => !next.includes(each)),
          words,
          page.opponent,
        ),
      },
    ],
    attached: page.over && !facts.past ? [recordOf(facts)] : [],
  };
}

/**
 * Links to replies with a command each.
 *
 * @param words translates labels such as `Take back`; without it, a label is the command
 */
const linksTo = (
  to: ReplyTo | undefined,
  commands: readonly string[],
  words?: Wording,
  userid = '',
): readonly Link[] =>
  to
    ? commands.map((command) => {
        const link = commandLink(to, command);
        if (!words) return link;
        const name = nameOf(command, userid);
        const rules = name === 'another' ? (command.split(' ').findLast(findGame) ?? '') : '';
        const game = findGame(rules)?.name ?? '';
        return { ...link, label: words(say('button', { name, userid, command, game })) };
      })
    : [];

/** The name of a command on its button. */
function nameOf(command: string, opponent: string): string {
  const [name = '', to] = command.split(' ');
  if (name === 'challenge' && to !== 'open') return 'another';
  if (name === 'play' && !command.includes('-level'))
    return robotNamed(opponent) ? 'another' : 'robot';
  return command.includes('#') ? 'before' : name;
}

const isAnswer = (command: string): boolean => /^(?:accept|decline) /.test(command);

/** Whether a comment is so short that the board below it is still on a phone's first screen. */
const isShort = (text: string): boolean =>
  text.length <= shownLimits.commentAboveChars &&
  text.split('\n').length <= shownLimits.commentAboveLines;

/**
 * The signs of the sides in HTML lines: none where a picture shows the stone, in its colour even in dark
 * mode.
 */
const signsIn = ({ signs }: BoardPage, album: Album): BoardPage['signs'] =>
  signs.map((sign) => {
    const isPictured = album.hasPictures && sign.inHtml !== sign.inText;
    return isPictured ? { inText: ` ${sign.inText}`, inHtml: '' } : sign;
  });

/** The lines with the signs of HTML. */
const inSigns = (glance: Glance, signs: BoardPage['signs']): Glance => ({
  ...glance,
  about: withSigns(glance.about, signs),
  notes: glance.notes.map(withArrows),
});

const withSigns = (text: string, signs: BoardPage['signs']): string =>
  signs.reduce((said, { inText, inHtml }) => said.replaceAll(inText, inHtml), text);

/** A line about a board, with the signs of HTML. */
export const inHtmlSigns = (text: string, page: BoardPage, album: Album): string =>
  withSigns(text, signsIn(page, album));

/** The picture of a side's stone, for the line with its player; undefined without pictures. */
const stoneOf = ({ view: { grid }, sides }: BoardDrawing, colour: Colour, album: Album) => {
  const { sign } = sideOf({ sides }, colour);
  const tile = album.tile(
    grid,
    { name: '', thing: { owner: colour, kind: 'stone', sign } },
    undefined,
  );
  return tile && { cid: tile.cid, alt: sign };
};

/** Whether the cells of a page's board are links. */
export const isLinked = ({ drawing, moves }: BoardPage): boolean =>
  drawing !== undefined &&
  !drawing.isWhole &&
  moves.length > 0 &&
  longestSide(drawing.view) <= shownLimits.linkedSide;

/** Whether the sides have stones, and no pieces of other kinds. */
const hasStones = ({ signs }: BoardPage): boolean =>
  signs.every(({ inText, inHtml }) => inText !== inHtml);

/**
 * The effect of taps on a page's board, if any.
 *
 * @param line writes a move in an answer that is not to this board
 */
export const tapsOf = (
  page: BoardPage,
  to: ReplyTo | undefined,
  words: Wording,
  line = (move: string) => move,
): Taps | undefined =>
  to && isLinked(page)
    ? {
        links: cellLinks(page.moves, to, line, (like) =>
          words(like === undefined ? say('tap-choose') : say('tap-type', { like })),
        ),
        says: words(
          say(
            page.isCounted
              ? 'tap-dead'
              : areCells(page.moves)
                ? 'tap-cell'
                : hasStones(page)
                  ? 'tap-stone'
                  : 'tap-piece',
          ),
        ),
      }
    : undefined;

/** The data of a board for an HTML template. */
export function htmlBoard(
  page: BoardPage,
  words: Wording,
  album: Album,
  taps?: Taps,
  without: SizeLevel = 'nothing',
): object {
  const { comment, drawing } = page;
  const signs = signsIn(page, album);
  const isDrawn = without !== 'table';
  const picture = isDrawn && drawing && album.place(drawing, () => boardInShort(drawing, words));
  const rounds = page.rounds.slice(
    without === 'nothing' ? -shownLimits.htmlRounds : -shownLimits.shortenedHtmlRounds,
  );
  return {
    ...page,
    rounds,
    earlier: page.rounds.length - rounds.length,
    state: withSigns(page.state, signs),
    sides: { black: withSigns(page.sides.black, signs), white: withSigns(page.sides.white, signs) },
    stones: drawing &&
      hasStones(page) && {
        black: stoneOf(drawing, 'black', album),
        white: stoneOf(drawing, 'white', album),
      },
    picture,
    diagram: isDrawn ? [] : page.diagram,
    inWords: page.inWords.map(withTiedFiles),
    drawn:
      picture || !isDrawn
        ? undefined
        : drawing && drawnCells(drawing, words, { album, links: taps?.links }),
    tap: taps?.says,
    comment: comment && { by: comment.by, lines: comment.text.split('\n') },
    commentFirst: comment !== undefined && isShort(comment.text),
  };
}

/** No line break between a file and its content: `a Black, b White`. */
const withTiedFiles = (line: string): string =>
  line.replace(/(?<=[:,] )([a-z]{1,2}) /g, '$1\u00a0');

/** The complete match as a file, for programs and archives. */
function recordOf(facts: BoardFacts): AttachedText {
  const { rules, board, black, white, start, moves, outcome, robot } = facts;
  const seats = { black: { userid: black }, white: { userid: white } };
  const first = storedPosition(rules, start, `board ${board}`);
  return {
    name: `${rules}-board-${board}.txt`,
    text: makeRecord({
      rules,
      board,
      ...seats,
      start: first,
      moves,
      outcome,
      ...(robot && { robot }),
    }),
  };
}

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

/** The first lines of a board letter. */
type Glance = ReturnType<typeof glanceAt>;
