import type { Change } from '../command/types.ts';
import { makePosition } from '../engine/notation.ts';
import { noteAct } from '../store/acts.ts';
import { addAddress, endRequests, removeAddress, setMain } from '../store/addresses.ts';
import { logAdminAct } from '../store/admin-log.ts';
import { askSolver } from '../store/analyses.ts';
import { putBlock, removeBlock } from '../store/blocks.ts';
import { putChallenge } from '../store/challenges.ts';
import { advanceMatch, noteEvent, startMatch } from '../store/matches.ts';
import { addPlayer } from '../store/players.ts';
import { putSetting } from '../store/settings.ts';
import { signOff } from '../store/sign-off.ts';
import { requestAddress } from './apply-address.ts';
import { askYes } from './ask-yes.ts';
import type { Cause } from './intend.ts';
import type { Shell } from './shell.ts';

/** Writes one change that a command has decided, within the transaction of its letter. */
export function apply(shell: Shell, change: Change, cause: Cause): void {
  const { inboxId, messageId, address } = cause;
  const { db, clock } = shell;
  const now = clock.now();
  switch (change.do) {
    case 'add-player':
      addPlayer(db, change.player, now);
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
    case 'ask-yes':
      askYes(shell, change, cause);
      break;
    case 'sign-off':
      signOff(db, change.playerId, now);
      break;
    case 'put-block':
      putBlock(db, change.playerId, change.blockedId, now);
      break;
    case 'remove-block':
      removeBlock(db, change.playerId, change.blockedId);
      break;
    case 'note-act':
      noteAct(db, change.playerId, change.act, now);
      break;
    case 'put-setting':
      putSetting(db, change.playerId, change.name, change.value);
      break;
    case 'put-challenge':
      putChallenge(db, change.challenge, now);
      break;
    case 'start-match': {
      const { board, revision } = change.match;
      startMatch(db, change.match, now);
      noteEvent(db, { board, revision, event: 'start', inboxId }, now);
      break;
    }
    case 'advance-match': {
      const { board, revision } = change.match;
      advanceMatch(db, change.match, now);
      if (change.event) noteEvent(db, { board, revision, event: change.event, inboxId }, now);
      break;
    }
    case 'ask-solver': {
      const { playerId, understood } = change;
      const position = makePosition(change.position);
      askSolver(db, { playerId, understood, position, inboxId, messageId, address }, now);
      break;
    }
    case 'log-admin':
      logAdminAct(db, { address, act: change.act, inboxId }, now);
      break;
  }
}
