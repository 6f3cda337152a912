import { storedPosition } from '../engine/written.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { htmlRoundsFew, htmlRoundsMax, linkedSideMax } from '../limits.ts';
import { makeRecord } from '../match/record/record.ts';
import { say } from '../sentence.ts';
import { cellsOf } from './board-cells.ts';
import { type BoardPage, boardPage } from './board-page.ts';
import { sidesInWords } from './board-words.ts';
import type { AttachedText, Content, Thrift, Words } from './content.ts';
import { cellLinks, commandLink, moveLinks, type ReplyTo } from './links.ts';
import type { Album } from './picture/album.ts';
import { longestSide } from './picture/ground.ts';

/** What a board letter to one reader consists of. */
export function boardContent(
  facts: BoardFacts,
  reader: string | undefined,
  words: Words,
  choices: Choices,
): Content {
  const page = boardPage(facts, reader, words, choices);
  const { game, board, black, white, also, turn } = page;
  return {
    subject:
      choices['subject'] === 'classic' && turn !== undefined
        ? say('subject-board-classic', { game, board, userid: turn })
        : say('subject-board', { game, board, black, white }),
    template: 'board',
    data: page,
    html: (album, to, without) => ({
      template: 'player/board',
      data: htmlBoard(page, words, album, without === 'nothing' ? to : undefined, { without }),
    }),
    groups: (to, room, without) => [
      ...moveLinks(page, to, { byCell: without === 'nothing' && isLinked(page), room }),
      { title: '', links: also.map((command) => commandLink(to, command)) },
    ],
    ...(page.watching && { unsubscribe: `unwatch ${board}` }),
    attached: page.over && !facts.past ? [recordOf(facts)] : [],
  };
}

/** Whether the cells of a page's board are links. */
const isLinked = ({ sight, moves }: BoardPage): boolean =>
  sight !== undefined &&
  !sight.isWhole &&
  moves.length > 0 &&
  longestSide(sight.view) <= linkedSideMax;

/**
 * A board for an HTML template, in which stones have other signs than in the text.
 *
 * @param to where a tap on a cell sends its move; undefined where it does nothing
 * @param before what the move needs in front of it, in an answer that is not to this board
 * @param without what it leaves out
 */
export function htmlBoard(
  page: BoardPage,
  words: Words,
  album: Album,
  to?: ReplyTo,
  { before = '', without = 'nothing' }: { before?: string; without?: Thrift } = {},
): object {
  const { clock, offer, queued, rating, hindsight, comment, sight } = page;
  const notes = [clock, offer, queued, rating, hindsight].filter((note) => note !== undefined);
  const inSigns = (text: string) =>
    page.signs.reduce((said, { inText, inHtml }) => said.replaceAll(inText, inHtml), text);
  const isTable = without !== 'table';
  const picture =
    isTable && sight && album.place(sight, () => sidesInWords(sight, words).join('. '));
  const links = to && isLinked(page) ? cellLinks(page.moves, to, before) : undefined;
  const rounds = page.rounds.slice(without === 'nothing' ? -htmlRoundsMax : -htmlRoundsFew);
  return {
    ...page,
    rounds,
    // The number of a round is that of its first ply, and plies are counted from 1.
    earlier: (rounds[0]?.ply ?? 1) - (page.rounds[0]?.ply ?? 1),
    state: inSigns(page.state),
    notes,
    sides: { black: inSigns(page.sides.black), white: inSigns(page.sides.white) },
    picture,
    diagram: isTable ? [] : page.diagram,
    drawn:
      picture || !isTable
        ? undefined
        : sight && cellsOf(sight, words, { album, ...(links && { links }) }),
    comment: comment && { by: comment.by, lines: comment.text.split('\n') },
  };
}

/** The whole match as a file, for programs and for a drawer. */
function recordOf({ rules, board, black, white, start, moves, outcome }: BoardFacts): AttachedText {
  const seats = { black: { userid: black }, white: { userid: white } };
  const first = storedPosition(rules, start, `board ${board}`);
  return {
    name: `${rules}-board-${board}.txt`,
    text: makeRecord({ rules, board, ...seats, start: first, moves, outcome }),
  };
}
