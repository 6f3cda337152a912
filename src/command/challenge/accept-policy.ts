import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Ready, Words } from '../shape/types.ts';

export const ACCEPT_POLICIES = ['all', 'none'] as const;

/** `accept all` and `accept none`: whether challenges reach the sender. Undefined for other words. */
export function readAcceptPolicy({ words }: Words): Result<Ready, Sentence> | undefined {
  const [first, ...rest] = words;
  const value = ACCEPT_POLICIES.find((each) => each === first?.toLowerCase());
  if (value === undefined || rest.length > 0) return undefined;
  const text = `accept ${value}`;
  return ok({
    text,
    board: undefined,
    run: ({ player }) => ({
      changes: [{ do: 'put-setting', playerId: player.id, name: 'accept', value }],
      letters: [],
      section: { understood: text, says: [say('setting-accept', { value })] },
    }),
  });
}
