import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * What `npm run build` makes of src/: a few files in dist/, with the packages that the program is
 * built on in them. Node.js takes three times as long to start it from the six hundred files that
 * they are, and a mail server that pipes letters in starts it for each letter.
 */

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
/** What has a binary, which a file of JavaScript cannot hold. */
const withBinaries = ['@resvg/resvg-js', ...Object.keys(optionalDependencies)];

export default {
  input: {
    main: 'src/main.ts',
    ...startedByService(),
    // What tests run as processes of their own.
    config: 'src/config.ts',
    serve: 'src/service/process/serve.ts',
    database: 'src/store/file/database.ts',
    lock: 'src/store/file/lock.ts',
    'file-watch': 'src/store/file/file-watch.ts',
    log: 'src/service/shell/log.ts',
  },
  platform: 'node',
  // The sandbox's servers are for developing, and not there in every installation.
  external: [...withBinaries, 'hoodiecrow-imap', 'smtp-server'],
  plugins: [licences()],
  output: {
    dir: 'dist',
    cleanDir: true,
    // All in one folder: src/package-root.ts looks above it.
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  },
};

/** What the service starts as threads of their own, by their names. */
function startedByService() {
  return Object.fromEntries(
    readdirSync('src/service', { recursive: true })
      .filter((path) => /-thread\.ts$/.test(path))
      .map((path) => [basename(path, '.ts'), join('src/service', path)]),
  );
}

/** Writes the licences of all packages that are in dist/ beside them, as they ask for. */
function licences() {
  return {
    name: 'licences',
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) => file.moduleIds ?? []);
      const folders = new Set(
        modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []),
      );
      const source = [...folders]
        .sort()
        .map(licenceOf)
        .join(`\n\n${'-'.repeat(72)}\n\n`);
      this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source });
    },
  };
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((each) => /^(?:licen[cs]e|copying)/i.test(each));
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
  return `${name} ${version} (${license})\n\n${text}`;
}
