/**
 * How long tests wait for what happens outside of them: a process that starts, a letter that comes. No
 * right program takes as long, also where a machine has ten times as much to do as it can; a wrong one
 * is told of by what was waited for.
 */
export const patienceMs = 240_000;
