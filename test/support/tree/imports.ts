import { posix } from 'node:path';

/** The files of a tree, by their paths below it. */
export type Tree = ReadonlyMap<string, string>;

/** One import of a file, also of types alone, and however it is written. */
export interface Arrow {
  readonly from: string;
  /** A path below the tree, or the name of a module such as `node:fs`. */
  readonly to: string;
}

const SPECIFIER =
  /^\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\b(?:import|require)\s*\(\s*['"`]([^'"`]+)['"`]/gm;

/** Every import in a tree. */
export const arrowsOf = (tree: Tree): readonly Arrow[] =>
  [...tree].flatMap(([from, text]) =>
    [...text.matchAll(SPECIFIER)].map(([, first, second, third]) => {
      const name = first ?? second ?? third ?? '';
      const isRelative = name.startsWith('.');
      return { from, to: isRelative ? posix.join(posix.dirname(from), name) : name };
    }),
  );

/** The circles of a tree: files that all lead to each other. */
export function circlesOf(tree: Tree): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of arrowsOf(tree)) {
    if (tree.has(to)) next.set(from, [...(next.get(from) ?? []), to]);
  }
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  // Tarjan's strongly connected components.
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file) ?? 0);
    open.push(file);
    for (const to of next.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      else if (!open.includes(to)) continue;
      lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(to) ?? 0));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const file of tree.keys()) if (!order.has(file)) visit(file);
  return circles;
}
