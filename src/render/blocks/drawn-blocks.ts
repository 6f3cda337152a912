import {
  type LineView,
  type Side,
  type Spot,
  STONE_SIDES,
  type View,
} from '../../engine/shape/view.ts';
import { BOARD_MARGIN, type BoardDrawing, drawSight } from '../ascii.ts';
import { type DrawnBoard, drawnCells, type Showing, signsOf } from '../board-cells.ts';
import { boardAtAGlance } from '../board-words.ts';
import type { Wording } from '../content.ts';
import type { Link, Taps } from '../links.ts';
import type { Album, PlacedPicture } from '../picture/album.ts';
import { type Block, blocksOf, outdent } from './blocks.ts';

/** What is known of a text that an HTML part says anew. */
interface Setting {
  readonly words: Wording;
  /** Where the pictures of its boards come from. */
  readonly album: Album;
  /** The boards that it has drawn, as far as they are known; else they are read from their diagrams. */
  readonly sights?: readonly BoardDrawing[] | undefined;
  /** What a tap on the boards that are known does. */
  readonly taps?: Taps | undefined;
  /** Whose stones stand on the boards that are read. */
  readonly sides?: readonly [Side, Side] | undefined;
  /** It is about the signs: its diagrams stay what they are. */
  readonly inSigns?: boolean;
  /** It is about a command: what stands beside its labels is typed. */
  readonly typed?: boolean;
  /** What a line that ends with a command, or a list of commands, leads to. */
  readonly links?: readonly Link[];
}

/** Words, and the link that they end with, where they name a command that the letter has a link for. */
interface LinkedLine {
  readonly text: string;
  readonly link: Link | undefined;
}

interface LinkedTerm extends LinkedLine {
  readonly term: string;
  /** It is a word for what stands beside it, and nothing to type. */
  readonly isLabel: boolean;
}

interface DrawnStep {
  readonly number: number;
  readonly line: string;
  readonly blocks: readonly DrawnBlock[];
}

type Same = Exclude<Block['kind'], 'prose' | 'terms' | 'steps'>;

/** A block as the template `part/blocks` sets it. */
type DrawnBlock =
  | Extract<Block, { readonly kind: Same }>
  | { readonly kind: 'prose'; readonly lines: readonly LinkedLine[] }
  | (Omit<Extract<Block, { readonly kind: 'terms' }>, 'terms'> & {
      readonly terms: readonly LinkedTerm[];
      /** What stands beside is typed, too. */
      readonly typed: boolean;
    })
  /** What most want to do. */
  | { readonly kind: 'button'; readonly link: Link }
  /** Boards, beside each other where there is room, and what a tap on them does. */
  | { readonly kind: 'boards'; readonly boards: readonly DrawnBoard[]; readonly tap?: string }
  /** A board, and what is said of it at its side. */
  | { readonly kind: 'card'; readonly board: Sketch; readonly terms: readonly LinkedTerm[] }
  | { readonly kind: 'steps'; readonly steps: readonly DrawnStep[] };

/** A board to be looked at, and not played on: a picture, or signs where no pictures are wanted. */
type Sketch =
  | { readonly picture: PlacedPicture }
  | { readonly picture?: undefined; readonly signs: DrawnBoard };

/** What one types is written small. */
const LABEL = /^\p{Lu}\p{Ll}/u;
/** A board beside what is said of it, on every screen. */
const CARD_PX = 150;

/** Without coordinates, which would be too small to read. */
export function sketchOf(seen: BoardDrawing, words: Wording, album: Album): Sketch {
  const sight = { ...seen, coordinates: false };
  const picture = album.sketch(sight, CARD_PX, () => boardAtAGlance(sight, words));
  return picture ? { picture } : { signs: drawnCells(sight, words, SMALL) };
}
const SMALL: Showing = { widthPx: CARD_PX, isSmall: true };

/**
 * The text of a letter for its HTML part: with drawn boards in the place of diagrams, with the signs of
 * the sides as they are on these boards, and with links where it says what to type.
 */
export function drawnBlocks(text: string, setting: Setting): readonly DrawnBlock[] {
  const { sights = [] } = setting;
  const known = new Map(sights.map((sight) => [outdent(drawSight(sight)).join('\n'), sight]));
  const blocks = blocksOf(text, (lines) => known.has(outdent(lines).join('\n')));
  const boards = new Map<Block, readonly BoardDrawing[]>();
  for (const block of allOf(blocks)) {
    if (block.kind !== 'diagram' || setting.inSigns) continue;
    const sight = known.get(block.lines.join('\n'));
    const seen = sight ? [sight] : sightsIn(block.lines, setting.sides ?? STONE_SIDES);
    if (seen) boards.set(block, seen);
  }
  return drawing(boards, setting)(blocks);
}

/** A text keeps to signs that every terminal has; an HTML part has arrows. */
export const withArrows = (text: string): string => text.replaceAll(' -> ', ' \u2192 ');

/** Those between steps, too. */
const allOf = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.kind === 'steps' ? block.steps.flatMap((step) => allOf(step.blocks)) : [block],
  );

function drawing(
  boards: ReadonlyMap<Block, readonly BoardDrawing[]>,
  { words, album, sights = [], taps, links = [], typed = false }: Setting,
): (blocks: readonly Block[]) => readonly DrawnBlock[] {
  const inSigns = inSignsOf(boards);
  const linked = (line: string): LinkedLine => {
    const { text, link } = linkedLine(line, links);
    return { text: inSigns(text), link };
  };
  const linkedTerm = ({ term, text }: { term: string; text: string }): LinkedTerm => ({
    term,
    isLabel: LABEL.test(term),
    text: inSigns(text),
    link: links.find(({ label }) => label === term),
  });
  const drawn = (block: Block, at: number, all: readonly Block[]): readonly DrawnBlock[] => {
    const [before, next] = [all[at - 1], all[at + 1]];
    switch (block.kind) {
      case 'prose':
        return [{ ...block, lines: block.lines.map(linked) }];
      case 'items':
        return [{ ...block, items: block.items.map(inSigns) }];
      case 'terms': {
        const terms = block.terms.map(linkedTerm);
        const board = next && onlyBoard(boards.get(next));
        // What is proposed is taken with one tap, and on a telephone without going further down.
        const [link] = terms.some((term) => term.link) ? [] : links;
        const button = link ? [{ kind: 'button', link } as const] : [];
        return board
          ? [{ kind: 'card', board: sketchOf(board, words, album), terms }, ...button]
          : [{ ...block, terms, typed: typed && terms.every((term) => term.isLabel) }, ...button];
      }
      case 'diagram': {
        const seen = boards.get(block);
        if (!seen) return [block];
        // It stands beside the terms already.
        if (before?.kind === 'terms' && onlyBoard(seen)) return [];
        const tapped = seen.every((sight) => sights.includes(sight)) ? taps : undefined;
        const showing = { album, links: tapped?.links };
        return [
          {
            kind: 'boards',
            boards: seen.map((sight) => drawnCells(sight, words, showing)),
            ...(tapped && { tap: tapped.says }),
          },
        ];
      }
      case 'steps': {
        const steps = block.steps.map((step) => ({ ...step, blocks: step.blocks.flatMap(drawn) }));
        return [{ kind: 'steps', steps }];
      }
      default:
        return [block];
    }
  };
  return (blocks) => blocks.flatMap(drawn);
}

/** Words that end with a command, and its link, where there is one. */
export function linkedLine(line: string, links: readonly Link[]): LinkedLine {
  for (const link of links) {
    if (line.endsWith(`: ${link.label}`)) {
      return { text: line.slice(0, -link.label.length), link };
    }
  }
  return { text: line, link: undefined };
}

/**
 * Puts what a text has to say of signs into words for the boards that are drawn. A side that is called
 * by its colour needs no sign there: `Black (#)` is Black. Others get the signs of an HTML part.
 */
function inSignsOf(boards: ReadonlyMap<Block, readonly BoardDrawing[]>): (text: string) => string {
  const [first] = [...boards.values()].flat();
  if (!first) return withArrows;
  const named: (readonly [string, string])[] = [];
  for (const [at, { inText, inHtml }] of signsOf(first.sides, first.view).entries()) {
    const { name, colour } = first.sides[at] ?? first.sides[0];
    if (inHtml === inText) continue;
    named.push([` ${inText}`, name === colour ? '' : ` ${inHtml}`]);
  }
  return (text) =>
    named.reduce((said, [inText, inHtml]) => said.replaceAll(inText, inHtml), withArrows(text));
}

/** The board of a diagram that has just one. */
const onlyBoard = (sights: readonly BoardDrawing[] | undefined): BoardDrawing | undefined => {
  const [only, ...more] = sights ?? [];
  return more.length === 0 ? only : undefined;
};

/** One of the boards of a diagram: in which column its first file stands, and all its files. */
interface Frame {
  readonly at: number;
  readonly files: readonly string[];
}

/** The files of a board, from the first one: `a b c`. */
const FILES = /(?<=^ *| {3,})a(?: [b-z])*(?= {3,}|$)/g;

/**
 * The boards of a diagram that shows stones as `drawBoard` does, one board or several beside each
 * other: so a page that says in signs what it shows can be drawn like a board that is played on.
 *
 * @param sides whose stones there may be
 * @returns undefined when anything in it would be drawn in another way
 */
export function sightsIn(
  lines: readonly string[],
  sides: readonly [Side, Side],
): readonly BoardDrawing[] | undefined {
  const padded = lines.map((line) => ' '.repeat(BOARD_MARGIN) + line.trimEnd());
  const frames = [...(padded[0] ?? '').matchAll(FILES)].map(
    ({ index: at, 0: files }): Frame => ({ at, files: files.split(' ') }),
  );
  if (frames.length === 0) return undefined;
  for (const grid of ['squares', 'hexes'] as const) {
    const sights = frames.map((frame) => sightIn(padded, frame, grid, sides));
    if (beside(sights, frames).join('\n') === padded.join('\n')) return sights;
  }
  return undefined;
}

/** Reads a board where it should stand; what else is there, is found when it is drawn again. */
function sightIn(
  [, ...below]: readonly string[],
  { at, files }: Frame,
  grid: View['grid'],
  sides: readonly [Side, Side],
): BoardDrawing {
  const reached = new Set<string>();
  const vacated = new Set<string>();
  const lines = below.slice(0, -1).map((line, rank): LineView => {
    const start = at + (grid === 'hexes' ? rank + 1 : 0);
    const label = line.slice(start - BOARD_MARGIN, start - 2).trim();
    const spots = files.map((file, column): Spot | undefined => {
      const name = `${file}${label}`;
      const sign = line.charAt(start + 2 * column);
      if (line.charAt(start + 2 * column - 1) === '[') reached.add(name);
      if (sign === '+') vacated.add(name);
      if (sign === ',') return { name, tone: 'dot' };
      const side = sides.find((each) => each.sign === sign);
      if (side) return { name, thing: { owner: side.colour, kind: 'stone', sign } };
      return sign === ' ' ? undefined : { name };
    });
    return { label, shift: grid === 'hexes' ? rank : 0, spots };
  });
  return {
    view: { grid, files, lines },
    sides,
    marks: { reached, vacated, turned: new Set() },
    coordinates: true,
  };
}

/** Boards as a diagram has them. */
function beside(sights: readonly BoardDrawing[], frames: readonly Frame[]): readonly string[] {
  const drawn = sights.map(drawSight);
  return (drawn[0] ?? []).map((_, line) =>
    frames.reduce(
      (left, { at }, board) => left.padEnd(at - BOARD_MARGIN) + (drawn[board]?.[line] ?? ''),
      '',
    ),
  );
}
