import { join } from 'node:path';
import type { Terminal } from '../../../src/cli/command.ts';
import { turnpost } from '../../../src/cli/turnpost.ts';
import { collectingTerminal } from '../run/collecting-terminal.ts';
import { type Desk, GAMES } from './desk.ts';

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
    TURNPOST_ADDRESS: GAMES,
    TURNPOST_IMAP_URL: 'none',
    TURNPOST_SMTP_URL: 'smtp://games:hunter2@127.0.0.1:9',
    TURNPOST_DATABASE: join(folder, 'turnpost.sqlite'),
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
