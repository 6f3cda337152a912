// npm run weigh: how much there is to know, in a table. It is no test; what one move is made of has one.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split(
  '\0',
);
const read = (path) => readFileSync(root + path, 'utf8');
const below = (...folders) =>
  tracked.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
const lines = (paths) => paths.reduce((sum, path) => sum + read(path).split('\n').length - 1, 0);
const code = (...folders) => below(...folders).filter((path) => /\.(?:ts|mjs)$/.test(path));

const source = code('src');
/** Each exported name, and how many files define one of it. */
const exported = new Map();
for (const path of source) {
  const found = read(path).matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm,
  );
  for (const name of new Set([...found].map(([, each]) => each))) {
    exported.set(name, (exported.get(name) ?? 0) + 1);
  }
}
const tables = read('migrations/schema.sql').match(/^create table (?!sqlite_)/gim) ?? [];
const { stdout } = spawnSync('npx', ['vitest', 'run', 'test/service/one-move.test.ts'], {
  cwd: root,
  encoding: 'utf8',
});
const [, move = 'not counted: its test failed'] = /one move: (.*)/.exec(stdout) ?? [];
const tests = below('test').filter(
  (path) => !/^test\/fixtures\/|\.(?:png|gz|sqlite|bin)$/.test(path),
);

const rows = [
  ['files in src', source.length],
  ['lines in src', lines(source)],
  ['lines in src, sandbox, tools and bench', lines(code('src', 'sandbox', 'tools', 'bench'))],
  ['exported names', [...exported.values()].reduce((sum, count) => sum + count, 0)],
  [
    'exported names that several files define',
    [...exported.values()].filter((count) => count > 1).length,
  ],
  ['tables', tables.length],
  ['one move, from the mailbox to both letters', move],
  ['lines of ARCHITECTURE.md', lines(['ARCHITECTURE.md'])],
  ['lines in test, without fixtures', lines(tests)],
];
for (const [name, figure] of rows) console.log(`${name.padEnd(44)}${figure}`);
console.log(
  `\nSeveral files define: ${[...exported]
    .filter(([, count]) => count > 1)
    .map(([name]) => name)
    .sort()
    .join(' ')}`,
);
