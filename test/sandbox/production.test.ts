import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { newFolder } from '../support/run/folder.ts';
import { patienceMs } from '../support/run/patience.ts';

/** The program as `npm ci --omit=dev` leaves it: with the packages that it runs on, and no others. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; version?: string }>;
};
let folder: string;

beforeAll(() => {
  folder = newFolder();
  for (const part of ['dist', 'migrations', 'templates']) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const [path, { dev }] of Object.entries(packages)) {
    const isOwn = /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path);
    if (!isOwn || dev || !existsSync(join(ROOT, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(folder, path));
  }
});

function run(script: string, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--preserve-symlinks', '--preserve-symlinks-main', join(folder, script), ...args],
    { cwd: folder, env: { PATH: process.env['PATH'] }, encoding: 'utf8', timeout: patienceMs },
  );
  return { status, text: stdout + stderr };
}

describe('a machine that has the program alone', () => {
  it('runs what does not need the sandbox', () => {
    expect(run('dist/main.js', 'gallery', join(folder, 'letters')).status).toBe(0);
    expect(run('dist/main.js', 'help').text).toContain('turnpost');
  });

  it('says how the servers of the sandbox are added', () => {
    const { status, text } = run('dist/main.js', 'start');
    expect(status).toBe(1);
    expect(text).toContain('npm install --no-save hoodiecrow-imap@');
    expect(text).toContain('TURNPOST_ADDRESS');
    expect(text).not.toContain('    at ');
  });

  it('keeps a build of its source, and takes no other for one', () => {
    for (const file of ['build.mjs', 'rolldown.config.mjs']) {
      cpSync(join(ROOT, file), join(folder, file));
    }
    for (const part of ['src', 'sandbox', 'tools']) {
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    }
    expect(run('build.mjs')).toEqual({ status: 0, text: '' });
    writeFileSync(join(folder, 'src/limits.ts'), '// A newer version.\n');
    const { status, text } = run('build.mjs');
    expect(status).toBe(1);
    expect(text).toContain('Run: npm ci');
  });

  it('is built by a bundler that npm brings for once', () => {
    const npm = join(folder, 'npm.mjs');
    const asked = join(folder, 'asked.json');
    writeFileSync(
      npm,
      `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(asked)}, JSON.stringify(process.argv.slice(2)));`,
    );
    writeFileSync(join(folder, 'src/limits.ts'), '// A still newer version.\n');
    const build = () =>
      spawnSync(process.execPath, [join(folder, 'build.mjs')], {
        env: { npm_execpath: npm },
        encoding: 'utf8',
      }).status;
    expect(build()).toBe(0);
    const version = packages['node_modules/rolldown']?.version;
    expect(JSON.parse(readFileSync(asked, 'utf8'))).toContain(`--package=rolldown@${version}`);
    rmSync(asked);
    // What is built is not built again.
    expect([build(), existsSync(asked)]).toEqual([0, false]);
  });
});
