import type { Game } from '../shape/game.ts';
import { NO_MORE, type SearchStack, WON } from '../shape/search-stack.ts';
import type { Outcome, Position } from '../shape/types.ts';

/** The search stack of any game: position objects, with the hash of each one's text in the array. */
export class GameStack implements SearchStack {
  words = new Int32Array(1024);
  readonly positionLength = KEY_LENGTH;
  readonly keyLength = KEY_LENGTH;
  top = 0;
  private readonly game: Game;
  private readonly places: Place[] = [];

  constructor(game: Game) {
    this.game = game;
  }

  add(position: Position): void {
    this.put(position, this.freedomOf(position));
  }

  push(at: number): number {
    const { position } = this.placeAt(at);
    const freedomBefore = this.freedomOf(position);
    const moves = this.game.legalMoves(position);
    for (const move of this.game.order?.(position, moves) ?? moves) {
      this.put(this.game.play(position, move).position, freedomBefore);
    }
    return NO_MORE;
  }

  evaluate(at: number): number {
    const { position, freedomBefore, outcome } = this.placeAt(at);
    if (outcome) {
      if (outcome.winner === undefined) return 0;
      return outcome.winner === position.turn ? WON : -WON;
    }
    const evaluation = this.game.evaluate?.(position) ?? this.freedomOf(position) - freedomBefore;
    return Math.max(-EVALUATION_MAX, Math.min(EVALUATION_MAX, evaluation));
  }

  isDrawn(at: number): boolean {
    const { outcome } = this.placeAt(at);
    return outcome !== undefined && outcome.winner === undefined;
  }

  isQuiet(at: number): boolean {
    return this.game.isQuiet?.(this.placeAt(at).position) ?? true;
  }

  private freedomOf(position: Position): number {
    return this.game.countMoves?.(position) ?? this.game.legalMoves(position).length;
  }

  private put(position: Position, freedomBefore: number): void {
    const outcome = this.game.outcome(position);
    this.places[this.top / KEY_LENGTH] = { position, freedomBefore, outcome };
    if (this.top + KEY_LENGTH > this.words.length) {
      const more = new Int32Array(2 * this.words.length);
      more.set(this.words);
      this.words = more;
    }
    const text = (this.game.key ?? this.game.makePosition)(position);
    let [one, other] = [0, 0];
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      one = Math.imul(one ^ code, 0x01000193);
      other = Math.imul(other ^ code, 0x9e3779b1);
      other ^= other >>> 13;
    }
    this.words[this.top] = one;
    this.words[this.top + 1] = other;
    this.top += KEY_LENGTH;
  }

  private placeAt(at: number): Place {
    const place = this.places[at / KEY_LENGTH];
    if (!place) throw new Error(`no position stands at ${at}`);
    return place;
  }
}

interface Place {
  readonly position: Position;
  /** Mobility of the other side before this move. */
  readonly freedomBefore: number;
  readonly outcome: Outcome | undefined;
}

const KEY_LENGTH = 2;
const EVALUATION_MAX = WON / 4;
