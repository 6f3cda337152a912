import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { play } from './play.ts';
import { parseTranscript, printTranscript } from './transcript.ts';

/**
 * Every transcript is played, and compared with what has really happened. `npm run docs` writes
 * the letters that were sent into the transcripts instead.
 */

const FOLDER = new URL('.', import.meta.url);
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .sort();

describe('what is written and what comes back', () => {
  it.each(NAMES)('%s', async (name) => {
    const transcript = parseTranscript(readFileSync(new URL(name, FOLDER), 'utf8'));
    const played = await play(transcript, () => undefined);
    await expect(printTranscript({ ...transcript, ...played })).toMatchFileSnapshot(name);
  });
});
