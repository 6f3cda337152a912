import type { Game } from '../../src/engine/shape/game.ts';
import type { Colour, Move, Position } from '../../src/engine/shape/types.ts';
import { err, ok, type Result } from '../../src/result.ts';
import type { Fault } from './fault.ts';
import { imageKey } from './images.ts';
import {
  HEAD_LINES,
  parseHead,
  parseReplyLine,
  type StrategyHead,
  WINNER_LINE,
} from './strategy-text.ts';

/** What a check asks of a game: its rules alone, and nothing that searches. */
export type Rules = Pick<
  Game,
  | 'sides'
  | 'start'
  | 'parsePosition'
  | 'makePosition'
  | 'parseMove'
  | 'makeMove'
  | 'legalMoves'
  | 'play'
  | 'outcome'
  | 'equivalents'
>;

/** A line of the strategy: what the winner does in a position. */
interface Reply {
  readonly line: number;
  readonly position: Position;
  readonly move: Move;
  /** It is on the way from the first position to the one looked at, or all behind it is proven. */
  state: 'new' | 'on-the-way' | 'proven';
}

/** A position in which the other side is to move, on the way to the one looked at. */
interface Step {
  /** The reply that led here; undefined for the first position. */
  readonly reply: Reply | undefined;
  readonly position: Position;
  readonly defences: readonly Move[];
  next: number;
}

/**
 * Checks a strategy, line by line: first each line alone, as it is added, and at the end whether the
 * winner has a reply to everything. It knows the rules, and does not search.
 */
export class StrategyCheck {
  private readonly rulesOf: (rules: string) => Rules | undefined;
  private readonly onProgress: (proven: number) => void;
  private readonly headLines: string[] = [];
  private subject: Subject | undefined;
  private line = 0;
  private readonly replies: Reply[] = [];
  private readonly byImage = new Map<string, Reply>();
  private proven = 0;

  /** @param onProgress is told now and then how many positions are proven */
  constructor(
    rulesOf: (rules: string) => Rules | undefined,
    onProgress: (proven: number) => void = () => {},
  ) {
    this.rulesOf = rulesOf;
    this.onProgress = onProgress;
  }

  /** Takes the next line, without what ends it. After a fault nothing more is added. */
  add(text: string): Fault | undefined {
    this.line++;
    if (this.subject) return this.addReply(text, this.subject);
    this.headLines.push(text);
    return this.headLines.length < HEAD_LINES ? undefined : this.readHead();
  }

  /** Plays everything that the other side can do, when all lines are there. */
  finish(): Result<StrategyHead, Fault> {
    if (!this.subject) {
      const fault = this.readHead();
      if (fault) return err(fault);
    }
    const { subject } = this;
    if (!subject) throw new Error('a head without fault has a subject');
    const { positions } = subject.head;
    if (this.replies.length < positions) {
      return err({ line: this.line + 1, code: 'too-few', positions });
    }
    const fault = this.playAll(subject);
    if (fault) return err(fault);
    const unused = this.replies.find(({ state }) => state === 'new');
    return unused ? err({ line: unused.line, code: 'unused' }) : ok(subject.head);
  }

  private readHead(): Fault | undefined {
    const head = parseHead(this.headLines);
    if ('line' in head) return { ...head, code: 'head' };
    const game = this.rulesOf(head.rules);
    if (!game) return { line: 2, code: 'no-such-game' };
    const start = game.start(head.size);
    if (!start.ok) return { line: 3, code: 'no-such-board' };
    const [first, second] = game.sides;
    const { colour } = head.winner === 'first' ? first : second;
    this.subject = { head, game, start: start.value, winner: colour };
    return undefined;
  }

  private addReply(text: string, { head, game, winner }: Subject): Fault | undefined {
    const { line } = this;
    if (this.replies.length === head.positions) {
      return { line, code: 'too-many', positions: head.positions };
    }
    const written = parseReplyLine(text);
    const read = game.parsePosition(written.position);
    if (!read.ok || game.makePosition(read.value) !== written.position) {
      return { line, code: 'not-a-position' };
    }
    const position = read.value;
    const { cols, rows } = position.board;
    if (cols !== head.size.cols || rows !== head.size.rows) return { line, code: 'other-size' };
    if (game.outcome(position)) return { line, code: 'game-over' };
    if (position.turn !== winner) return { line, code: 'not-to-move' };
    const move = game.parseMove(position, written.reply);
    if (!move.ok || game.makeMove(move.value, position) !== written.reply) {
      return { line, code: 'not-a-move' };
    }
    const image = imageKey(game, position);
    const other = this.byImage.get(image);
    if (other) return { line, code: 'twice', other: other.line };
    const reply: Reply = { line, position, move: move.value, state: 'new' };
    this.replies.push(reply);
    this.byImage.set(image, reply);
    return undefined;
  }

  /** Goes through all plays depth first; the steps stand in an array, for a play may be long. */
  private playAll(subject: Subject): Fault | undefined {
    const { game, start, winner } = subject;
    const steps: Step[] = [];
    if (start.turn === winner) {
      const first = this.byImage.get(imageKey(game, start));
      if (!first) return { line: WINNER_LINE, code: 'no-beginning' };
      const fault = this.playReply(first, subject, steps);
      if (fault) return fault;
    } else {
      const defences = game.legalMoves(start);
      steps.push({ reply: undefined, position: start, defences, next: 0 });
    }
    for (let step = steps.at(-1); step; step = steps.at(-1)) {
      const move = step.defences[step.next++];
      if (move) {
        const fault = this.playDefence(move, step, subject, steps);
        if (fault) return fault;
      } else {
        steps.pop();
        if (step.reply) this.prove(step.reply);
      }
    }
    return undefined;
  }

  private playReply(reply: Reply, { game, winner }: Subject, steps: Step[]): Fault | undefined {
    const { position } = game.play(reply.position, reply.move);
    const outcome = game.outcome(position);
    if (outcome) {
      this.prove(reply);
      return outcome.winner === winner ? undefined : { line: reply.line, code: 'reply-loses' };
    }
    reply.state = 'on-the-way';
    steps.push({ reply, position, defences: game.legalMoves(position), next: 0 });
    return undefined;
  }

  private playDefence(
    move: Move,
    { reply, position }: Step,
    subject: Subject,
    steps: Step[],
  ): Fault | undefined {
    const { game, winner } = subject;
    const fault = (code: 'unanswered' | 'defence-wins' | 'circle'): Fault => ({
      line: reply?.line ?? WINNER_LINE,
      code,
      defence: game.makeMove(move, position),
    });
    const after = game.play(position, move).position;
    const outcome = game.outcome(after);
    if (outcome) return outcome.winner === winner ? undefined : fault('defence-wins');
    const next = this.byImage.get(imageKey(game, after));
    if (!next) return fault('unanswered');
    if (next.state === 'on-the-way') return fault('circle');
    return next.state === 'new' ? this.playReply(next, subject, steps) : undefined;
  }

  private prove(reply: Reply): void {
    reply.state = 'proven';
    this.proven++;
    if (this.proven % REPORT_POSITIONS === 0) this.onProgress(this.proven);
  }
}

/** What a strategy is about. */
interface Subject {
  readonly head: StrategyHead;
  readonly game: Rules;
  readonly start: Position;
  readonly winner: Colour;
}

/** A report comes about once a second. */
const REPORT_POSITIONS = 1024;
