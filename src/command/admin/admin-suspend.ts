import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { withdrawnLetters } from '../challenge/withdraw.ts';
import { noticesTo } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { namedPlayer } from '../shape/named-player.ts';
import type { Command, Reading } from '../shape/types.ts';
import { bareOf, readReason, reasonGiven, withReason } from './admin-reason.ts';

/**
 * Stops a player's commands until `admin restore`, and takes the player's own challenges back.
 * Boards stay, with their clocks, and letters about them are still sent: the player may be back.
 */
export const adminSuspend: Command = {
  name: 'admin suspend',
  aliases: [],
  usage: 'admin suspend USERID [REASON]',
  summary: 'stops all commands of a player, who is told',
  example: 'admin suspend bob unkind words, after two warnings',
  audience: 'admin',
  need: 'confirmation',
  takesComment: false,
  options: [],

  read({ words }) {
    const [name = '', ...rest] = words;
    const userid = parseUserid(name);
    if (!userid.ok) return err(say('admin-suspend-shape', { command: 'suspend' }));
    const reason = readReason(rest);
    if (!reason.ok) return reason;
    const act = `admin suspend ${userid.value}`;
    const text = withReason(act, reason.value);
    return ok({
      text,
      bare: bareOf(act, reason.value),
      board: undefined,
      run({ reading }) {
        const named = namedPlayer(userid.value, reading);
        if (!named.ok) return refuse(act, named.error);
        const player = named.value;
        if (reading.isSuspended(player.id)) {
          return refuse(act, say('suspended-already', { userid: player.userid }));
        }
        const offers = reading
          .openChallenges(player.id)
          .filter(({ challenger }) => challenger.id === player.id);
        return {
          changes: [
            { do: 'suspend-player', playerId: player.id },
            ...offers.map((challenge) => ({
              do: 'put-challenge' as const,
              challenge: { ...challenge, state: 'withdrawn' as const },
            })),
            { do: 'log-admin', act: text },
          ],
          letters: [
            ...noticesTo(player, [say('you-are-suspended'), ...reasonGiven(reason.value)]),
            ...offers.flatMap((challenge) => withdrawnLetters(challenge, reading)),
          ],
          section: {
            understood: text,
            says: [
              say('you-suspended', { userid: player.userid }),
              ...boardsLeft(player.id, reading),
            ],
          },
        };
      },
    });
  },
};

/** The boards on which somebody now waits for a clock to run out, or until the admin ends them. */
function boardsLeft(playerId: number, reading: Reading): readonly Sentence[] {
  const boards = reading.activeMatches(playerId).map(({ board }) => board);
  const [first] = boards;
  return first === undefined
    ? []
    : [say('suspended-boards', { boards: boards.join(', '), board: first })];
}
