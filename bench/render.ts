import { performance } from 'node:perf_hooks';
import { BOARD_SAMPLES } from '../sandbox/samples/sample-boards.ts';
import type { BoardFacts, Message } from '../src/intent.ts';
import { composeLetter } from '../src/mail/compose.ts';
import { renderLetter } from '../src/render/letter.ts';
import { makeTemplates } from '../src/render/templates.ts';
import { readTemplateFolder } from '../src/service/process/languages.ts';
import { TEMPLATES } from '../src/service/shell/shell.ts';
import { drawPng, makeDrawer } from '../src/service/thread/renderer.ts';
import { median, say } from './median.ts';

/**
 * How long a board letter takes: in words, as HTML, and as MIME; the median of many, and what one in
 * a hundred takes. Then the picture of the board.
 *
 *   npm run bench render
 */
const LETTERS = 2_000;
const PICTURES = 25;
const templates = makeTemplates(readTemplateFolder(TEMPLATES));
const READERS = ['alice', 'bob'] as const;

const factsOf = (name: string): BoardFacts => {
  const [, message] = BOARD_SAMPLES.find(([each]) => each === name) ?? [];
  if (message?.kind !== 'board') throw new Error(`no board ${name}`);
  return message.facts;
};

const readerOf = (userid: string, pictures?: string) => ({
  userid,
  language: 'en',
  replyTo: 'games+abcdefghijklmnop2345@turnpost.test',
  links: true,
  pictures,
});

const asText = (facts: BoardFacts): Message => ({
  kind: 'board',
  facts: { ...facts, choices: { mail: 'text' } },
});

interface Timed {
  readonly medianMs: number;
  readonly inHundredMs: number;
  /** Of all cores, on average: on a machine with other work this says more than the clock. */
  readonly cpuMs: number;
}

async function time(count: number, work: (at: number) => unknown): Promise<Timed> {
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) {
    const startMs = performance.now();
    await work(at);
    times.push(performance.now() - startMs);
  }
  const { user, system } = process.cpuUsage(before);
  const sorted = times.toSorted((one, next) => one - next);
  return {
    medianMs: median(sorted),
    inHundredMs: sorted[Math.floor(count * 0.99)] ?? 0,
    cpuMs: (user + system) / 1_000 / count,
  };
}

const ms = (value: number): string => `${value.toFixed(3).padStart(9)} ms`;
const row = (name: string, { medianMs, inHundredMs, cpuMs }: Timed) =>
  say(`${name.padEnd(34)}${ms(medianMs)}${ms(inHundredMs)}${ms(cpuMs)}`);

const draw = makeDrawer();
const mime = async (userid: string, message: Message) => {
  const reader = readerOf(userid, 'abc@turnpost.test');
  const { pictures, ...rendered } = renderLetter(message, reader, templates);
  return composeLetter({
    from: { name: 'Turnpost', address: 'games@turnpost.test' },
    to: `${userid}@home.test`,
    replyTo: reader.replyTo,
    messageId: 'abcdefghijklmnop2345.abcdefghijklmnop@turnpost.test',
    inReplyTo: 'one@turnpost.test',
    references: ['one@turnpost.test'],
    date: Date.UTC(2026, 10, 21, 9),
    ...rendered,
    pictures: await Promise.all(pictures.filter(({ isShared }) => isShared).map(draw)),
    autoSubmitted: 'auto-generated',
    listId: 'Turnpost <games.turnpost.test>',
  });
};

say(`${''.padEnd(34)}${'median'.padStart(12)}${'one in 100'.padStart(12)}${'CPU'.padStart(12)}`);
for (const [size, name] of [
  ['8x8', 'board'],
  ['26x26', 'board-26x26'],
] as const) {
  const facts = factsOf(name);
  const message: Message = { kind: 'board', facts };
  const reader = (at: number) => READERS[at % 2] ?? 'alice';
  const render = (what: Message) => (at: number) =>
    renderLetter(what, readerOf(reader(at), 'abc@turnpost.test'), templates);
  // Once without a clock, for the compiler.
  await time(LETTERS / 4, (at) => mime(reader(at), message));
  row(`${size}, text`, await time(LETTERS, render(asText(facts))));
  row(`${size}, text and HTML`, await time(LETTERS, render(message)));
  row(`${size}, text, HTML and MIME`, await time(LETTERS, (at) => mime(reader(at), message)));
  const picture: Message = { kind: 'board', facts: { ...facts, choices: { board: 'picture' } } };
  const { pictures } = renderLetter(picture, readerOf('alice', 'x@turnpost.test'), templates);
  for (const drawn of pictures.filter(({ isShared }) => !isShared)) {
    await drawPng(drawn);
    row(`${size}, the picture`, await time(PICTURES, () => drawPng(drawn)));
  }
}
