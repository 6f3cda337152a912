import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sentenceTypes } from '../../render/sentence-types.ts';

/**
 * A copy of the project to which games are added: those of this folder, and that of a page. Their
 * rules and facts name codes that nobody knows but the copy, so the compiler reads them there alone.
 */

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What a server in memory, and the tests of games and of their help pages, are made of. */
const PARTS = [
  ...['src', 'sandbox', 'tools', 'docs', 'migrations', 'templates'],
  ...['engine', 'golden', 'match', 'render', 'support'].map((part) => `test/${part}`),
];

/** A block of a page that has a name behind its language: the path of a file, or what it shows. */
export interface Block {
  /** The path of the page. */
  readonly page: string;
  readonly language: string;
  readonly name: string;
  readonly text: string;
}

/** The named blocks of a page, in its order. */
export const readBlocks = (page: string): readonly Block[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(
    ([, language = '', name = '', text = '']) => ({ page, language, name, text }),
  );

/** The text of the block that has this name. */
export const blockOf = (blocks: readonly Block[], name: string): string => {
  const block = blocks.find((each) => each.name === name);
  if (!block) throw new Error(`the page has no block ${name}`);
  return block.text;
};

/**
 * Copies what can be played with into a new folder that git passes over, adds the games, and does
 * what the blocks say. Whoever calls this removes the folder.
 *
 * @param games folders of this one
 * @throws Error when a change does not fit the file: then the page tells of an older file
 */
export function buildCopy(games: readonly string[], blocks: readonly Block[]): string {
  const copy = mkdtempSync(join(ROOT, '.tmp-games-'));
  try {
    fill(copy, games, blocks);
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true });
    throw error;
  }
}

function fill(copy: string, games: readonly string[], blocks: readonly Block[]): void {
  writeFileSync(join(copy, '.gitignore'), '*\n');
  for (const part of PARTS) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  const read = (path: string) => readFileSync(join(copy, path), 'utf8');
  const write = (path: string, text: string) => {
    mkdirSync(join(copy, posix.dirname(path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  };
  const pages = games.map((game) => readBlocks(`test/engine/added/${game}/README.md`));
  for (const { page, language, name, text } of [blocks, ...pages].flat()) {
    if (language === 'diff') write(name, applyChange(read(name), text, name, page));
    else if (name.includes('/')) write(name, text);
  }
  for (const game of games) {
    for (const name of readdirSync(join(ROOT, 'test/engine/added', game))) {
      const [from, to] = [`test/engine/added/${game}/${name}`, placeOf(game, name)];
      if (to?.endsWith('.json')) write(to, joined(read(to), read(from)));
      else if (to) write(to, moved(read(from), from, to));
    }
  }
  write('tools/sentences.ts', sentenceTypes(JSON.parse(read('templates/en/sentences.json'))));
}

/** Where a file of a game would lie, were the game one of ours; undefined when it stays. */
function placeOf(game: string, name: string): string | undefined {
  const [language, ...ending] = name.split('.');
  if (ending.join('.') === 'txt.eta') return `templates/${language}/game/${game}.txt.eta`;
  if (ending.join('.') === 'json') return `templates/${language}/sentences.json`;
  if (name === 'facts.ts') return `test/engine/facts/${game}.ts`;
  return name === 'rules.ts' ? `src/engine/games/${game}/${game}.ts` : undefined;
}

/** The sentences of a language and some more, whose codes are new. */
function joined(sentences: string, more: string): string {
  const [known, added] = [JSON.parse(sentences), JSON.parse(more)];
  const again = Object.keys(added).filter((code) => code in known);
  if (again.length > 0) throw new Error(`there are sentences already: ${again}`);
  return JSON.stringify({ ...known, ...added });
}

/** A file's text, with the ways that lead out of its folder written from another one. */
const moved = (text: string, from: string, to: string): string =>
  text.replace(/(?<=from ')\.\.\/[^']+/g, (way) => {
    const next = posix.relative(posix.dirname(to), posix.join(posix.dirname(from), way));
    return next.startsWith('.') ? next : `./${next}`;
  });

/**
 * Lines of a change begin with `+`, `-` or a blank, but for empty ones, which stay as they are. `@@`
 * stands between two places of a file.
 */
function applyChange(file: string, change: string, name: string, page: string): string {
  return change.split(/^@@\n/m).reduce((text, place) => {
    const lines = place.trimEnd().split('\n');
    const withSigns = (signs: string) =>
      lines.flatMap((line) => (signs.includes(line.charAt(0)) ? [`${line.slice(1)}\n`] : []));
    const [before, ...after] = text.split(withSigns(' -').join(''));
    if (before === undefined || after.length !== 1) {
      throw new Error(`${page} is to be mended: ${name} does not have this once:\n${place}`);
    }
    return before + withSigns(' +').join('') + after.join('');
  }, file);
}
