import { fitsRow } from '../command/letters/morning-facts.ts';
import { gameOf } from '../engine/registry.ts';
import type { BoardFacts, Choices, Message, MorningFacts, MorningRow } from '../intent.ts';
import { morningLimits } from '../limits.ts';
import { type Sentence, say, type Wording } from '../sentence.ts';
import { escapeMarkup } from './ascii.ts';
import { htmlBoard, isLinked, tapsOf } from './board-letter.ts';
import { boardPage } from './board-page.ts';
import { areCells, type Content, commandInNewLetter, type Link, type ReplyTo } from './links.ts';
import type { Album } from './picture/album.ts';
import { drawList, firstWords, MARGIN } from './wrap.ts';

/** The reader of a letter of the day; `to` is undefined if links cannot send replies. */
interface Reader {
  readonly userid: string | undefined;
  readonly choices: Choices;
  readonly to: Pick<ReplyTo, 'address'> | undefined;
  readonly words: Wording;
}

/** The content of a letter of the day: one table, and some of its boards below. */
export function morningContent(facts: MorningFacts, reader: Reader): Content {
  const { words } = reader;
  const { turns, board, more } = facts;
  const excerpts = new Map(
    facts.boards.flatMap(({ board: number, comment }) =>
      comment ? [[number, excerptOf(comment.text)] as const] : [],
    ),
  );
  const rows = facts.rows.map((row) => rowPage(row, excerpts.get(row.board), reader));
  const below = facts.boards.flatMap((each, at) => belowPage(each, at < facts.drawn, reader));
  const { title, heads, aligned, lines } = drawList(listOf(facts), words);
  /** A row of the table, and below it the other player's words, with their margin. */
  const withGlance = (line: string, at: number) => {
    const glance = rows[at - 1]?.glance;
    return glance === undefined ? [line] : [line, `${MARGIN}${glance}`];
  };
  const page = {
    title,
    says: facts.says.map(words),
    more: more > 0 ? words(say('morning-more', { count: more })) : undefined,
    how: howTo(facts, below).map(words),
  };
  return {
    subject: say('subject-morning', { turns, board }),
    data: { ...page, lines: lines.flatMap(withGlance), below },
    html: (album: Album, replyTo) => ({
      template: 'player/morning',
      data: {
        ...page,
        heads,
        aligned,
        rows,
        tap: reader.to ? words(say('morning-tap')) : undefined,
        below: below.map((each) => {
          const taps = tapsOf(each, replyTo, words, each.line);
          return { ...each, ...htmlBoard(each, words, album, taps) };
        }),
      },
    }),
  };
}

/** The letter with one drawn board fewer; undefined if none is drawn. */
export function withFewerBoards(message: Message): Message | undefined {
  if (message.kind !== 'morning' || !(message.facts.drawn > 0)) return undefined;
  return { ...message, facts: { ...message.facts, drawn: message.facts.drawn - 1 } };
}

const listOf = ({ turns, rows }: MorningFacts) => ({
  title: say('morning-turns', { count: turns }),
  columns: [
    say('column-board'),
    say('column-game'),
    say('column-against'),
    say('column-days-left'),
    say('column-last-move'),
  ],
  rows: rows.map(({ board, rules, against, left, state, last }) => [
    board,
    gameOf(rules).name,
    against,
    left ?? say('left-in-list', { state }),
    last ?? '',
  ]),
  below: [],
});

/** A row of the table; `glance` is the beginning of the other player's words. */
function rowPage(row: MorningRow, glance: string | undefined, { words, to }: Reader) {
  const { board, rules, against, left, state, last = '' } = row;
  return {
    board,
    game: gameOf(rules).name,
    against,
    left: left === undefined ? words(say('left-in-list', { state })) : String(left),
    last,
    glance,
    /** A link to a letter that requests the board. */
    show: to && commandInNewLetter(to.address, `show ${board}`),
  };
}

const excerptOf = (text: string): string =>
  fitsRow(text) ? text : firstWords(text, morningLimits.commentChars);

/** A board below the table, or only its comment; none if the table says it all. */
function belowPage(facts: BoardFacts, isDrawn: boolean, { userid, choices, to, words }: Reader) {
  const isToldAbove = fitsRow(facts.comment?.text ?? '');
  if (!isDrawn && isToldAbove) return [];
  const page = boardPage(facts, userid, words, choices);
  const moves = isDrawn ? page.moves.flatMap((group) => group.moves) : [];
  const [first] = moves;
  const { board } = facts;
  const ply = facts.moves.length + 1;
  /** A move in a letter with several boards is for this position only. */
  const line = (move: string) => `move ${board} ${move} #${ply}`;
  // A board with linked cells needs no list of them.
  const hasLinkedCells = isLinked(page) && areCells(page.moves);
  const shown = hasLinkedCells || moves.length > morningLimits.moveLinks ? [] : moves;
  const linkTo = ({ address }: Pick<ReplyTo, 'address'>, move: string): Link => {
    const href = commandInNewLetter(address, line(move));
    return { label: move, href, attribute: escapeMarkup(href) };
  };
  return [
    {
      ...page,
      isDrawn,
      line,
      drawing: isDrawn ? page.drawing : undefined,
      comment: isToldAbove ? undefined : page.comment,
      /** How to move on it, in a reply to this letter. */
      how:
        first === undefined ? undefined : words(say('morning-move', { board, move: first, ply })),
      links: to ? shown.map((move) => linkTo(to, move)) : [],
    },
  ];
}

/** How to request a board, and how to write a move if no board below shows it. */
const howTo = (
  { rows: [first], how }: MorningFacts,
  below: ReturnType<typeof belowPage>,
): readonly Sentence[] => [
  ...(first ? [say('morning-show', { board: first.board })] : []),
  ...(how && below.every((each) => each.how === undefined) ? [how] : []),
];
