import { refuseWith } from '../../src/command/shape/decision.ts';
import type { Change, Decision, Effects } from '../../src/command/shape/types.ts';
import type { Intent, Section } from '../../src/intent.ts';

/** The compiler is the test: each line that must not compile says so. Nothing here is ever run. */

export function aRefusalDoesNothing(
  section: Section,
  changes: readonly Change[],
  did: Effects,
): void {
  const letters: readonly Intent[] = [];
  // @ts-expect-error a refused command changes nothing
  const changed: Decision = { refused: true, section, changes };
  // @ts-expect-error and writes to nobody
  const written: Decision = { refused: true, section, letters };
  // @ts-expect-error not even what was decided before
  const after: Decision = { ...did, refused: true, section };
  // @ts-expect-error
  const refused: Decision = { ...refuseWith(section), ...did };
  // @ts-expect-error nor is it silent
  const silent: Decision = { refused: true, section: undefined };
  for (const each of [changed, written, after, refused, silent]) {
    // @ts-expect-error only what is not refused has changes to carry out
    each.changes.map(({ do: what }) => what);
    if (!each.refused) each.changes?.map(({ do: what }) => what);
  }
}
