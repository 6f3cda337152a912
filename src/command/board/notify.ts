import type { Command } from '../shape/types.ts';
import { lookingOn } from './looking-on.ts';

/** Tells somebody who does not play in a match how it ends. */
export const notify: Command = lookingOn(
  'notify',
  'result',
  'tells you how a match of others ends',
);
