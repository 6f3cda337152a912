import { join } from 'node:path';
import type { Terminal } from '../../../src/cli/command.ts';
import { turnpost } from '../../../src/cli/turnpost.ts';
import { settings } from '../process/settings.ts';
import { collectingTerminal } from '../run/collecting-terminal.ts';
import type { Desk } from './desk.ts';

/** What came of a command line. */
export interface Typed {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Types a command line of `turnpost` beside the server of a desk, words with blanks between. */
export async function typeLine(
  { folder }: Pick<Desk, 'folder'>,
  line: string,
  own: Partial<Terminal> = {},
): Promise<Typed> {
  const before = { ...process.env };
  Object.assign(process.env, {
    ...settings(join(folder, 'turnpost.sqlite')),
  });
  try {
    const { terminal, printed, complaints } = collectingTerminal(own);
    const code = await turnpost(line.split(' '), terminal);
    return { code, out: printed.join('\n'), error: complaints.join('\n') };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
