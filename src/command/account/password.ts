import { passwordCharsMax, passwordCharsMin } from '../../limits.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';

/** All that is ever said or kept of the command; the dots stand for the word. */
export const PASSWORD_TEXT = 'password ...';

/** What a password looks like, and how to set one. */
export const passwordShape = say('password-shape', {
  least: passwordCharsMin,
  most: passwordCharsMax,
});

/**
 * Sets the password for the classic spelling. The word itself never comes this far: it was taken out
 * of the letter before (`password-line.ts`), and its hash comes with the question.
 */
export const password: Command = {
  name: 'password',
  aliases: [],
  usage: 'password NEWWORD, and then from anywhere: move N USERID NEWWORD MOVE',
  summary: 'sets a password for letters from elsewhere',
  example: 'password correct-horse-7',
  audience: 'player',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    if (words.length > 1) return err(passwordShape);
    return ok({
      text: PASSWORD_TEXT,
      board: undefined,
      run({ player, passwordHash }) {
        if (passwordHash === undefined) return refuse(PASSWORD_TEXT, passwordShape);
        return {
          changes: [
            { do: 'set-password', playerId: player.id, hash: passwordHash },
            { do: 'end-tokens', playerId: player.id },
          ],
          letters: [],
          section: {
            understood: PASSWORD_TEXT,
            says: [say('password-set', { userid: player.userid }), say('tokens-ended')],
          },
        };
      },
    });
  },
};
