import { queueOfPlayer } from '../../budget/queue.ts';
import type { AccountChange } from '../../command/shape/types.ts';
import { oneDayMs } from '../../limits.ts';
import { nextMorning } from '../../match/calendar.ts';
import type { LimitName, SettingName } from '../../player/settings.ts';
import { forgetActs, noteAct } from '../../store/letters/acts.ts';
import { withholdQueue } from '../../store/letters/outbox.ts';
import { addAddress, endRequests, removeAddress, setMain } from '../../store/people/addresses.ts';
import { putBlock, removeBlock } from '../../store/people/blocks.ts';
import { putFirstBoard } from '../../store/people/first-boards.ts';
import { takeInvitation } from '../../store/people/invitations.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { renamePlayer } from '../../store/people/rename.ts';
import { putSetting, settingOf } from '../../store/people/settings.ts';
import { signOff } from '../../store/people/sign-off.ts';
import { planMorning, untoldBoards } from '../../store/play/mornings.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { endVacations, putVacation } from '../../store/play/vacations.ts';
import { forgetUnanswered, planPuzzle } from '../../store/puzzle/days.ts';
import type { Shell } from '../shell/shell.ts';
import { requestAddress } from './apply-address.ts';
import { invite } from './apply-invite.ts';
import { askYes, wishOf } from './ask-yes.ts';
import { endTokens } from './end-tokens.ts';
import { type Cause, intendLetter } from './intend.ts';
import { LANGUAGE_BY_DEFAULT } from './sender.ts';
import { rewind } from './wind.ts';

/** Writes one change to an account, within the transaction of the letter that asked for it. */
export function applyToAccount(shell: Shell, change: AccountChange, cause: Cause): void {
  const { db, time } = shell;
  const now = time.now();
  switch (change.do) {
    case 'put-first-board': {
      const { playerId, board, unnamed } = change;
      putFirstBoard(db, playerId, { board, lessons: 1, unnamed });
      break;
    }
    case 'rename':
      renamePlayer(db, change.playerId, change.userid);
      break;
    case 'request-address':
      requestAddress(shell, change.player, change.address, cause);
      break;
    case 'add-address':
      addAddress(db, change.playerId, change.address, now);
      endRequests(db, change.address);
      break;
    case 'remove-address':
      removeAddress(db, change.playerId, change.address);
      break;
    case 'main-address':
      setMain(db, change.playerId, change.address);
      break;
    case 'ask-yes': {
      const { to, lines, message } = change;
      askYes(shell, { to, wish: wishOf(to.address, lines), message }, cause);
      break;
    }
    case 'sign-off':
      signOff(db, change.playerId, now);
      break;
    case 'end-tokens':
      endTokens(shell, change.playerId);
      break;
    case 'tell-admins':
      tellAdmins(shell, change.from, change.text, cause);
      break;
    case 'put-block':
      putBlock(db, change.playerId, change.blockedId, now);
      withholdQueue(db, change.playerId, queueOfPlayer(change.blockedId), now);
      break;
    case 'remove-block':
      removeBlock(db, change.playerId, change.blockedId);
      break;
    case 'invite':
      invite(shell, change.player, change.address, change.invitation, cause);
      break;
    case 'take-invitation':
      takeInvitation(db, change.address);
      break;
    case 'note-act':
      forgetActs(db, change.playerId, cause.charge.at - oneDayMs);
      noteAct(db, change.playerId, change.act, cause.charge.at, change.otherId);
      break;
    case 'put-setting':
      putSetting(db, change.playerId, change.name, change.value);
      followSetting(shell, change.playerId, change.name);
      break;
    case 'put-vacation':
      putVacation(db, change.playerId, change.span, 'player', now);
      rewind(db, change.playerId, now);
      break;
    case 'end-vacations':
      endVacations(db, change.playerId, change.day, undefined);
      rewind(db, change.playerId, now);
      break;
  }
}

/** What hangs on a setting: days are other days in another zone, and the letter of the day is due. */
function followSetting({ db, time }: Shell, playerId: number, name: SettingName | LimitName): void {
  const now = time.now();
  if (name === 'zone' || name === 'remind') rewind(db, playerId, now);
  if (name === 'puzzle' || name === 'zone') {
    const daily = settingOf(db, playerId, 'puzzle') === 'daily';
    planPuzzle(db, playerId, daily ? nextMorning(now, zoneOf(db, playerId)) : undefined);
    forgetUnanswered(db, playerId);
  }
  // Who wants it no longer gets a last one, should anything not have been told.
  if (name === 'notify' || name === 'zone') {
    const daily = settingOf(db, playerId, 'notify') === 'daily';
    if (daily || untoldBoards(db, playerId).length > 0) {
      planMorning(db, playerId, nextMorning(now, zoneOf(db, playerId)));
    }
  }
}

/** Sends a player's words to every admin; the player is charged for the letters. */
function tellAdmins(shell: Shell, from: string, text: string, cause: Cause): void {
  for (const address of shell.admins) {
    const player = playerByAddress(shell.db, address);
    const language = player?.language ?? LANGUAGE_BY_DEFAULT;
    intendLetter(
      shell,
      {
        to: { playerId: player?.id, userid: player?.userid, address, language },
        message: { kind: 'feedback', facts: { from, text } },
        reply: { purpose: 'account', number: 0 },
      },
      cause,
    );
  }
}
