import { storedPosition } from '../engine/written.ts';
import type { BoardFacts, Choices } from '../intent.ts';
import { htmlRoundsMax } from '../limits.ts';
import { makeRecord } from '../match/record/record.ts';
import type { Album } from './album.ts';
import { cellsOf } from './board-cells.ts';
import { type BoardPage, boardPage } from './board-page.ts';
import { sidesInWords } from './board-words.ts';
import type { AttachedText, Content, Words } from './content.ts';
import { type Glance, glanceAt, preheaderOf } from './glance/glance.ts';
import { boardSubject } from './glance/subject.ts';
import { commandLink, moveLinks } from './links.ts';

/** What a board letter to one reader consists of. */
export function boardContent(
  facts: BoardFacts,
  reader: string | undefined,
  words: Words,
  choices: Choices,
): Content {
  const page = boardPage(facts, reader, words, choices);
  const { board, also, whose, comment } = page;
  const links = moveLinks(page);
  const glance = glanceAt(facts, page, words);
  return {
    subject: boardSubject(facts, page, choices),
    preheader: preheaderOf(glance.line, whose, comment),
    template: 'board',
    data: { ...page, glance },
    html: (album) => ({
      template: 'player/board',
      data: { ...htmlBoard(page, words, album), glance: inSigns(glance, page) },
    }),
    intro: links.intro,
    groups: (to) => [
      ...links.groups(to),
      { title: '', links: also.map((command) => commandLink(to, command)) },
    ],
    ...(page.watching && { unsubscribe: `unwatch ${board}` }),
    attached: page.over && !facts.past ? [recordOf(facts)] : [],
  };
}

/** The same lines with the signs that stones have in an HTML part. */
const inSigns = (glance: Glance, { signs }: BoardPage): Glance => ({
  ...glance,
  about: withSigns(glance.about, signs),
});

const withSigns = (text: string, signs: BoardPage['signs']): string =>
  signs.reduce((said, { inText, inHtml }) => said.replaceAll(inText, inHtml), text);

/** A board for an HTML template, in which stones have other signs than in the text. */
export function htmlBoard(page: BoardPage, words: Words, album: Album): object {
  const { clock, offer, queued, rating, hindsight, comment, sight, signs } = page;
  const notes = [clock, offer, queued, rating, hindsight].filter((note) => note !== undefined);
  const picture = sight && album.place(sight, () => sidesInWords(sight, words).join('. '));
  const rounds = page.rounds.slice(-htmlRoundsMax);
  return {
    ...page,
    rounds,
    // The number of a round is that of its first ply, and plies are counted from 1.
    earlier: (rounds[0]?.ply ?? 1) - (page.rounds[0]?.ply ?? 1),
    state: withSigns(page.state, signs),
    notes,
    sides: { black: withSigns(page.sides.black, signs), white: withSigns(page.sides.white, signs) },
    picture,
    drawn: picture ? undefined : sight && cellsOf(sight, words),
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
