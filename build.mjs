// npm run build: makes dist/ of src/, sandbox/ and tools/. npm calls it after an install in a clone as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = import.meta.dirname;
const bundler = join(root, 'node_modules/rolldown/bin/cli.mjs');
const HOW = ['--config', 'rolldown.config.mjs'];
/** Says what dist/ was built from. */
const mark = join(root, 'dist/source.sha256');

// SQLite and a part of the bundler are optional packages: each machine needs another of them.
if (process.env.npm_config_omit?.split(/\s/).includes('optional')) {
  console.error('Turnpost needs its optional packages: run npm ci without --omit=optional.');
  process.exit(1);
}
if (existsSync(bundler)) {
  const { status } = run([bundler, ...HOW]);
  if (status === 0) writeFileSync(mark, hashOfSource());
  process.exit(status ?? 1);
}
// After `npm ci --omit=dev`. What was built of another source must not pass for a build of this one.
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== hashOfSource()) {
  if (!builtByGuest()) {
    console.error('Turnpost is not built yet, and its bundler is only for developing. Run: npm ci');
    console.error('and then, where space counts: npm prune --omit=dev');
    process.exit(1);
  }
  writeFileSync(mark, hashOfSource());
}

/** npm brings the bundler for this one run, and keeps it in its cache. */
function builtByGuest() {
  const npm = process.env.npm_execpath;
  if (npm === undefined) return false;
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const guest = ['exec', '--yes', `--package=rolldown@${devDependencies.rolldown}`, '--'];
  return run([npm, ...guest, 'rolldown', ...HOW]).status === 0;
}

/** The list of what was written is nobody's news. */
function run(args) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
}

/** Of the source, and of the packages that are built in. */
function hashOfSource() {
  const hash = createHash('sha256');
  const source = ['src', 'sandbox', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
  );
  for (const path of [...source.sort(), 'package.json', 'rolldown.config.mjs']) {
    if (/\.\w+$/.test(path)) hash.update(path).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}
