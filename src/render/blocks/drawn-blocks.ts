import {
  type LineView,
  type Spot,
  STONE_SIDES,
  type Thing,
  type View,
} from '../../engine/shape/view.ts';
import type { Wording } from '../../sentence.ts';
import {
  BOARD_MARGIN,
  type BoardDrawing,
  type BoardView,
  boardAtAGlance,
  drawBoard,
} from '../ascii.ts';
import { drawnCells, signsOf } from '../board-cells.ts';
import type { Link, Taps } from '../links.ts';
import type { Album, PlacedPicture } from '../picture/album.ts';
import { type Block, blocksOf, outdent } from './blocks.ts';

interface DrawingOptions {
  readonly words: Wording;
  readonly album: Album;
  /** Known boards of the text; others are parsed from their diagrams. */
  readonly drawings?: readonly BoardDrawing[] | undefined;
  /** Effects of taps on known boards. */
  readonly taps?: Taps | undefined;
  /** A board of the game whose boards are parsed. */
  readonly like?: BoardView | undefined;
  /** The text explains signs: diagrams stay text. */
  readonly keepsDiagrams?: boolean;
  /** Help for a command: text next to labels is typed. */
  readonly typed?: boolean;
  /** Links for lines that end with a command, and for lists of commands. */
  readonly links?: readonly Link[];
  /** The main actions of the letter. */
  readonly buttons?: readonly Link[] | undefined;
}

/** A text, and the link of its final command, if any. */
interface LinkedLine {
  readonly text: string;
  readonly link: Link | undefined;
}

interface LinkedTerm extends LinkedLine {
  readonly term: string;
  /** A label for the text next to it, not to type. */
  readonly isLabel: boolean;
}

interface DrawnStep {
  readonly number: number;
  readonly line: string;
  readonly blocks: readonly DrawnBlock[];
}

/** Kinds of blocks that are drawn as they are. */
type UnchangedKind = Exclude<Block['kind'], 'prose' | 'terms' | 'steps'>;

/** A block for the template `part/blocks`. */
type DrawnBlock =
  | Extract<Block, { readonly kind: UnchangedKind }>
  | { readonly kind: 'prose'; readonly lines: readonly LinkedLine[] }
  | (Omit<Extract<Block, { readonly kind: 'terms' }>, 'terms'> & {
      readonly terms: readonly LinkedTerm[];
      /** The text next to the terms is typed too. */
      readonly typed: boolean;
    })
  | { readonly kind: 'buttons'; readonly links: readonly Link[] }
  /** Boards, side by side if they fit, and the effect of a tap. */
  | { readonly kind: 'boards'; readonly boards: readonly DrawnBoard[]; readonly tap?: string }
  /** A board, with its description next to it. */
  | { readonly kind: 'card'; readonly board: Sketch; readonly terms: readonly LinkedTerm[] }
  | { readonly kind: 'steps'; readonly steps: readonly DrawnStep[] };

/** A board to look at, not to play on: a picture, or signs without pictures. */
type Sketch =
  | { readonly picture: PlacedPicture }
  | { readonly picture?: undefined; readonly signs: DrawnBoard };

/** A capitalized word, as typed text is lower case. */
const LABEL = /^\p{Lu}\p{Ll}/u;
/** Size of a board next to its description, on any screen. */
const CARD_PX = 150;

/** A small board without coordinates, which would be illegible. */
export function sketchOf(seen: BoardDrawing, words: Wording, album: Album): Sketch {
  const drawing = { ...seen, coordinates: false };
  const picture = album.sketch(drawing, CARD_PX, () => boardAtAGlance(drawing, words));
  return picture ? { picture } : { signs: drawnCells(drawing, words, SMALL) };
}
const SMALL = { widthPx: CARD_PX, isSmall: true };

/**
 * The blocks of a letter's text for HTML: boards drawn instead of diagrams, the signs of the sides as on
 * these boards, and links for text to type.
 */
export function drawnBlocks(text: string, options: DrawingOptions): readonly DrawnBlock[] {
  const { drawings = [] } = options;
  const known = new Map(
    drawings.map((drawing) => [outdent(drawBoard(drawing)).join('\n'), drawing]),
  );
  const blocks = blocksOf(text, (lines) => known.has(outdent(lines).join('\n')));
  const boards = new Map<Block, readonly BoardDrawing[]>();
  for (const block of allOf(blocks)) {
    if (block.kind !== 'diagram' || options.keepsDiagrams) continue;
    const drawing = known.get(block.lines.join('\n'));
    const seen = drawing ? [drawing] : parseDrawings(block.lines, options.like);
    if (seen) boards.set(block, seen);
  }
  return withButtons(makeBlockDrawer(boards, options)(blocks), options.buttons ?? []);
}

/**
 * Puts the buttons where a phone shows them without scrolling: below the first terms, or the line that ends
 * with the command of the first button, if that comes first. Else they are at the end.
 */
function withButtons(blocks: readonly DrawnBlock[], links: readonly Link[]): readonly DrawnBlock[] {
  const [first] = links;
  if (!first) return blocks;
  const at = blocks.findIndex(
    (block) =>
      block.kind === 'card' ||
      block.kind === 'terms' ||
      (block.kind === 'prose' && block.lines.some(({ link }) => link?.href === first.href)),
  );
  return blocks.toSpliced(at < 0 ? blocks.length : at + 1, 0, { kind: 'buttons', links });
}

/** Replaces ASCII arrows by Unicode ones, for HTML. */
export const withArrows = (text: string): string => text.replaceAll(' -> ', ' \u2192 ');

const allOf = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.kind === 'steps' ? block.steps.flatMap((step) => allOf(step.blocks)) : [block],
  );

/** Makes the function that draws blocks, with the boards of their diagrams. */
function makeBlockDrawer(
  boards: ReadonlyMap<Block, readonly BoardDrawing[]>,
  { words, album, drawings = [], taps, links = [], typed = false }: DrawingOptions,
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
        return board
          ? [{ kind: 'card', board: sketchOf(board, words, album), terms }]
          : [{ ...block, terms, typed: typed && terms.every((term) => term.isLabel) }];
      }
      case 'diagram': {
        const seen = boards.get(block);
        if (!seen) return [block];
        // Drawn next to the terms.
        if (before?.kind === 'terms' && onlyBoard(seen)) return [];
        const tapped = seen.every((drawing) => drawings.includes(drawing)) ? taps : undefined;
        const showing = { album, links: tapped?.links };
        return [
          {
            kind: 'boards',
            boards: seen.map((drawing) => drawnCells(drawing, words, showing)),
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

/** A text without its final command, and the link of that, if any. */
export function linkedLine(line: string, links: readonly Link[]): LinkedLine {
  for (const link of links) {
    if (line.endsWith(`: ${link.label}`)) return { text: line.slice(0, -link.label.length), link };
  }
  return { text: line, link: undefined };
}

/**
 * Adapts the signs in a text to the drawn boards. A side named by its colour needs no sign: `Black (#)`
 * becomes Black. Others get the signs of HTML.
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

const onlyBoard = (drawings: readonly BoardDrawing[] | undefined): BoardDrawing | undefined => {
  const [only, ...more] = drawings ?? [];
  return more.length === 0 ? only : undefined;
};

/** Where a board is in a diagram: the column of its first file, and its files. */
interface BoardColumns {
  readonly at: number;
  readonly files: readonly string[];
}

/** The files of a board: `a b c`. */
const FILES = /(?<=^ *| {3,})a(?: [b-z])*(?= {3,}|$)/g;

/**
 * Parses a diagram in the form of `drawBoard`, of one board or several side by side, to draw it like a real
 * board.
 *
 * @param like a board of the game, with its sides, things and dark squares
 * @returns undefined if drawing the result differs from the diagram
 */
export function parseDrawings(
  lines: readonly string[],
  like: BoardView = { sides: STONE_SIDES, view: { grid: 'squares', files: [], lines: [] } },
): readonly BoardDrawing[] | undefined {
  const known = like.view.lines.flatMap(({ spots }) => spots.flatMap((spot) => spot ?? []));
  const stones = like.sides.map(
    ({ colour, sign }): Thing => ({ owner: colour, kind: 'stone', sign }),
  );
  const legend: Legend = {
    sides: like.sides,
    edges: like.view.edges,
    things: new Map(
      [...stones, ...(like.view.later ?? []), ...known.flatMap(({ thing }) => thing ?? [])].map(
        (thing) => [thing.sign, thing],
      ),
    ),
    dark: new Set(known.flatMap(({ name, tone }) => (tone === 'dark' ? name : []))),
  };
  const padded = lines.map((line) => ' '.repeat(BOARD_MARGIN) + line.trimEnd());
  const frames = [...(padded[0] ?? '').matchAll(FILES)].map(
    ({ index: at, 0: files }): BoardColumns => ({ at, files: files.split(' ') }),
  );
  if (frames.length === 0) return undefined;
  // Points are written like squares.
  const upright = like.view.grid === 'points' ? 'points' : 'squares';
  for (const grid of [upright, 'hexes'] as const) {
    const drawings = frames.map((frame) => parseDrawing(padded, frame, grid, legend));
    if (beside(drawings, frames).join('\n') === padded.join('\n')) return drawings;
  }
  return undefined;
}

/** The meaning of the signs of a diagram. */
interface Legend extends Pick<BoardView, 'sides'> {
  readonly edges: View['edges'];
  readonly things: ReadonlyMap<string, Thing>;
  /** The names of dark spots. */
  readonly dark: ReadonlySet<string>;
}

/** Parses one board; drawing it again detects other text. */
function parseDrawing(
  [, ...below]: readonly string[],
  { at, files }: BoardColumns,
  grid: View['grid'],
  { sides, things, dark, edges }: Legend,
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
      const thing = things.get(sign);
      if (sign === ' ') return undefined;
      return { name, ...(dark.has(name) && { tone: 'dark' }), ...(thing && { thing }) };
    });
    return { label, shift: grid === 'hexes' ? rank : 0, spots };
  });
  return {
    view: { grid, files, lines, ...(edges && { edges }) },
    sides,
    marks: { reached, vacated, turned: new Set() },
    coordinates: true,
  };
}

/** Boards side by side, as in a diagram. */
function beside(
  drawings: readonly BoardDrawing[],
  frames: readonly BoardColumns[],
): readonly string[] {
  const drawn = drawings.map(drawBoard);
  return (drawn[0] ?? []).map((_, line) =>
    frames.reduce(
      (left, { at }, board) => left.padEnd(at - BOARD_MARGIN) + (drawn[board]?.[line] ?? ''),
      '',
    ),
  );
}

/** A board for an HTML table, top rank first. */
type DrawnBoard = ReturnType<typeof drawnCells>;
