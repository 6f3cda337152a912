import { tell } from '../../src/command/shape/decision.ts';
import type {
  Command,
  CommandContext,
  ParsedCommand,
  PlayerContext,
} from '../../src/command/shape/types.ts';
import type { ReadyCommand } from '../../src/command/text/line.ts';
import type { Player } from '../../src/player/settings.ts';
import { ok } from '../../src/result.ts';

/** The compiler is the test: each line that must not compile says so. Nothing here is ever run. */

const said = {
  name: 'greet',
  usage: 'greet',
  summary: 'greets you',
  example: 'greet',
  need: 'nothing',
} as const;
const place = { text: 'greet' };
const greet = ({ userid }: Player) => tell({ understood: userid, says: [] });

/** A command for players meets one. */
export const forPlayers: Command = {
  ...said,
  audience: 'player',
  read: () => ok({ ...place, run: ({ player }) => greet(player) }),
};

/** One for anyone, or for admins, may not. */
export const forAnyone: Command = {
  ...said,
  audience: 'anyone',
  // @ts-expect-error there may be no player
  read: () => ok({ ...place, run: ({ player }) => greet(player) }),
};
export const forAdmins: Command = {
  ...said,
  audience: 'admin',
  // @ts-expect-error there may be no player
  read: () => ok({ ...place, run: ({ player }) => greet(player) }),
};

// @ts-expect-error what wants a player is not for anyone
export const loose: Command = { ...forPlayers, audience: 'anyone' };
// The other way round it is: who needs no player does not mind one.
export const strict: Command = {
  ...said,
  audience: 'player',
  read: () =>
    ok<ParsedCommand<CommandContext>>({ ...place, run: () => tell({ understood: '', says: [] }) }),
};

export function onlyTheRefereeRuns(
  order: ReadyCommand,
  anyone: CommandContext,
  player: PlayerContext,
): void {
  order.ready.run(player);
  // @ts-expect-error a command for players is run for nobody else
  order.ready.run(anyone);
  if (order.audience !== 'player') order.ready.run(anyone);
  // @ts-expect-error
  if (order.audience === 'player') order.ready.run(anyone);
}
