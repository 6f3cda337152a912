import { afterAll, vi } from 'vitest';
import { COMMANDS } from '../../src/command/text/registry.ts';

/** Notes the names of the commands that are carried out and not refused, until the file is done. */
export function noteCommands(note: (name: string) => void): void {
  afterAll(() => void vi.restoreAllMocks());
  for (const command of COMMANDS) {
    const read = command.read.bind(command);
    vi.spyOn(command, 'read').mockImplementation((words, place) => {
      const ready = read(words, place);
      if (!ready.ok) return ready;
      const run: typeof ready.value.run = (context) => {
        const decision = ready.value.run(context);
        if (!decision.refused) note(command.name);
        return decision;
      };
      return { ok: true, value: { ...ready.value, run } };
    });
  }
}
