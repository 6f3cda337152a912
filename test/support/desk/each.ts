import { afterEach, beforeEach } from 'vitest';
import { type Desk, openBoard, openDesk } from './desk.ts';

/** The desk of the test that is running. */
export let desk: Desk;

/** Gives each test a desk of its own; with terms, board 1 is on it. */
export function eachDesk(terms?: string, options?: Parameters<typeof openDesk>[0]): void {
  beforeEach(async () => {
    desk = openDesk(options);
    if (terms !== undefined) await openBoard(desk, terms);
  });
  afterEach(() => desk.close());
}
