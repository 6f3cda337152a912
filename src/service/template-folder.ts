import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of a folder of templates by their path within it, such as `en/sentences.json`. Read once
 * at a start. A second folder, the operator's own, goes before the first.
 */
export function readTemplateFolders(...folders: readonly string[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:eta|json)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const name = path.slice(folder.length).replaceAll('\\', '/').replace(/^\//, '');
      files.set(name, readFileSync(path, 'utf8'));
    }
  }
  return files;
}
