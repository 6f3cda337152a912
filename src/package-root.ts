import { fileURLToPath } from 'node:url';

/** The package folder, which has `src/` and `dist/`; ends with a slash. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url));
