import { fileURLToPath } from 'node:url';

/** The folder of the package, with what comes along beside `src/` and `dist/`; ends with a slash. */
export const PACKAGE_ROOT = fileURLToPath(new URL('..', import.meta.url));
