import { forfeitDaysMax, incrementDaysMax, totalDaysMax } from '../limits.ts';

/** How much time a match gives its players, in whole days. */
export interface Pace {
  /** Days without a move after which a player is reminded, and again after as many; 0: never. */
  readonly nagDays: number;
  /** Days without a move after which the match is lost. */
  readonly forfeitDays: number;
  /** Days for all moves of a player together; undefined: as many as it takes. */
  readonly totalDays: number | undefined;
  /** What each move adds to that total. */
  readonly incrementDays: number;
}

/** As it always was on play-by-mail servers. */
export const USUAL_PACE: Pace = {
  nagDays: 7,
  forfeitDays: 21,
  totalDays: undefined,
  incrementDays: 0,
};

/** Writes a pace: `7/21`, or `7/21/90+1` with a total. `parsePace` reads it back. */
export function makePace({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): string {
  const turn = `${nagDays}/${forfeitDays}`;
  return totalDays === undefined ? turn : `${turn}/${totalDays}+${incrementDays}`;
}

/** @throws Error when it is none: the record is damaged */
export function parsePace(text: string): Pace {
  const [, nag, forfeit, total, increment] = PACE.exec(text) ?? [];
  if (nag === undefined) throw new Error(`damaged pace: ${text}`);
  return {
    nagDays: Number(nag),
    forfeitDays: Number(forfeit),
    totalDays: total === undefined ? undefined : Number(total),
    incrementDays: Number(increment ?? 0),
  };
}

/** The shape of a pace in writing. */
export const PACE = /^(\d+)\/(\d+)(?:\/(\d+)\+(\d+))?$/;

/** Whether a pace is one that players can agree on: what came from elsewhere may be any numbers. */
export function isPossible({ nagDays, forfeitDays, totalDays, incrementDays }: Pace): boolean {
  const turn = forfeitDays <= forfeitDaysMax && nagDays < forfeitDays;
  if (totalDays === undefined) return turn && incrementDays === 0;
  return turn && totalDays >= 1 && totalDays <= totalDaysMax && incrementDays <= incrementDaysMax;
}
