import type { Command } from '../shape/types.ts';
import { lookingOn } from './looking-on.ts';

/** Sends every board of a match to somebody who does not play in it. */
export const watch: Command = lookingOn(
  'watch',
  'boards',
  'sends you every board of a match of others',
  ['subscribe'],
);
