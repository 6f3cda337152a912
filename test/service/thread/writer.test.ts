import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { GAMES, makePosition } from '../../../src/engine/registry.ts';
import { SETTINGS } from '../../../src/player/settings.ts';
import { readTemplateFolder } from '../../../src/service/process/languages.ts';
import { TEMPLATES } from '../../../src/service/shell/shell.ts';
import { makeRenderer } from '../../../src/service/thread/renderer.ts';
import { makeThreadWriter, type Sheet, type Writer } from '../../../src/service/thread/writer.ts';
import { anySize } from '../../engine/arbitraries.ts';
import { value } from '../../engine/given.ts';

const builtIn = readTemplateFolder(TEMPLATES);

/** The files, with a second language in which one template is another. */
const withOdd = (template: string) =>
  new Map([
    ...builtIn,
    ...[...builtIn].map(([path, text]) => [path.replace(/^en\//, 'odd/'), text] as const),
    ['odd/player/probe.txt.eta', template],
  ]);

const sheet = (language = 'en'): Sheet =>
  ({
    message: { kind: 'probe', facts: {} },
    reader: { userid: 'alice', language, replyTo: 'games+abc@x.test', links: true },
    head: {
      from: { name: 'Turnpost', address: 'games@x.test' },
      to: 'alice@home.test',
      replyTo: 'games+abc@x.test',
      messageId: 'probe@x.test',
      inReplyTo: undefined,
      references: [],
      date: Date.UTC(2026, 10, 21),
      autoSubmitted: 'auto-generated',
      listId: 'Turnpost <games.x.test>',
    },
  }) as Sheet;

let writer: Writer | undefined;
afterEach(async () => {
  await writer?.stop();
});

describe('the thread that writes letters', () => {
  it('writes the same bytes each time, and as they are written without it', async () => {
    writer = makeThreadWriter({ builtIn, fromOperator: new Map() });
    const [one, two] = await Promise.all([writer.write(sheet()), writer.write(sheet())]);
    const direct = await makeRenderer({ builtIn, fromOperator: new Map() })({
      sheet: sheet(),
      mayUseOwn: true,
    });
    expect(direct.ok).toBe(true);
    const text = (raw: typeof one) => raw.ok && Buffer.from(raw.value.raw).toString();
    expect(text(one)).toBe(text(direct));
    expect(text(two)).toBe(text(direct));
  });

  it('says what is wrong with a template, and writes the other letters', async () => {
    writer = makeThreadWriter({
      builtIn: withOdd('<%= it.nothing.at.all %>'),
      fromOperator: new Map(),
    });
    const [failed, other] = await Promise.all([writer.write(sheet('odd')), writer.write(sheet())]);
    expect(failed).toMatchObject({ ok: false, error: expect.stringContaining('TypeError') });
    expect(other.ok).toBe(true);
  });

  it('gives up a template that comes to no end', async () => {
    writer = makeThreadWriter(
      { builtIn: withOdd('<% for (;;) {} %>'), fromOperator: new Map() },
      500,
    );
    const [late, other] = await Promise.all([writer.write(sheet('odd')), writer.write(sheet())]);
    expect(late).toEqual({ ok: false, error: 'writing took too long' });
    expect(other.ok).toBe(true);
  });

  it('uses ours where the template of the operator fails, or comes to no end', async () => {
    for (const [template, trouble] of [
      ['<%= it.nothing.at.all %>', 'TypeError'],
      ['<% for (;;) {} %>', 'took too long'],
    ] as const) {
      writer = makeThreadWriter(
        { builtIn, fromOperator: new Map([['en/player/probe.txt.eta', template]]) },
        500,
      );
      const written = await writer.write(sheet());
      const plain = await makeRenderer({ builtIn, fromOperator: new Map() })({
        sheet: sheet(),
        mayUseOwn: true,
      });
      expect(written).toMatchObject({
        ok: true,
        value: { trouble: expect.stringContaining(trouble) },
      });
      expect(written.ok && plain.ok && Buffer.from(written.value.raw).equals(plain.value.raw)).toBe(
        true,
      );
      await writer.stop();
    }
  });
});

/** A position that a few moves lead to, on a board of any game. */
const anyRecord = fc.constantFrom(...GAMES).chain((game) =>
  fc
    .record({
      size: anySize(game, 6),
      picks: fc.array(fc.nat(), { maxLength: 12 }),
    })
    .map(({ size, picks }) => {
      const start = value(game.start(size));
      const moves: string[] = [];
      let position = start;
      for (const pick of picks) {
        const legal = game.legalMoves(position);
        const move = legal[pick % Math.max(legal.length, 1)];
        if (!move) break;
        moves.push(game.makeMove(move, position));
        position = game.play(position, move).position;
      }
      return { rules: game.rules, start: makePosition(start), moves };
    }),
);
const anyChoices = fc.record(
  Object.fromEntries(SETTINGS.map(({ name, values }) => [name, fc.constantFrom(...values)])),
  { requiredKeys: [] },
);
const anyReader = fc.record({
  language: fc.constantFrom('en', 'de'),
  links: fc.boolean(),
  choices: anyChoices,
});

type Of<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
/** A position in which nobody can move. */
const NO_MOVE: [Of<typeof anyRecord>, Of<typeof anyReader>, Of<typeof anyReader>] = [
  { rules: 'forms', start: 'forms 1x2 x/w x', moves: ['a2xa1'] },
  { language: 'en', links: false, choices: {} },
  { language: 'de', links: false, choices: {} },
];

describe('a letter holds nothing of the one before it', () => {
  it('whoever gets the other one about the same board', async () => {
    const folders = { builtIn, fromOperator: new Map() };
    const alone = { alice: makeThreadWriter(folders), bob: makeThreadWriter(folders) };
    const both = makeThreadWriter(folders);
    const names = ['alice', 'bob'] as const;
    await fc.assert(
      fc.asyncProperty(anyRecord, anyReader, anyReader, async (record, ...readers) => {
        const sheets = readers.map(({ choices, ...reader }, at) => {
          const { head } = sheet();
          const userid = names[at] ?? 'alice';
          const board = {
            board: 7,
            revision: 3,
            black: 'alice',
            white: 'bob',
            events: [],
            past: false,
          };
          const facts = { ...board, ...record, outcome: undefined, whole: false, choices };
          return {
            message: { kind: 'board', facts },
            reader: { ...sheet().reader, ...reader, userid },
            head,
          };
        }) as unknown as readonly Sheet[];
        const raw = (written: Awaited<ReturnType<Writer['write']>>) =>
          Buffer.from(value(written).raw).toString('latin1');
        const together = await Promise.all([...sheets, ...sheets].map((each) => both.write(each)));
        const apart = await Promise.all(
          sheets.map((each, at) => alone[names[at] ?? 'alice'].write(each)),
        );
        expect(together.map(raw)).toEqual([...apart, ...apart].map(raw));
      }),
      { examples: [NO_MOVE] },
    );
    await Promise.all([both, alone.alice, alone.bob].map((each) => each.stop()));
  });
});
