import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOfGame } from '../../sandbox/samples/sample-boards.ts';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import type { Message } from '../../src/intent.ts';

/** Where the golden letters lie: by language, by what they are about, and the HTML apart. */

export const GOLDEN = fileURLToPath(new URL('../golden/', import.meta.url));

/** For each kind of letter, what it is about: its folder below that of the language. */
export const FOLDERS: Readonly<Record<Message['kind'], string>> = {
  board: 'board',
  show: 'board',
  challenge: 'challenge',
  counter: 'challenge',
  invitation: 'challenge',
  introduction: 'account',
  answer: 'answer',
  welcome: 'account',
  confirm: 'account',
  first: 'account',
  address: 'account',
  signoff: 'account',
  export: 'account',
  morning: 'news',
  puzzle: 'puzzle',
  notice: 'news',
  message: 'news',
  feedback: 'news',
  broadcast: 'news',
  report: 'server',
  probe: 'server',
};

/**
 * The two files of a letter of the gallery, by their paths below `GOLDEN`.
 *
 * @throws Error when the gallery has no letter of that name
 */
export function goldenFiles(name: string, language = 'en'): { text: string; html: string } {
  const sample = SAMPLES.find(([each]) => each === name);
  if (!sample) throw new Error(`the gallery has no ${name}`);
  const folder = `${language}/${isOfGame(sample) ? 'game' : folderOf(sample[1])}`;
  return { text: `${folder}/${name}.txt`, html: `${folder}/html/${name}.html` };
}

function folderOf(message: Message): string {
  const page = message.kind === 'answer' ? message.facts.sections[0]?.page : undefined;
  if (!page) return FOLDERS[message.kind];
  if (page.kind !== 'command') return 'help';
  const room = ROOMS.get(page.topic);
  if (room === undefined) throw new Error(`no file of src/command/ exports ${page.topic}`);
  return `help/${room}`;
}

/** The room of `src/command/` that a command comes from, by the command's name. */
const ROOMS = await readRooms(new URL('../../src/command/', import.meta.url));

async function readRooms(source: URL): Promise<ReadonlyMap<string, string>> {
  const rooms = new Map<string, string>();
  const paths = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const path of paths.map((each) => each.replaceAll('\\', '/'))) {
    if (!path.endsWith('.ts') || path === 'text/registry.ts') continue;
    const exported = Object.values(
      await import(/* @vite-ignore */ new URL(path, source).href),
    ).flat();
    for (const command of COMMANDS) {
      if (exported.includes(command)) rooms.set(command.name, posix.dirname(path));
    }
  }
  return rooms;
}
