import { say } from '../sentence.ts';
import { refuse } from './decision.ts';
import type { Command, Ready } from './types.ts';

/**
 * A player's command as it is carried out: refused while the account is suspended. What anybody may
 * ask, such as `help`, and what an admin may, is not touched.
 */
export const unlessSuspended = ({ audience }: Command, ready: Ready): Ready =>
  audience === 'player'
    ? {
        ...ready,
        run(asking) {
          const { player, reading } = asking;
          const suspended = player !== undefined && reading.isSuspended(player.id);
          return suspended ? refuse(ready.text, say('suspended')) : ready.run(asking);
        },
      }
    : ready;
