// npm run build: compiles src/ to dist/. npm calls it after an install in a clone as well.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const root = import.meta.dirname;
const compiler = join(root, 'node_modules/typescript/bin/tsc');
/** Says what dist/ was built from. */
const mark = join(root, 'dist/source.sha256');

// The compiler and SQLite are optional packages, because each machine needs another of them.
if (process.env.npm_config_omit?.split(/\s/).includes('optional')) {
  console.error('Turnpost needs its optional packages: run npm ci without --omit=optional.');
  process.exit(1);
}
if (existsSync(compiler)) {
  const args = [compiler, '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status === 0) writeFileSync(mark, hashOfSource());
  process.exit(status ?? 1);
}
// After `npm ci --omit=dev`. What was built of another source must not pass for a build of this one.
if (!existsSync(mark) || readFileSync(mark, 'utf8') !== hashOfSource()) {
  if (!builtByGuest()) {
    console.error(
      'Turnpost is not built yet, and its compiler is only for developing. Run: npm ci',
    );
    console.error('and then, where space counts: npm prune --omit=dev');
    process.exit(1);
  }
  writeFileSync(mark, hashOfSource());
}

/**
 * npm brings the compiler for this one run, and keeps it in its cache. Nothing is checked then: what
 * that would need is not here either.
 */
function builtByGuest() {
  const npm = process.env.npm_execpath;
  if (npm === undefined) return false;
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const fetch = ['exec', '--yes', `--package=typescript@${devDependencies.typescript}`, '--'];
  const compile = ['tsc', '-p', 'tsconfig.build.json', '--noCheck', '--types', ''];
  const args = [npm, ...fetch, ...compile];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;
}

function hashOfSource() {
  const hash = createHash('sha256');
  for (const path of readdirSync(join(root, 'src'), { recursive: true }).sort()) {
    if (path.endsWith('.ts')) hash.update(path).update(readFileSync(join(root, 'src', path)));
  }
  return hash.digest('hex');
}
