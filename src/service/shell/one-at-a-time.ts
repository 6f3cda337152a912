/** Work that never overlaps itself. */
export interface OneAtATime {
  /** Starts the work, or, while it runs, has it done once more. */
  ask(): void;
  /** Resolves when nothing runs. */
  settled(): Promise<void>;
}

/**
 * @param work does not throw
 * @param onIdle called when the work is done and has not been asked for again
 */
export function oneAtATime(
  work: () => Promise<void>,
  onIdle: () => void = () => undefined,
): OneAtATime {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await work();
    } while (isAskedAgain);
    running = undefined;
    onIdle();
  };
  return {
    ask() {
      if (running) isAskedAgain = true;
      else running = run();
    },
    async settled() {
      await running;
    },
  };
}
