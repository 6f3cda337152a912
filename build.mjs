// npm run build: compiles src/ to dist/. npm calls it after an install in a clone as well.
import { spawnSync } from 'node:child_process';
import process from 'node:process';

// The compiler and SQLite are optional packages, because each machine needs another of them.
if (process.env.npm_config_omit?.split(/\s/).includes('optional')) {
  console.error('Turnpost needs its optional packages: run npm ci without --omit=optional.');
  process.exit(1);
}
const { status } = spawnSync(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
  { cwd: import.meta.dirname, stdio: 'inherit' },
);
process.exit(status ?? 1);
