import { gameOf, makePosition } from '../../engine/registry.ts';
import type { Game } from '../../engine/shape/game.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import type { Size } from '../../engine/shape/types.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { Choices, MessageFacts, ShownTerms } from '../../intent.ts';
import { type Sentence, say, type Wording } from '../../sentence.ts';
import { type BoardDrawing, marksOf } from '../ascii.ts';
import { linkedLine, sketchOf } from '../blocks/drawn-blocks.ts';
import { drawPosition } from '../board-page.ts';
import { buttonsFor, type Content, commandGroup, type ReplyTo } from '../links.ts';

/** Facts of a game: `Forms`, and `Steven W. Meyers, 2011`, as far as known. */
export const gameFacts = ({ name, author, year }: Game) => ({
  game: name,
  author,
  year,
  origin: [author, year].filter((each) => each !== undefined).join(', '),
});

export function challengeContent(
  facts: MessageFacts<'challenge'>,
  words: Wording,
  choices: Choices,
  brief: string | undefined,
): Content {
  const { challenger, number, rules, from } = facts;
  const game = gameOf(rules);
  const { shown, drawings } = shownStart(facts, words, choices);
  // A match from a position can only be accepted or declined.
  const other = from ? undefined : `counter ${number} ${otherTerms(facts)}`;
  return {
    subject: say('subject-challenge', { challenger, game: game.name, number }),
    data: {
      ...facts,
      ...gameFacts(game),
      first: words(say(`first-${facts.first}`, { userid: challenger })),
      clock: words(clockOf(facts)),
      rated: words(ratedOf(facts)),
      hints: facts.hints && words(hintsOf(facts)),
      start: from && words(say('challenge-start', { board: from.board, ply: from.ply })),
      ...shown,
      brief,
      other,
    },
    drawings,
    groups: answersTo(facts, other),
    buttons: acceptOrDecline(number, words),
  };
}

/** The content of a counter-challenge: both terms side by side. */
export function counterContent(
  facts: MessageFacts<'counter'>,
  words: Wording,
  choices: Choices,
  brief: string | undefined,
): Content {
  const { number, challenger, before, comment } = facts;
  const other = `counter ${number} ${otherTerms(facts)}`;
  const begins = shownStart(facts, words, choices);
  const [drawing] = begins.drawings;
  const shown = (terms: ShownTerms, first: string, readersWord: string) => ({
    game: gameOf(terms.rules).name,
    size: makeSize(terms),
    clock: words(clockInShort(terms)),
    rated: words(ratedOf(terms)),
    hints: words(hintsOf(terms)),
    first: words(
      say('first-in-list', {
        who: first === 'random' ? 'chance' : first === readersWord ? 'you' : 'they',
      }),
    ),
  });
  const data = {
    ...facts,
    ...shown(facts, facts.first, 'them'),
    // Terms that neither side named are omitted.
    withHints: facts.hints === true || before.hints === true,
    before: { ...before, ...shown(before, before.first, 'me') },
    ...begins.shown,
    brief,
    other,
  };
  return {
    subject: say('subject-counter', { challenger, number }),
    data,
    html: (album, to) => ({
      template: 'player/counter',
      data: {
        ...data,
        ...answersIn(facts, before.number, other, words, to),
        board: drawing && sketchOf(drawing, words, album),
        comment: comment === '' ? [] : comment.split('\n'),
      },
    }),
    groups: answersTo(facts, other),
  };
}

/** All days of a clock; 0 without one. */
const clockOf = ({ pace }: ShownTerms): Sentence =>
  say('clock-of-terms', {
    forfeit: pace?.forfeitDays ?? 0,
    nag: pace?.nagDays ?? 0,
    total: pace?.totalDays ?? 0,
    increment: pace?.incrementDays ?? 0,
  });

const clockInShort = ({ pace }: ShownTerms): Sentence =>
  say('clock-in-short', { forfeit: pace?.forfeitDays ?? 0, total: pace?.totalDays ?? 0 });

const ratedOf = ({ rated }: ShownTerms): Sentence =>
  say('rated-of-terms', { rated: rated ? 'yes' : 'no' });

const hintsOf = ({ hints }: ShownTerms): Sentence =>
  say('hints-of-terms', { hints: hints ? 'yes' : 'no' });

const acceptOrDecline = (number: number, words: Wording) =>
  buttonsFor(words, ['accept', `accept ${number}`], ['decline', `decline ${number}`]);

/** How to answer both terms, a line each, with buttons for a yes and a no. */
function answersIn(
  terms: MessageFacts<'counter'>,
  before: number,
  other: string,
  words: Wording,
  to: ReplyTo | undefined,
) {
  const { number, rules } = terms;
  const links = to ? answersTo(terms, other)(to).flatMap((group) => group.links) : [];
  const lines = [
    say('counter-accept', { before, number }),
    say('counter-decline', { number }),
    say('counter-again', { command: other }),
    say('in-full', { rules }),
  ];
  return {
    buttons: to ? acceptOrDecline(number, words)(to) : [],
    lines: lines.map((line) => linkedLine(words(line), links)),
  };
}

/** Commands of an answer, most likely first. */
const answersTo = ({ number, rules }: MatchTerms & { readonly number: number }, other?: string) =>
  commandGroup(
    `accept ${number}`,
    ...(other === undefined ? [] : [other]),
    `decline ${number}`,
    `help ${rules}`,
  );

type MatchTerms = Pick<ShownTerms, 'rules' | 'cols' | 'rows' | 'first' | 'from'>;

/**
 * The position that a match starts from, or the first one of its game, for the text part and for HTML;
 * `smaller` is the note for a board smaller than that of the match.
 */
export function shownStart(
  { rules, cols, rows, from }: MatchTerms,
  words: Wording,
  choices: Choices,
) {
  const first = from ? undefined : exampleBoard(rules, { cols, rows });
  const position = from?.start ?? first?.position;
  if (position === undefined) {
    return { shown: { diagram: [], inWords: [], smaller: undefined }, drawings: [] };
  }
  const { diagram, inWords, drawing } = drawPosition(position, words, choices);
  const smaller = first?.smaller && words(say('board-smaller', { size: makeSize(first.smaller) }));
  return { shown: { diagram, inWords, smaller }, drawings: drawing ? [drawing] : [] };
}

const OTHER_SIZES: readonly Size[] = [
  { cols: 6, rows: 6 },
  { cols: 8, rows: 8 },
];

/** Different terms, as a draft for a counter-challenge. */
function otherTerms({ rules, cols, rows, first }: MatchTerms): string {
  const game = gameOf(rules);
  const size = [...OTHER_SIZES, game.defaultSize].find(
    (each) => makeSize(each) !== makeSize({ cols, rows }) && game.start(each).ok,
  );
  if (size) return `-size=${makeSize(size)}`;
  return first === 'random' ? '-first=me' : '-first=random';
}

/** A board with every sign of a diagram, after the first legal move of a game. */
export function sampleBoard(rules: RulesId, size: Size = gameOf(rules).defaultSize): BoardDrawing {
  const game = gameOf(rules);
  const start = game.start(size);
  if (!start.ok) throw new Error(`${rules} has no first position (${start.error.code})`);
  const [move] = game.legalMoves(start.value);
  if (!move) throw new Error(`${rules} has no first move`);
  const { position, effects } = game.play(start.value, move);
  const marks = marksOf(effects());
  return { view: game.view(position), sides: game.sides, marks, coordinates: true };
}

/** Maximum side of a board in a challenge. */
const SHOWN_SIDE_MAX = 11;
/** Shown instead of a larger one: its signs are large, and the complete start fits. */
const SHOWN_INSTEAD: Size = { cols: 6, rows: 6 };

/**
 * The first position of a match, to show, and its size if the requested one is too large; undefined if no
 * board of the game is small.
 */
function exampleBoard(rules: RulesId, size: Size) {
  const game = gameOf(rules);
  for (const shown of [size, SHOWN_INSTEAD, game.defaultSize]) {
    if (Math.max(shown.cols, shown.rows) > SHOWN_SIDE_MAX) continue;
    const start = game.start(shown);
    if (start.ok) {
      const smaller = shown === size ? undefined : shown;
      return { position: makePosition(start.value), smaller };
    }
  }
  return undefined;
}
