import { fileURLToPath } from 'node:url';

/** What comes with the program, beside `src/` and `dist/`. */
export const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));
export const TEMPLATES = fileURLToPath(new URL('../../../templates', import.meta.url));
