/**
 * How much of the processor a piece of work takes, in milliseconds: the least of some tries. What
 * other processes do meanwhile counts for little, unlike in the time on the wall.
 */
export function processorMs(work: () => unknown, tries = 5): number {
  const spent = Array.from({ length: tries }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...spent);
}
