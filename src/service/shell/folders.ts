import { PACKAGE_ROOT } from '../../package-root.ts';

/** What comes with the program, beside `src/` and `dist/`. */
export const MIGRATIONS = `${PACKAGE_ROOT}migrations`;
export const TEMPLATES = `${PACKAGE_ROOT}templates`;
