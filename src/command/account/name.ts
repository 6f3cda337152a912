import { parseUserid, useridKey } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { refuse, tell } from '../shape/decision.ts';
import type { Command, Decision, PlayerAsking, Ready } from '../shape/types.ts';
import { useridHindrance } from './signup.ts';

/**
 * Changes what a player is called, as long as no other was met: whoever plays at once is named by
 * the server first.
 */
export const name: Command = {
  name: 'name',
  aliases: [],
  usage: 'name NAME',
  summary: 'changes your userid, until you have met another player',
  example: 'name anna',
  audience: 'player',
  need: 'proof',
  takesComment: false,
  options: [],

  read({ words: [written, ...more] }) {
    if (written === undefined) return ok(tellName);
    const userid = parseUserid(written);
    if (!userid.ok || more.length > 0) return userid.ok ? err(say('userid-shape')) : userid;
    const text = `name ${userid.value}`;
    return ok({
      text,
      board: undefined,
      // Who answers any letter of ours may be named: nobody else knows of the name yet.
      need: 'any-proof',
      run: (asking) => rename(text, userid.value, asking),
    });
  },
};

const tellName: Ready = {
  text: 'name',
  board: undefined,
  run: ({ player: { userid } }) =>
    tell({ understood: 'name', says: [say('userid-how', { userid })] }),
};

function rename(text: string, userid: string, asking: PlayerAsking): Decision {
  const { player, reading } = asking;
  const isOwn = useridKey(userid) === useridKey(player.userid);
  if (userid === player.userid) {
    return tell({ understood: text, ...nowCalled(userid, asking) });
  }
  if (reading.isKnown(player.id)) {
    return refuse(text, say('userid-seen', { userid: player.userid }));
  }
  const hindrance = isOwn ? undefined : useridHindrance('name', userid, asking);
  if (hindrance) return refuse(text, hindrance);
  return {
    changes: [{ do: 'rename', playerId: player.id, userid }],
    letters: [],
    section: { understood: text, ...nowCalled(userid, asking) },
  };
}

/** Whoever was asked for a name in a board is led back to it. */
function nowCalled(userid: string, { player, reading }: PlayerAsking) {
  const says = [say('userid-now', { userid })];
  const [waiting] = reading.turnsOf(player.id);
  if (!waiting) return { says };
  const { board } = waiting;
  return { says: [...says, say('board-waits-still', { board })], answers: [`show ${board}`] };
}
