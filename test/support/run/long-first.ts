import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts processes and browsers, or plays on for long: before all that takes a moment. */
const LONG = ['e2e/', 'service/process/', 'service/due/', 'transcripts/', 'sandbox/', 'service/'];

/** Where a file stands among them. */
const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG.findIndex((room) => moduleId.includes(`/test/${room}`));
  return rank === -1 ? LONG.length : rank;
};

/**
 * The order in which files are run: long ones first, so that the end of a run does not wait for one
 * of them. Within a room it is that of Vitest: by their last durations, in a new clone by their sizes.
 */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
