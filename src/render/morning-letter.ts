import { fitsRow } from '../command/letters/morning-facts.ts';
import { gameOf } from '../engine/registry.ts';
import type { BoardFacts, Choices, Message, MorningFacts, MorningRow } from '../intent.ts';
import { morningLimits } from '../limits.ts';
import { type Sentence, say, type Wording } from '../sentence.ts';
import { escapeMarkup } from './ascii.ts';
import { htmlBoard, isLinked, tapsOf } from './board-letter.ts';
import { type BoardPage, boardPage } from './board-page.ts';
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

/** A row of the table. */
interface TableRow {
  readonly board: number;
  readonly game: string;
  readonly against: string;
  readonly left: string;
  readonly last: string;
  /** The beginning of the other player's words. */
  readonly glance: string | undefined;
  /** A link to a letter that requests the board. */
  readonly show: string | undefined;
}

/** A board below the table, or only its comment. */
interface BoardBelow extends BoardPage {
  readonly isDrawn: boolean;
  /** The number of the next ply. */
  readonly ply: number;
  /** How to move on it, in a reply to this letter. */
  readonly how: string | undefined;
  readonly links: readonly Link[];
}

/** The content of a letter of the day: one table, and some of its boards below. */
export function morningContent(facts: MorningFacts, reader: Reader): Content {
  const { words } = reader;
  const { turns, board, more } = facts;
  const glances = new Map(
    facts.boards.flatMap(({ board: number, comment }) =>
      comment ? [[number, glanceAt(comment.text)] as const] : [],
    ),
  );
  const rows = facts.rows.map((row) => rowPage(row, glances.get(row.board), reader));
  const below = facts.boards.flatMap((each, at) => belowPage(each, at < facts.drawn, reader));
  const { title, heads, aligned, lines } = drawList(listOf(facts), words);
  const page = {
    title,
    says: facts.says.map(words),
    more: more > 0 ? words(say('morning-more', { count: more })) : undefined,
    how: howTo(facts, below).map(words),
  };
  return {
    subject: say('subject-morning', { turns, board }),
    data: { ...page, lines: lines.flatMap((line, at) => withGlance(line, rows[at - 1])), below },
    html: (album: Album, replyTo) => ({
      template: 'player/morning',
      data: {
        ...page,
        heads,
        aligned,
        rows,
        tap: reader.to ? words(say('morning-tap')) : undefined,
        below: below.map((each) => {
          const line = (move: string) => `move ${each.board} ${move} #${each.ply}`;
          return { ...each, ...htmlBoard(each, words, album, tapsOf(each, replyTo, words, line)) };
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

function rowPage(row: MorningRow, glance: string | undefined, { words, to }: Reader): TableRow {
  const { board, rules, against, left, state, last = '' } = row;
  return {
    board,
    game: gameOf(rules).name,
    against,
    left: left === undefined ? words(say('left-in-list', { state })) : String(left),
    last,
    glance,
    show: to && commandInNewLetter(to.address, `show ${board}`),
  };
}

const glanceAt = (text: string): string =>
  fitsRow(text) ? text : firstWords(text, morningLimits.commentChars);

/** Appends the other player's words to a row, with their margin. */
const withGlance = (line: string, row: TableRow | undefined): readonly string[] =>
  row?.glance === undefined ? [line] : [line, `${MARGIN}${row.glance}`];

function belowPage(
  facts: BoardFacts,
  isDrawn: boolean,
  { userid, choices, to, words }: Reader,
): readonly BoardBelow[] {
  const isToldAbove = fitsRow(facts.comment?.text ?? '');
  if (!isDrawn && isToldAbove) return [];
  const page = boardPage(facts, userid, words, choices);
  const moves = isDrawn ? page.moves.flatMap((group) => group.moves) : [];
  const [first] = moves;
  const factsOf = (move: string) => moveFacts(facts, move);
  // A board with linked cells needs no list of them.
  const hasLinkedCells = isLinked(page) && areCells(page.moves);
  const shown = hasLinkedCells || moves.length > morningLimits.moveLinks ? [] : moves;
  return [
    {
      ...page,
      isDrawn,
      ply: facts.moves.length + 1,
      sight: isDrawn ? page.sight : undefined,
      comment: isToldAbove ? undefined : page.comment,
      how: first === undefined ? undefined : words(say('morning-move', factsOf(first))),
      links: to
        ? shown.map((move) => {
            const { board, ply } = factsOf(move);
            const href = commandInNewLetter(to.address, `move ${board} ${move} #${ply}`);
            return { label: move, href, attribute: escapeMarkup(href) };
          })
        : [],
    },
  ];
}

/** A move as written in a letter with several boards: for this position only. */
const moveFacts = ({ board, moves }: BoardFacts, move: string) => ({
  board,
  move,
  ply: moves.length + 1,
});

/** How to request a board, and how to write a move if no board below shows it. */
const howTo = (
  { rows: [first], how }: MorningFacts,
  below: readonly BoardBelow[],
): readonly Sentence[] => [
  ...(first ? [say('morning-show', { board: first.board })] : []),
  ...(how && below.every((each) => each.how === undefined) ? [how] : []),
];
