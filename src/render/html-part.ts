import { type Block, blocksOf } from './blocks.ts';
import { STONE_SIGNS } from './board-cells.ts';
import type { BoardPage } from './board-page.ts';
import type { LinkGroup } from './links.ts';
import type { Templates } from './templates.ts';

/** What an HTML part consists of besides what its template is given. */
export interface HtmlFrame {
  readonly language: string;
  readonly subject: string;
  /** What stands above the links; empty when there are none. */
  readonly intro: string;
  readonly groups: readonly LinkGroup[];
}

/** Renders a template `part.NAME` of the same language, for use inside another one. */
type Part = (name: string, data: object) => string;

/**
 * The HTML part of a letter: its body from a template of its own where there is one, and else what
 * the text part says, set anew.
 *
 * @param text renders the text part with the line breaks that the HTML part wants
 */
export function renderHtml(
  frame: HtmlFrame,
  body: { readonly template: string; readonly data: object } | { readonly text: () => string },
  templates: Templates,
): string {
  const { language } = frame;
  const part: Part = (name, data) => templates.html(language, `part.${name}`, { ...data, part });
  const content =
    'text' in body
      ? part('blocks', { blocks: blocksOf(body.text()) })
      : templates.html(language, body.template, { ...body.data, part });
  return templates.html(language, 'letter', { ...frame, body: content, part });
}

/** In place of `wrap` for a text that is set anew: a sentence is a paragraph, whatever its length. */
export const unwrapped = (text: string, indent = ''): string =>
  indent === '' ? `${text}\n` : text;

/** A board letter for its HTML template, in which stones have other signs than in the text. */
export function htmlBoard(page: BoardPage): object {
  const { offer, queued, hindsight, comment } = page;
  const notes = [offer, queued, hindsight].filter((note) => note !== undefined);
  return {
    ...page,
    events: page.events.map(inSigns),
    state: inSigns(page.state),
    notes: notes.map(inSigns),
    sides: { black: inSigns(page.sides.black), white: inSigns(page.sides.white) },
    comment: comment && { by: comment.by, lines: comment.text.split('\n') },
  };
}

/** A section of an answer for its HTML template. */
export function htmlSection<
  S extends { readonly page?: string | undefined; readonly board?: BoardPage | undefined },
>(section: S): S & { readonly blocks: readonly Block[]; readonly board: object | undefined } {
  const { page, board } = section;
  return { ...section, blocks: page ? blocksOf(page) : [], board: board && htmlBoard(board) };
}

/** `Black (#)` is the name of a side by its sign in a diagram of text. */
const inSigns = (text: string): string =>
  text.replaceAll('(#)', STONE_SIGNS.black).replaceAll('(O)', STONE_SIGNS.white);
