/** Work that never runs twice at once. */
export interface OneAtATime {
  /** Begins the work, or, in the middle of it, has it done once more afterwards. */
  ask(): void;
  /** When nothing runs any more. */
  settled(): Promise<void>;
}

/**
 * @param work does not throw
 * @param idle is told each time nothing more is asked for
 */
export function oneAtATime(
  work: () => Promise<void>,
  idle: () => void = () => undefined,
): OneAtATime {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
    running = undefined;
    idle();
  };
  return {
    ask() {
      if (running) again = true;
      else running = run();
    },
    async settled() {
      await running;
    },
  };
}
