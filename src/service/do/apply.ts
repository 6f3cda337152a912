import { queueOfPlayer } from '../../budget/charge.ts';
import { challengeRefusal } from '../../command/challenge/new-challenge.ts';
import { noticeTo, toPlayer } from '../../command/letters/letters.ts';
import { type AdminChange, isAdminChange, isBoardChange } from '../../command/shape/by-subject.ts';
import type { AccountChange, Change } from '../../command/shape/types.ts';
import { gameOf, makePosition } from '../../engine/registry.ts';
import { heldMsMax, oneHourMs, signUpsPerAddressPerDayMax } from '../../limits.ts';
import { automaticReason } from '../../mail/automatic.ts';
import { nextMorning } from '../../match/clock.ts';
import type { Invitation } from '../../match/types.ts';
import { type LimitName, nextEpoch, type Player, type SettingName } from '../../player/settings.ts';
import { say } from '../../sentence.ts';
import { count } from '../../store/letters/counters.ts';
import { dropLettersNaming } from '../../store/letters/inbox.ts';
import {
  withholdChallenge,
  withholdLateAnswers,
  withholdQueue,
} from '../../store/letters/outbox.ts';
import {
  addAddress,
  deleteRequestsOf,
  endRequests,
  pruneRequests,
  putAddressRequest,
  putInvitation,
  removeAddress,
  setMain,
  takeInvitation,
  wasInvited,
} from '../../store/people/addresses.ts';
import { signOff } from '../../store/people/personal.ts';
import {
  addPlayer,
  epochOf,
  playerByAddress,
  putBlock,
  putSetting,
  putTutorialBoard,
  removeBlock,
  renamePlayer,
  replaceAddresses,
  setEpoch,
  settingsOf,
  suspendPlayer,
} from '../../store/people/players.ts';
import { putChallenge } from '../../store/play/challenges.ts';
import { changeJob, planJob, putJob } from '../../store/play/jobs.ts';
import { insertMatch, noteEvent } from '../../store/play/matches.ts';
import { endVacations, newTurn, putVacation, zoneOf } from '../../store/play/turn-clocks.ts';
import { boardsWithPendingNews, dropWaiting, putWaiting } from '../../store/play/waiting.ts';
import { putAttempt, putStanding, ratePuzzle } from '../../store/puzzle/puzzles.ts';
import {
  forgetCopies,
  logAdminAct,
  retryIncoming,
  retryOutgoing,
} from '../../store/reading/admin-reading.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { type Shell, wallClock } from '../shell/shell.ts';
import { advance, applyToBoard, rescheduleClocks, scheduleRobot } from './advance.ts';
import { askYes, commandsToConfirm } from './ask-yes.ts';
import { intendLetter } from './intend.ts';
import { type Cause, DEFAULT_LANGUAGE, freeUserid } from './sender.ts';

/** Writes one change to an account, within the transaction of the letter that asked for it. */
function applyToAccount(shell: Shell, change: AccountChange, cause: Cause): void {
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
  const request = putAddressRequest(db, player.id, address, now);
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

/** Writes one change that a command has decided, within the transaction of its letter. */
export function apply(shell: Shell, change: Change, cause: Cause): void {
  const { inboxId, address } = cause;
  const { db, time } = shell;
  const now = time.now();
  switch (change.do) {
    case 'add-player':
      addPlayer(db, change.player, now);
      break;
    case 'put-challenge': {
      const { number, challenged, state } = change.challenge;
      putChallenge(db, change.challenge, now);
      if (challenged && state !== 'open') withholdChallenge(db, challenged.id, number, now);
      break;
    }
    case 'start-match': {
      const { board, revision } = change.match;
      insertMatch(db, change.match, now, newTurn(db, change.match, now));
      noteEvent(db, { board, revision, event: 'start', inboxId }, now);
      scheduleRobot(db, change.match, cause);
      break;
    }
    case 'advance-match':
      advance(shell, change.match, change.event, cause);
      break;
    case 'watch': {
      const { board, what } = change.watch;
      putWaiting(db, { board, playerId: change.playerId, kind: 'watch', revision: 0, facts: what });
      break;
    }
    case 'unwatch':
      dropWaiting(db, change.board, change.playerId, 'watch');
      break;
    case 'ask-solver': {
      const { playerId, understood, hintOn } = change;
      const facts = { understood, position: makePosition(change.position), hintOn };
      putJob(db, { kind: 'analysis', key: undefined, facts, playerId, cause, at: now });
      break;
    }
    case 'put-attempt': {
      const { attempt, ended } = change;
      const { playerId, puzzle } = attempt;
      putAttempt(db, attempt, now);
      changeJob(db, 'puzzle', playerId, { unanswered: 0 });
      if (ended) {
        putStanding(db, playerId, ended.standing);
        ratePuzzle(db, puzzle.number, ended.puzzle);
      }
      break;
    }
    case 'log-admin':
      logAdminAct(db, { address, act: change.act, inboxId }, now);
      break;
    default:
      if (isBoardChange(change)) applyToBoard(shell, change, cause);
      else if (isAdminChange(change)) applyAdmin(shell, change);
      else applyToAccount(shell, change, cause);
  }
}

/** Writes one change that only an admin can ask for, within the transaction of the letter. */
function applyAdmin({ db, time }: Shell, change: AdminChange): void {
  const now = time.now();
  switch (change.do) {
    case 'suspend-player':
      suspendPlayer(db, change.playerId, now);
      break;
    case 'restore-player':
      suspendPlayer(db, change.playerId, undefined);
      break;
    case 'move-address':
      replaceAddresses(db, change.playerId, change.address, now);
      withholdLateAnswers(db, change.playerId, now);
      break;
    case 'retry-letter': {
      const { way, id } = change.letter;
      if (way === 'out') {
        retryOutgoing(db, id, now);
      } else {
        retryIncoming(db, id);
        forgetCopies(db, id);
      }
      break;
    }
  }
}

/**
 * Invalidates all tokens of a player. Call within a transaction. Pending address requests end, too: their
 * questions carry no token of the player's, and a thief of tokens may have made them.
 */
function endTokens({ db, time }: Shell, playerId: number): void {
  setEpoch(db, playerId, nextEpoch(epochOf(db, playerId), time.now()));
  deleteRequestsOf(db, playerId);
}
