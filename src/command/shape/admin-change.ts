import type { LetterId } from './admin-reading.ts';

/** A change that only an admin can ask for. */
export type AdminChange =
  | { readonly do: 'suspend-player' | 'restore-player'; readonly playerId: number }
  | { readonly do: 'move-address'; readonly playerId: number; readonly address: string }
  | { readonly do: 'retry-letter'; readonly letter: LetterId };

const ADMIN_CHANGES: ReadonlySet<string> = new Set<AdminChange['do']>([
  'suspend-player',
  'restore-player',
  'move-address',
  'retry-letter',
]);

/** Tells these changes from all others. */
export const isAdminChange = <T extends { readonly do: string }>(
  change: T | AdminChange,
): change is AdminChange => ADMIN_CHANGES.has(change.do);
