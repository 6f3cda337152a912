import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { sentenceTypes } from '../render/sentence-types.ts';
import { blockOf, buildCopy, ROOT, readBlocks } from './walk-through.ts';

/**
 * Does what docs/adding-a-game.md says, in a copy of the project, and then runs the tests of the new
 * game there: the page's own, the contract of all engines, a match, its letters and its record.
 */

const blocks = readBlocks('adding-a-game.md');
const copy = buildCopy(blocks);
const removeCopy = () => rmSync(copy, { recursive: true, force: true });
afterAll(removeCopy);

const load = (path: string) =>
  import(/* @vite-ignore */ pathToFileURL(join(copy, path)).href).catch((error) => {
    removeCopy();
    throw error;
  });
type Registry = typeof import('../../src/engine/registry.ts');
type Contract = typeof import('../engine/contract.ts');
type Start = typeof import('../../src/match/start.ts');
type Play = typeof import('../../src/match/play.ts');
type Records = typeof import('../../src/match/record/record.ts');
type Letters = typeof import('../../src/command/letters/letters.ts');
type Letter = typeof import('../../src/render/letter.ts');
type Templates = typeof import('../../src/render/templates.ts');
type Folder = typeof import('../../src/service/process/template-folder.ts');
type Sentences = typeof import('../../src/sentence.ts');
type Match = import('../../src/match/types.ts').Match;
type HelpPage = import('../../src/intent.ts').HelpPage;

const { findGame }: Registry = await load('src/engine/registry.ts');
const { describeContract }: Contract = await load('test/engine/contract.ts');
const { startMatch }: Start = await load('src/match/start.ts');
const { playMove }: Play = await load('src/match/play.ts');
const { makeRecord, parseRecord }: Records = await load('src/match/record/record.ts');
const { boardFacts }: Letters = await load('src/command/letters/letters.ts');
const { renderLetter }: Letter = await load('src/render/letter.ts');
const { makeTemplates }: Templates = await load('src/render/templates.ts');
const { readTemplateFolder }: Folder = await load('src/service/process/template-folder.ts');
const { say }: Sentences = await load('src/sentence.ts');

const clobber = findGame('clobber');
if (!clobber) throw new Error('the registry has no Clobber');
describeContract(clobber);
await load('test/engine/games/clobber/clobber.test.ts');
await load('test/engine/registry.test.ts');
await load('test/render/help.test.ts');
await load('test/render/languages.test.ts');

const ALICE = { userid: 'alice', language: 'en', replyTo: 'games+k3f@turnpost.test', links: true };
const templates = makeTemplates(readTemplateFolder(join(copy, 'templates')));

const begin = (): Match => {
  const seats = { black: { id: 1, userid: 'alice' }, white: { id: 2, userid: 'bob' } };
  const started = startMatch(7, clobber.rules, clobber.defaultSize, seats);
  if (!started.ok) throw new Error(started.error.code);
  return started.value;
};

const play = (match: Match, text: string): Match => {
  const moved = playMove(match, match[match.position.turn].id, text, {});
  if (!moved.ok) throw new Error(moved.error.code);
  return moved.value.match;
};

/** Always the last move of the list, to the end. */
const playToTheEnd = (match: Match): Match => {
  const move = clobber.legalMoves(match.position).at(-1);
  return move ? playToTheEnd(play(match, clobber.makeMove(move, match.position))) : match;
};

describe('the game of the walk-through', () => {
  test('passes the compiler, once that knows of its sentence', () => {
    const compile = (...include: readonly string[]) => {
      const config = { extends: '../tsconfig.json', include };
      writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
      // Its threads would check many types once each.
      run('typescript/bin/tsc', '-p', copy, '--singleThreaded');
    };
    expect(() => compile('src/render')).toThrow(/'"ending-no-move-left"' is not assignable/);
    const sentences = readFileSync(join(copy, 'templates/en/sentences.json'), 'utf8');
    writeFileSync(join(copy, 'src/sentences.ts'), sentenceTypes(JSON.parse(sentences)));
    compile('src', 'test/engine');
  });

  test('passes the linter', () => {
    const paths = blocks.map(({ name }) => name).filter((name) => name.endsWith('.ts'));
    const files = paths.map((path) => join(copy, path));
    run('@biomejs/biome/bin/biome', 'check', '--vcs-enabled=false', ...files);
  });

  test('is listed in the help page, and has its own', () => {
    const page = (about: HelpPage) => {
      const sections = [{ understood: 'help', says: [], page: about }];
      return renderLetter({ kind: 'answer', facts: { sections } }, ALICE, templates).text;
    };
    const help = page({ kind: 'help', topic: '' });
    const game = page({ kind: 'game', topic: clobber.rules });
    expect(help).toMatch(/^Games \(their rules by help NAME\): [^.]*\bclobber\b/m);
    expect(game).toContain(blockOf(blocks, 'templates/en/game/clobber.txt.eta').trim());
    for (const line of `${help}\n${game}`.split('\n')) {
      expect(line.length).toBeLessThanOrEqual(72);
    }
  });

  test('comes in letters as the page shows them', () => {
    const match = ['b2c2', 'c4c5'].reduce(play, begin());
    const events = [say('played', { userid: 'bob', move: 'c4xc5', ply: 2, lost: 1 })];
    const facts = boardFacts(match, events);
    const { subject, text } = renderLetter({ kind: 'board', facts }, ALICE, templates);
    const shown = blockOf(blocks, 'letter').trim();
    expect(`Subject: ${subject}\n\n${text}`.slice(0, shown.length)).toBe(shown);
  });

  test('is played to its end, which a letter tells', () => {
    const match = playToTheEnd(begin());
    const last = match.moves.length % 2 === 1 ? 'black' : 'white';
    expect(match.outcome).toEqual({ winner: last, ending: 'no-move-left' });
    const outcome = match.outcome && ({ ...match.outcome, winner: 'black' } as const);
    const told = { ...match, outcome };
    const message = { kind: 'board', facts: boardFacts(told, []) } as const;
    const { text } = renderLetter(message, ALICE, templates);
    expect(text).toContain(`\n${blockOf(blocks, 'ending')}`);
  });

  test('has records', () => {
    const { rules, start, moves, outcome } = playToTheEnd(begin());
    const parsed = parseRecord(makeRecord(playToTheEnd(begin())));
    expect(parsed).toMatchObject({ ok: true, value: { rules, start, moves, outcome } });
  });
});

/** Runs a program of node_modules; what it has to say is the error of the test. */
function run(program: string, ...words: readonly string[]): void {
  const path = join(ROOT, 'node_modules', program);
  try {
    execFileSync(process.execPath, [path, ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr);
  }
}
