import { PACKAGE_ROOT } from '../../package-root.ts';

/**
 * The built file of a thread or a process of the service; neither can read TypeScript.
 *
 * @param name such as `solver-thread`
 */
export const threadFile = (name: string): string => `${PACKAGE_ROOT}dist/${name}.js`;
