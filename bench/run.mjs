// npm run bench NAME: builds bench/NAME.ts, or bench/NAME/NAME.ts, together with the program and runs it, without any of a
// test runner's wrappers between the code and the clock.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
const [name, ...args] = process.argv.slice(2);
const path = [`bench/${name}.ts`, `bench/${name}/${name}.ts`].find((each) =>
  existsSync(`${root}${each}`),
);
if (name === undefined || path === undefined) {
  console.error('Usage: npm run bench NAME, where NAME is a file of bench/ without its ending');
  process.exit(1);
}
const run = (command, parameters) => {
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
// The program as well, for its threads.
run(process.execPath, ['build.mjs']);
const { default: program } = await import('../rolldown.config.mjs');
const bench = await rolldown({
  ...program,
  // It looks for files of its own beside it.
  external: [...program.external, 'playwright-core'],
  input: { [name]: path, 'sink-process': 'bench/sink-process.ts' },
});
await bench.write({ ...program.output, dir: 'dist-bench' });
// With the heaps that the program has when it is started.
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const heaps = scripts.start.split(' ').filter((word) => word.startsWith('--'));
run(process.execPath, [...heaps, '--expose-gc', `dist-bench/${name}.js`, ...args]);
