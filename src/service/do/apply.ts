import { queueOfPlayer } from '../../budget/charge.ts';
import { challengeRefusal } from '../../command/challenge/new-challenge.ts';
import { noticeTo, toPlayer, toSender } from '../../command/letters/letters.ts';
import type { Change } from '../../command/shape/types.ts';
import { gameOf, makePosition } from '../../engine/registry.ts';
import { oneHourMs, questionLimits } from '../../limits.ts';
import { automaticReason } from '../../mail/automatic.ts';
import { nextMorning } from '../../match/clock.ts';
import { makeConditionals } from '../../match/queue.ts';
import type { Invitation } from '../../match/types.ts';
import { type LimitName, nextEpoch, type Player, type SettingName } from '../../player/settings.ts';
import { say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
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
import {
  boardsWithPendingNews,
  dropWaiting,
  endOffer,
  putOffer,
  putPendingNews,
  putWaiting,
} from '../../store/play/waiting.ts';
import { putAttempt, putPuzzleRatings } from '../../store/puzzle/puzzles.ts';
import { logAdminAct, retryIncoming, retryOutgoing } from '../../store/reading/admin-reading.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { type Shell, wallClock } from '../shell/shell.ts';
import { advance, rescheduleClocks, scheduleRobot } from './advance.ts';
import { askYes, commandsToConfirm } from './ask-yes.ts';
import { intendLetter } from './intend.ts';
import { type Cause, DEFAULT_LANGUAGE, freeUserid } from './sender.ts';

/** What a change is written with. */
interface Writing {
  readonly shell: Shell;
  readonly db: Database;
  readonly now: number;
  readonly cause: Cause;
}

const WRITERS: {
  readonly [Do in Change['do']]: (change: Change & { readonly do: Do }, writing: Writing) => void;
} = {
  // Matches and challenges
  'put-challenge'({ challenge }, { db, now }) {
    const { number, challenged, state } = challenge;
    putChallenge(db, challenge, now);
    if (challenged && state !== 'open') withholdChallenge(db, challenged.id, number, now);
  },
  'start-match'({ match }, { db, now, cause }) {
    const { board, revision } = match;
    insertMatch(db, match, now, newTurn(db, match, now));
    noteEvent(db, { board, revision, event: 'start', inboxId: cause.inboxId }, now);
    scheduleRobot(db, match, cause);
  },
  'advance-match': ({ match, event }, { shell, cause }) => advance(shell, match, event, cause),

  // What waits on a board
  'note-say': ({ playerId, board }, { db, now }) =>
    count(db, { kind: 'say', key: playerId, other: board }, now),
  'put-offer': ({ offer }, { db, now, cause }) => putOffer(db, offer, cause.inboxId, now),
  'end-offer': ({ board, end }, { db, now }) => endOffer(db, board, end, now),
  'put-submitted': ({ board, playerId, revision, move }, { db }) =>
    putWaiting(db, { board, playerId, kind: 'submitted', revision, facts: move }),
  'put-untold': ({ playerId, facts }, { db }) => putPendingNews(db, playerId, facts),
  'keep-untold': ({ board, news }, { db }) => changeJob(db, 'robot', board, { untold: news }),
  'put-queue': ({ queue: { lines, ...queue } }, { db }) =>
    putWaiting(db, { ...queue, kind: 'queue', facts: makeConditionals(lines) }),
  'drop-queue': ({ board, playerId }, { db }) => dropWaiting(db, board, playerId, 'queue'),
  watch: ({ watch: { board, what }, playerId }, { db }) =>
    putWaiting(db, { board, playerId, kind: 'watch', revision: 0, facts: what }),
  unwatch: ({ board, playerId }, { db }) => dropWaiting(db, board, playerId, 'watch'),

  // Puzzles and the solver
  'ask-solver'({ playerId, understood, position, hintOn }, { db, now, cause }) {
    const facts = { understood, position: makePosition(position), hintOn };
    putJob(db, { kind: 'analysis', key: undefined, facts, playerId, cause, at: now });
  },
  'put-attempt'({ attempt, ended }, { db, now }) {
    const { playerId, puzzle } = attempt;
    putAttempt(db, attempt, now);
    changeJob(db, 'puzzle', playerId, { unanswered: 0 });
    if (ended) putPuzzleRatings(db, playerId, puzzle.number, ended);
  },

  // Accounts
  'add-player': ({ player }, { db, now }) => addPlayer(db, player, now),
  'put-tutorial-board': ({ playerId, board, hasGeneratedUserid }, { db }) =>
    putTutorialBoard(db, playerId, { board, nextLesson: 1, announcesUserid: hasGeneratedUserid }),
  rename: ({ playerId, userid }, { db }) => renamePlayer(db, playerId, userid),
  'request-address': ({ player, address }, { shell, cause }) =>
    requestAddress(shell, player, address, cause),
  'add-address': ({ playerId, address }, { db, now }) => addAddress(db, playerId, address, now),
  'remove-address'({ playerId, address }, { db, now }) {
    removeAddress(db, playerId, address);
    withholdLateAnswers(db, playerId, now);
  },
  'main-address': ({ playerId, address }, { db }) => setMain(db, playerId, address),
  'ask-yes'({ to, lines, message }, { shell, cause }) {
    askYes(shell, { to, wish: commandsToConfirm(to.address, lines), message }, cause);
  },
  'sign-off': ({ playerId }, { db, now }) => dropLettersNaming(db, signOff(db, playerId, now)),
  /** Pending address requests end, too: their questions carry no token, and a thief may have made them. */
  'end-tokens'({ playerId }, { db, now }) {
    setEpoch(db, playerId, nextEpoch(epochOf(db, playerId), now));
    deleteRequestsOf(db, playerId);
  },
  'put-setting'({ playerId, name, value }, { db, now }) {
    putSetting(db, playerId, name, value);
    followSetting(db, playerId, name, now);
  },
  'put-vacation'({ playerId, span }, { db, now }) {
    putVacation(db, playerId, span, 'player', now);
    rescheduleClocks(db, playerId, now);
  },
  'end-vacations'({ playerId, day }, { db, now }) {
    endVacations(db, playerId, day, undefined);
    rescheduleClocks(db, playerId, now);
  },

  // Between players
  'tell-admins': ({ from, text }, { shell, cause }) => tellAdmins(shell, from, text, cause),
  'put-block'({ playerId, blockedId }, { db, now }) {
    putBlock(db, playerId, blockedId, now);
    withholdQueue(db, playerId, queueOfPlayer(blockedId), now);
  },
  'remove-block': ({ playerId, blockedId }, { db }) => removeBlock(db, playerId, blockedId),
  invite: ({ player, address, invitation }, { shell, cause }) =>
    invite(shell, player, address, invitation, cause),
  'take-invitation': ({ address }, { db }) => takeInvitation(db, address),
  'note-act': ({ act, playerId, otherId }, { db, cause }) =>
    count(db, { kind: act, key: playerId, other: otherId }, cause.charge.at),

  // What only an admin can ask for
  'suspend-player': ({ playerId }, { db, now }) => suspendPlayer(db, playerId, now),
  'restore-player': ({ playerId }, { db }) => suspendPlayer(db, playerId, undefined),
  'move-address'({ playerId, address }, { db, now }) {
    replaceAddresses(db, playerId, address, now);
    withholdLateAnswers(db, playerId, now);
  },
  'retry-letter'({ letter: { way, id } }, { db, now }) {
    if (way === 'out') retryOutgoing(db, id, now);
    else retryIncoming(db, id);
  },
  'log-admin': ({ act }, { db, now, cause: { address, inboxId } }) =>
    logAdminAct(db, { address, act, inboxId }, now),
};

/** Writes one change that a command has decided, within the transaction of its letter. */
export function apply(shell: Shell, change: Change, cause: Cause): void {
  const write = WRITERS[change.do] as (change: Change, writing: Writing) => void;
  write(change, { shell, db: shell.db, now: shell.time.now(), cause });
}

/** Applies the effects of a setting: the clocks after a new zone, the next puzzle and letter of the day. */
function followSetting(
  db: Database,
  playerId: number,
  name: SettingName | LimitName,
  now: number,
): void {
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
  const request = putAddressRequest(db, player.id, address, wallClock(shell));
  const { userid, language } = player;
  const to = toSender({ player: undefined, address, language });
  const facts = { userid, hours: questionLimits.heldMs / oneHourMs };
  const wish = commandsToConfirm(address, [`address join ${request}`]);
  const most = questionLimits.signUpsPerDay;
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
    const to = toSender({ player: undefined, address, language });
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
