import { describe, expect, it } from 'vitest';
import { failureCauseOf } from '../../src/mail/dsn.ts';

describe('what a refusal is about', () => {
  it.each([
    ['recipient', ['5.1.1', '5.1.2', '5.1.10', '5.2.1', '5.4.1', '5.4.4', '5.4.310', '5.4.51']],
    ['address', ['5.1.0']],
    ['sender', ['5.1.7', '5.1.8', '5.2.252', '5.7.0', '5.7.1', '5.7.60', '5.7.705']],
    ['volume', ['5.1.90', '5.2.0', '5.4.5', '5.7.232', '5.7.233']],
    ['unknown', [undefined, '5.0.0', '5.2.2', '5.3.4', '5.5.1', '5.6.0', '4.2.2']],
  ] as const)('%s', (about, statuses) => {
    expect(statuses.map(failureCauseOf)).toEqual(statuses.map(() => about));
  });
});
