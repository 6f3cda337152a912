import { queueOfPlayer } from '../../budget/charge.ts';
import { challengeRefusal } from '../../command/challenge/new-challenge.ts';
import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import type { AccountChange } from '../../command/shape/types.ts';
import { gameOf } from '../../engine/registry.ts';
import { heldMsMax, oneHourMs, signUpsPerAddressPerDayMax } from '../../limits.ts';
import { automaticReason } from '../../mail/automatic.ts';
import { nextMorning } from '../../match/calendar.ts';
import type { Invitation } from '../../match/types.ts';
import type { LimitName, SettingName } from '../../player/settings.ts';
import type { Player } from '../../player/types.ts';
import { say } from '../../sentence.ts';
import { count } from '../../store/letters/counters.ts';
import { dropLettersNaming } from '../../store/letters/inbox.ts';
import { withholdLateAnswers, withholdQueue } from '../../store/letters/outbox.ts';
import {
  addAddress,
  addRequest,
  endRequests,
  pruneRequests,
  removeAddress,
  setMain,
} from '../../store/people/addresses.ts';
import { putInvitation, takeInvitation, wasInvited } from '../../store/people/invitations.ts';
import { signOff } from '../../store/people/personal.ts';
import {
  playerByAddress,
  putBlock,
  putSetting,
  putTutorialBoard,
  removeBlock,
  settingsOf,
} from '../../store/people/players.ts';
import { renamePlayer } from '../../store/people/rename.ts';
import { endVacations, putVacation } from '../../store/play/absences.ts';
import { changeJob, planJob } from '../../store/play/jobs.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { boardsWithPendingNews } from '../../store/play/waiting.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { wallClock } from '../shell/decision-time.ts';
import type { Shell } from '../shell/shell.ts';
import { rescheduleClocks } from './advance.ts';
import { askYes, commandsToConfirm } from './ask-yes.ts';
import { endTokens } from './end-tokens.ts';
import { type Cause, intendLetter } from './intend.ts';
import { DEFAULT_LANGUAGE } from './sender.ts';
import { freeUserid } from './strangers.ts';

/** Writes one change to an account, within the transaction of the letter that asked for it. */
export function applyToAccount(shell: Shell, change: AccountChange, cause: Cause): void {
  const { db, time } = shell;
  const now = time.now();
  switch (change.do) {
    case 'put-tutorial-board': {
      const { playerId, board, hasGeneratedUserid } = change;
      putTutorialBoard(db, playerId, { board, nextLesson: 1, announcesUserid: hasGeneratedUserid });
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
      withholdLateAnswers(db, change.playerId, now);
      break;
    case 'main-address':
      setMain(db, change.playerId, change.address);
      break;
    case 'ask-yes': {
      const { to, lines, message } = change;
      askYes(shell, { to, wish: commandsToConfirm(to.address, lines), message }, cause);
      break;
    }
    case 'sign-off':
      dropLettersNaming(db, signOff(db, change.playerId, now));
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
      count(db, { kind: change.act, key: change.playerId, other: change.otherId }, cause.charge.at);
      break;
    case 'put-setting':
      putSetting(db, change.playerId, change.name, change.value);
      followSetting(shell, change.playerId, change.name);
      break;
    case 'put-vacation':
      putVacation(db, change.playerId, change.span, 'player', now);
      rescheduleClocks(db, change.playerId, now);
      break;
    case 'end-vacations':
      endVacations(db, change.playerId, change.day, undefined);
      rescheduleClocks(db, change.playerId, now);
      break;
  }
}

/** Applies the effects of a setting: the clocks after a new zone, the next puzzle and letter of the day. */
function followSetting({ db, time }: Shell, playerId: number, name: SettingName | LimitName): void {
  const now = time.now();
  if (name === 'zone' || name === 'remind') rescheduleClocks(db, playerId, now);
  if (name === 'puzzle' || name === 'zone') {
    const daily = settingsOf(db, playerId).puzzle === 'daily';
    planJob(db, 'puzzle', playerId, daily ? nextMorning(now, zoneOf(db, playerId)) : undefined);
    changeJob(db, 'puzzle', playerId, { unanswered: 0 });
  }
  // Switching the letter of the day off still plans one if news is unsent.
  if (name === 'notify' || name === 'zone') {
    const daily = settingsOf(db, playerId).notify === 'daily';
    if (daily || boardsWithPendingNews(db, playerId).length > 0) {
      planJob(db, 'morning', playerId, nextMorning(now, zoneOf(db, playerId)));
    }
  }
}

/** Sends a player's words to every admin; the player is charged for the letters. */
function tellAdmins(shell: Shell, from: string, text: string, cause: Cause): void {
  for (const address of shell.admins) {
    const player = playerByAddress(shell.db, address);
    const language = player?.language ?? DEFAULT_LANGUAGE;
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

/**
 * Asks an address whether it belongs to a player, unless it has an account or had enough letters. The
 * player's answer is the same in every case.
 */
function requestAddress(shell: Shell, player: Player, address: string, cause: Cause): void {
  const { db, log } = shell;
  if (!mayAskAddress(shell, address)) {
    log.info({ player: player.id }, 'an address was not asked');
    return;
  }
  const now = wallClock(shell);
  pruneRequests(db, now - heldMsMax);
  const request = addRequest(db, player.id, address, now);
  const { userid, language } = player;
  const to = { playerId: undefined, userid: undefined, address, language };
  const facts = { userid, hours: heldMsMax / oneHourMs };
  const wish = commandsToConfirm(address, [`address join ${request}`]);
  const most = signUpsPerAddressPerDayMax;
  const end = askYes(shell, { to, wish, most, message: { kind: 'address', facts } }, cause);
  if (end === 'enough') log.info({ player: player.id }, 'an address was not asked');
}

function mayAskAddress(shell: Shell, address: string): boolean {
  const { db } = shell;
  return (
    automaticReason({ fields: [], types: [] }, address, shell.address) === undefined &&
    playerByAddress(db, address) === undefined
  );
}

/**
 * Invites an address, unless it was invited before, by any player. The owner of an account is notified that
 * the player would like to play; a challenge would disclose whose address it is.
 */
function invite(
  shell: Shell,
  player: Player,
  address: string,
  invitation: Invitation,
  cause: Cause,
): void {
  const { db, time, log } = shell;
  const machine = automaticReason({ fields: [], types: [] }, address, shell.address) !== undefined;
  if (machine || wasInvited(db, address)) {
    log.info({ player: player.id }, 'an address was not invited');
    return;
  }
  const { userid: inviter, language } = player;
  const number = putInvitation(db, address, invitation, language, time.now());
  const { rules, size, first } = invitation;
  const owner = playerByAddress(db, address);
  if (!owner) {
    const to = { playerId: undefined, userid: undefined, address, language };
    const userid = freeUserid(shell, address);
    const facts = { inviter, rules, ...size, first, ...(userid !== undefined && { userid }) };
    intendLetter(
      shell,
      { to, message: { kind: 'invitation', facts }, reply: { purpose: 'invitation', number } },
      cause,
    );
  } else if (!challengeRefusal(owner, player, rules, queriesOf(db, time.now()))) {
    const game = gameOf(rules).name;
    const would = say('would-play', { userid: inviter, game, rules, ...size });
    intendLetter(shell, noticeTo(toPlayer(owner), [would]), cause);
  }
}
