import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TemplateFiles } from '../../render/own-templates.ts';

/**
 * The files of a folder of templates by their path within it, such as `en/sentences.json`. Read once
 * at a start.
 */
export function readTemplateFolder(folder: string): TemplateFiles {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:eta|json)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).replaceAll('\\', '/');
    files.set(name, readFileSync(path, 'utf8'));
  }
  return files;
}
