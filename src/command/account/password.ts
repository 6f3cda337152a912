import { ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

/** All that is ever said of the command, whatever stands behind it. */
const UNDERSTOOD = 'password ...';

/** The classic sets a password by it; here none is needed, and the answer says so. */
export const password: Command = {
  name: 'password',
  aliases: [],
  usage: 'password',
  summary: 'tells why no password is needed here',
  example: 'password',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: [],

  read: () =>
    ok({
      text: UNDERSTOOD,
      board: undefined,
      run: () => refuse(UNDERSTOOD, say('no-password')),
    }),
};
