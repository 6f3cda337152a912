import { PACKAGE_ROOT } from '../../package-root.ts';

/**
 * The built file of a thread of the service, which cannot read TypeScript.
 *
 * @param name such as `solver-thread`
 */
export const threadFile = (name: string): string => `${PACKAGE_ROOT}dist/${name}.js`;
