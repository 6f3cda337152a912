import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { circlesOf } from './support/tree/imports.ts';
import { CELLS, readRooms, refusals } from './support/tree/walls.ts';

/** The walls between the rooms of src/, as the tables of these pages have them. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PAGES = ['ARCHITECTURE.md', 'docs/design/rooms.md'];
const ROOMS = PAGES.flatMap((page) => readRooms(readFileSync(`${ROOT}${page}`, 'utf8')));
const TREE = new Map(
  readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => [path, readFileSync(`${ROOT}src/${path}`, 'utf8')] as const),
);
const PURE = ['engine', 'match', 'player', 'budget', 'command', 'render'];
const IN_CELL = new RegExp(`^${CELLS}/[^/]+$`);
const BESIDE = [...TREE.keys()].filter((path) => !path.includes('/'));

describe('the tables of rooms', () => {
  it('name every folder, and no other', () => {
    const folders = new Set([...TREE.keys()].map((path) => path.replace(/\/?[^/]+$/, '')));
    const named = ROOMS.map(({ name }) => name);
    const empty = named.filter(
      (name) => ![...TREE.keys()].some((path) => path.startsWith(`${name}/`)),
    );
    const unnamed = [...folders].filter(
      (folder) => folder !== '' && !named.includes(folder.replace(IN_CELL, CELLS)),
    );
    expect(unnamed).toEqual([]);
    expect(empty).toEqual([]);
  });

  it('let nothing lead back up', () => {
    const leadsTo = (name: string, seen = new Set<string>()): Set<string> => {
      const room = ROOMS.find((each) => each.name === name);
      const parent = name.includes('/') ? name.replace(/[^/]+$/, '') : '';
      for (const next of room?.rooms ?? []) {
        if (seen.has(parent + next)) continue;
        seen.add(parent + next);
        leadsTo(parent + next, seen);
      }
      return seen;
    };
    expect(ROOMS.filter(({ name }) => leadsTo(name).has(name))).toEqual([]);
  });

  it('are held by every import', () => {
    expect(refusals(ROOMS, TREE)).toEqual([]);
  });

  it('have no line that nothing needs', () => {
    const unused = ROOMS.flatMap(({ name, rooms, files, node }) => {
      const text = [...TREE]
        .filter(([path]) => path.startsWith(`${name}/`))
        .map(([, each]) => each);
      const isUsed = (part: string) => text.some((each) => each.includes(part));
      return [
        ...rooms.filter((room) => !isUsed(`/${room}/`)),
        ...(files ?? []).filter((file) => !isUsed(`/${file}'`)),
        ...(node ?? []).filter((module) => !isUsed(`'${module}'`)),
      ].map((part) => `${name}: ${part}`);
    });
    expect(unused).toEqual([]);
  });

  it('leave the pure rooms no way to the world', () => {
    const worldly = [...builtinModules.map((name) => `node:${name}`), 'x'].filter(
      (name) => !['node:buffer', 'node:crypto', 'node:url'].includes(name),
    );
    for (const room of PURE) {
      for (const name of worldly.slice(0, -1)) {
        expect(refusals(ROOMS, new Map([[`${room}/x.ts`, `import '${name}';`]]))).toHaveLength(1);
      }
      for (const file of [
        'ports.ts',
        'config.ts',
        'environment.ts',
        'main.ts',
        'cli/commands.ts',
      ]) {
        const text = `import { x } from '../${file}';`;
        expect(refusals(ROOMS, new Map([[`${room}/x.ts`, text]])), text).toHaveLength(1);
      }
    }
  });

  it.each([
    ['a statement', (to: string) => `import { x } from '${to}';`],
    ['a type', (to: string) => `import type { X } from '${to}';`],
    ['several lines', (to: string) => `import {\n  x,\n  type Y,\n} from "${to}";`],
    ['an export', (to: string) => `export { x } from '${to}';`],
    ['a call', (to: string) => `const x = await import('${to}');`],
    ['the type of a call', (to: string) => `type X = typeof import('${to}');`],
    [
      'a require',
      (to: string) => `const x = createRequire(import.meta.url)('y'), z = require('${to}');`,
    ],
    ['a name alone', (to: string) => `import '${to}';`],
  ])('refuse every arrow that they do not have, as %s', (_, write) => {
    let tried = 0;
    for (const { name, rooms, files } of ROOMS) {
      const up = name.includes('/') ? '../..' : '..';
      const siblings = ROOMS.filter((other) => other.name.startsWith(`${name.split('/')[0]}/`));
      const tops = ROOMS.filter((other) => !other.name.includes('/'));
      const others = name.includes('/') ? siblings : tops;
      const forbidden = [
        ...others
          .filter(
            (other) => other.name !== name && !rooms.includes(other.name.split('/').at(-1) ?? ''),
          )
          .map((other) => `${up}/${other.name}/x.ts`),
        ...(name.includes('/') || !files ? [] : BESIDE.filter((file) => !files.includes(file))).map(
          (file) => `${up}/${file}`,
        ),
        `${up}/main.ts`,
      ];
      for (const to of forbidden) {
        tried++;
        expect(
          refusals(ROOMS, new Map([[`${name}/x.ts`, write(to)]])),
          `${name}: ${to}`,
        ).toHaveLength(1);
      }
    }
    expect(tried).toBeGreaterThan(150);
  });
});

describe('a game', () => {
  const importing = (to: string) =>
    refusals(ROOMS, new Map([['engine/games/one/rules.ts', `import { x } from '${to}';`]]));

  it.each([
    './move.ts',
    '../../shape/game.ts',
    '../../stones/board.ts',
    '../../search/field.ts',
    '../../../result.ts',
  ])('sees itself and what games are made of: %s', (to) => {
    expect(importing(to)).toEqual([]);
  });

  it.each([
    '../other/move.ts',
    '../../registry.ts',
    '../../written.ts',
    '../../solve/solve.ts',
    '../../../match/play.ts',
    '../../../limits.ts',
  ])('sees nothing else: %s', (to) => {
    expect(importing(to)).toHaveLength(1);
  });
});

describe('circles of imports', () => {
  it('are found, of types too', () => {
    const tree = new Map([
      ['a/x.ts', "import type { Y } from '../b/y.ts';"],
      ['b/y.ts', "import { z } from './z.ts';"],
      ['b/z.ts', "export type { X } from '../a/x.ts';"],
      ['b/w.ts', "import { z } from './z.ts';"],
    ]);
    expect(circlesOf(tree)).toEqual([['a/x.ts', 'b/y.ts', 'b/z.ts']]);
  });

  it('are nowhere', () => {
    expect(circlesOf(TREE)).toEqual([]);
  });
});
