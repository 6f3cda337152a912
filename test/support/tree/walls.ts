import { type Arrow, arrowsOf, type Tree } from './imports.ts';

/** What a room of src/ may import; undefined stands for everything of the kind. */
export interface Room {
  /** `engine`, or `command/board` */
  readonly name: string;
  /** Of rooms of its own kind: top rooms, or its siblings. */
  readonly rooms: readonly string[];
  /** Files beside the rooms, such as `limits.ts`. */
  readonly files: readonly string[] | undefined;
  readonly node: readonly string[] | undefined;
}

const MAIN = 'main.ts';

/** The room in which each folder sees itself and what the room knows, and nothing else: each is a game. */
export const CELLS = 'engine/games';

/** The folder that a file of that room lies in. */
const cellOf = (path: string): string => path.slice(0, path.indexOf('/', CELLS.length + 1));

/** The rooms in the tables of a page: a path with a slash at its end, what it is, and what it may import. */
export function readRooms(page: string): readonly Room[] {
  const rows = [...page.matchAll(/^\| `([a-z/]+)\/` \|[^|]*\| ([^|]*) \|(?: ([^|]*) \|)?$/gm)];
  return rows.map(([, name = '', knows = '', node]) => {
    const words = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word]) => word ?? '');
    const parts = knows.split(/[,;]/).map((part) => part.trim());
    return {
      name,
      rooms: parts.filter((part) => /^[a-z]+$/.test(part) && part !== 'nothing'),
      files: /\ball but/.test(knows) ? undefined : words(knows),
      node: node === 'all' ? undefined : words(node ?? ''),
    };
  });
}

/** Why an import is against the tables, or undefined when it is not. */
function refusal(rooms: readonly Room[], { from, to }: Arrow): string | undefined {
  const [top, inner] = placeOf(rooms, from);
  // A file beside the rooms belongs to none.
  if (!top) return undefined;
  if (to.startsWith('node:')) return allows(top.node, to) ? undefined : `${top.name}: ${to}`;
  const [topOfOther, innerOfOther] = placeOf(rooms, to);
  if (!topOfOther) {
    const isModule = !to.endsWith('.ts');
    const knows = to !== MAIN && allows(top.files, to);
    return isModule || knows ? undefined : `${top.name}: ${to}`;
  }
  if (topOfOther !== top) {
    return top.rooms.includes(topOfOther.name) ? undefined : `${top.name}: ${topOfOther.name}`;
  }
  if (inner?.name === CELLS) {
    if (!innerOfOther) return `${CELLS}: ${to}`;
    if (innerOfOther === inner && cellOf(from) !== cellOf(to))
      return `${cellOf(from)}: ${cellOf(to)}`;
  }
  if (!inner || !innerOfOther || inner === innerOfOther) return undefined;
  const sibling = innerOfOther.name.split('/')[1] ?? '';
  return inner.rooms.includes(sibling) ? undefined : `${inner.name}: ${innerOfOther.name}`;
}

/** Every import of a tree that is against the tables. */
export const refusals = (rooms: readonly Room[], tree: Tree): readonly string[] =>
  arrowsOf(tree).flatMap((arrow) => {
    const why = refusal(rooms, arrow);
    return why === undefined ? [] : [`${arrow.from} imports ${arrow.to} (${why})`];
  });

const allows = (list: readonly string[] | undefined, name: string): boolean =>
  list === undefined || list.includes(name);

/** The top room and the inner room of a file. */
function placeOf(
  rooms: readonly Room[],
  path: string,
): readonly [Room | undefined, Room | undefined] {
  const inside = rooms.filter(({ name }) => path.startsWith(`${name}/`));
  const top = inside.find(({ name }) => !name.includes('/'));
  const inner = inside.find(({ name }) => name.includes('/'));
  return [top, inner];
}
