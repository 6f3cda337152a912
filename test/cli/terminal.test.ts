import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { listing } from '../../src/cli/look/lists.ts';
import { readStandardInput, ttyOf, unstyled } from '../../src/cli/tty.ts';
import { turnpost } from '../../src/cli/turnpost.ts';
import { collectingTerminal } from '../support/run/collecting-terminal.ts';

/** What a person at a terminal sees and is asked, and what a pipe meets none of. */

const ESCAPE = '\u001b';

/** The streams of a process, at a terminal or not. */
function processAt(terminal: boolean, colours = terminal) {
  const written: string[] = [];
  const stream = {
    isTTY: terminal,
    hasColors: () => colours,
    write: (text: string) => written.push(text),
  };
  return {
    written,
    face: ttyOf({ stdin: stream, stdout: stream, stderr: stream } as unknown as typeof process),
  };
}

describe('a pipe', () => {
  it('gets no colour and no progress, and is asked nothing', async () => {
    const { face, written } = processAt(false, true);
    expect(face.paint('red', 'x')).toBe('x');
    face.progress('50 of 100');
    face.progress('');
    expect(await face.confirm('Go on?')).toBe(true);
    expect(written).toEqual([]);
  });
});

describe('a terminal', () => {
  it('gets colours, and progress in the place of the last', () => {
    const { face, written } = processAt(true);
    expect(face.paint('red', 'x')).toBe(`${ESCAPE}[31mx${ESCAPE}[39m`);
    face.progress('');
    expect(written).toEqual([]);
    face.progress('50 of 100');
    face.progress('');
    face.progress('');
    expect(written).toEqual([`\r${ESCAPE}[K50 of 100`, `\r${ESCAPE}[K`]);
  });

  it.each([
    ['y\n', true],
    ['YES \n', true],
    ['n\n', false],
    ['\n', false],
    ['yesterday\n', false],
    // The input has ended.
    ['', false],
  ])('is asked before much is done: %j', async (typed, goesOn) => {
    const stdin = Object.assign(Readable.from([typed]), { isTTY: true });
    const stderr = Object.assign(new PassThrough(), { isTTY: true, hasColors: () => true });
    const face = ttyOf({ stdin, stderr, stdout: {} } as unknown as typeof process);
    expect(await face.confirm('Go on?')).toBe(goesOn);
    expect(String(stderr.read())).toBe(`Go on? [y/N] ${typed === '' ? '\n' : ''}`);
  });

  it('without colours gets plain lines', () => {
    const { face, written } = processAt(true, false);
    expect(face.paint('red', 'x')).toBe('x');
    face.progress('50 of 100');
    face.progress('');
    expect(written).toEqual(['50 of 100\n']);
  });
});

describe('a command that reads its input to the end', () => {
  it('is no place to wait in for a letter that nobody types', async () => {
    const { terminal, printed, complaints } = collectingTerminal({ isInteractive: true });
    expect(await turnpost(['receive'], terminal)).toBe(64);
    expect(printed).toEqual([]);
    expect(complaints.join('\n')).toContain('\n  turnpost receive < letter.eml');
  });

  it('tells whoever types a text how to end it, and a pipe nothing', async () => {
    const { terminal, complaints } = collectingTerminal({
      input: (async function* () {
        yield Buffer.from('Hello');
      })(),
    });
    const read = async (isInteractive: boolean) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of readStandardInput({ ...terminal, isInteractive }))
        chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    expect(await read(false)).toBe('Hello');
    expect(complaints).toEqual([]);
    await read(true);
    expect(complaints).toEqual(['Type the text, and then Ctrl-D on a line of its own.']);
  });
});

describe('a list', () => {
  const list = (rows: Iterable<string>) =>
    listing(rows, {
      fields: [
        { title: 'WORD', name: 'row', value: (row: string) => row, style: () => 'red' as const },
        { title: 'CHARS', right: true as const, value: (row: string) => row.length },
      ],
      none: 'None.',
      hint: 'A hint.',
    });
  const loud = (style: string, text: string) => `<${style} ${text}>`;

  it('has columns that fit, also where words are coloured', () => {
    expect([...list(['one', 'seventeen'])({ json: false, paint: unstyled })]).toEqual([
      'WORD       CHARS',
      'one            3',
      'seventeen      9',
      'A hint.',
    ]);
    expect([...list(['one', 'seventeen'])({ json: false, paint: loud })]).toEqual([
      '<bold WORD>       <bold CHARS>',
      '<red one>            3',
      '<red seventeen>      9',
      'A hint.',
    ]);
  });

  it('shows no character that could move a cursor or turn the line', () => {
    const odd = ['\u001b[2J', '\u009b1m', 'a\nb', '\u202ea', '\u2028', '\u200b', 'größe'];
    const lines = [...list(odd)({ json: false, paint: unstyled })].slice(1, -1);
    expect(lines.map((line) => line.split(' ')[0])).toEqual([
      ...['?[2J', '?1m', 'a?b', '?a', '?', '?', 'größe'],
    ]);
  });
});
