import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Command } from '../../../src/command/shape/types.ts';
import { findCommand } from '../../../src/command/text/registry.ts';

const SOURCE = new URL('../../../src/command/', import.meta.url);

const isCommand = (value: unknown): value is Command =>
  typeof value === 'object' && value !== null && 'audience' in value && 'usage' in value;

it('every command of src/command/ has its line in the registry', async () => {
  const lacking: string[] = [];
  let found = 0;
  for (const path of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path === 'text/registry.ts') continue;
    const exported = Object.values(
      await import(/* @vite-ignore */ new URL(path, SOURCE).href),
    ).flat();
    for (const command of exported.filter(isCommand)) {
      found++;
      if (findCommand(command.name.split(' '))?.command !== command) lacking.push(path);
    }
  }
  expect(found).toBeGreaterThan(50);
  expect(lacking, 'src/command/text/registry.ts lacks them').toEqual([]);
});
