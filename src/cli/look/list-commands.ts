import { INBOX_STATES, OUTGOING_STATES } from '../../command/shape/by-subject.ts';
import { systemTime } from '../../ports.ts';
import { ok } from '../../result.ts';
import { type CliCommand, exitOf, exits, withOptions } from '../command.ts';
import type * as configured from '../configured.ts';
import { JSON_OPTION, QUIET_OPTION, YES_OPTION } from '../options.ts';

const printList: typeof configured.printList = async (...list) =>
  (await import('../configured.ts')).printList(...list);

/** The commands that show the state or lists, and `outbox retry`. Modules are loaded on demand. */
export const LIST_COMMANDS: readonly CliCommand[] = [
  withOptions({
    name: 'status',
    does: 'shows whether a server runs, and how many e-mails wait',
    options: { json: JSON_OPTION },
    examples: ['turnpost status', 'turnpost status --json | jq .lettersOut'],
    exits: { 0: 'a server runs', 1: 'the status cannot be determined', 3: 'no server runs' },
    synonyms: ['ps', 'info', 'stats', 'state'],
    isCommon: true,
    run: async (_, __, { json }) => {
      const { withDatabase, configuredWorker } = await import('../configured.ts');
      const { statusObject, statusReport } = await import('./status.ts');
      const { findHolder } = await import('../../store/file/lock.ts');
      let code: number = exits.ok;
      const report = withDatabase((db, path) => {
        const holder = findHolder(path);
        if (!holder) code = exits.notRunning;
        const config = configuredWorker();
        const quota = config.ok ? config.value.quota : undefined;
        return ok(
          json
            ? [JSON.stringify(statusObject(db, holder, quota), (_, value) => value ?? null, 2)]
            : statusReport(db, holder, quota),
        );
      });
      return report.ok ? { code, prints: report.value } : exitOf(report);
    },
  }),
  withOptions({
    name: 'letters',
    does: 'lists e-mails that were put aside, or those in another state',
    more: 'It shows the domain of the sender, but nothing of the e-mail.',
    options: {
      state: { does: 'lists the e-mails in this state', takes: 'STATE', oneOf: INBOX_STATES },
      json: JSON_OPTION,
    },
    examples: [
      'turnpost letters',
      'turnpost letters --state stored   # not yet read',
      'turnpost letters --json | jq length',
    ],
    synonyms: ['inbox', 'mail', 'mailbox', 'aside'],
    run: async (_, terminal, { state, json = false }) => {
      const { letterList } = await import('./lists.ts');
      return printList(terminal, json, (db) => ok(letterList(db, state)));
    },
  }),
  withOptions({
    name: 'outbox',
    takes: '[retry [ID...]]',
    does: 'lists e-mails that are not sent yet, or retries them',
    more:
      'It shows the domain of the recipient. With retry, waiting and failed e-mails are\n' +
      'sent as soon as a server runs. Give their IDs, or a filter.',
    options: {
      state: { does: 'only those in this state', takes: 'STATE', oneOf: OUTGOING_STATES },
      failed: { does: 'same as --state failed' },
      domain: { does: 'only those to addresses at this domain', takes: 'DOMAIN' },
      'dry-run': { does: 'prints how many e-mails would be retried, and does nothing', short: 'n' },
      yes: YES_OPTION,
      quiet: QUIET_OPTION,
      json: JSON_OPTION,
    },
    examples: [
      'turnpost outbox',
      'turnpost outbox --state waiting --domain example.org',
      'turnpost outbox retry 12 13',
      'turnpost outbox retry --failed --dry-run',
      'turnpost outbox retry --domain example.org',
    ],
    synonyms: ['queue', 'mailq', 'postqueue', 'retry', 'resend', 'out', 'failed', 'send'],
    run: async (words, terminal, options) => {
      const { listOutbox, retryOutbox } = await import('./retry.ts');
      const [retry, ...ids] = words;
      return retry ? retryOutbox(ids, options, terminal) : listOutbox(options, terminal);
    },
  }),
  withOptions({
    name: 'players',
    does: 'lists the players, with their last activity and their boards',
    more: 'Addresses are private, and are shown only on request.',
    options: {
      addresses: { does: 'also shows their addresses, the main one first' },
      json: JSON_OPTION,
    },
    examples: [
      'turnpost players',
      'turnpost players --addresses | grep alice',
      "turnpost players --json | jq -r '.[] | select(.suspended).userid'",
    ],
    synonyms: ['users', 'accounts', 'user', 'player', 'members'],
    run: async (_, terminal, { addresses = false, json = false }) => {
      const { playerList } = await import('./lists.ts');
      return printList(terminal, json, (db) => ok(playerList(db, systemTime.now(), addresses)));
    },
  }),
  withOptions({
    name: 'matches',
    does: 'lists the matches: whose turn it is, and how many days are left',
    options: {
      player: { does: 'only those of this player', takes: 'USERID' },
      finished: { does: 'lists finished matches: who won, when, and how' },
      json: JSON_OPTION,
    },
    examples: [
      'turnpost matches',
      'turnpost matches --player alice --finished',
      "turnpost matches --json | jq '.[] | select(.daysLeft == 0).board'",
    ],
    synonyms: ['games', 'boards', 'match', 'game', 'board'],
    run: async (_, terminal, { player, finished = false, json = false }) => {
      const { matchList } = await import('./lists.ts');
      return printList(terminal, json, (db) => matchList(db, systemTime.now(), player, finished));
    },
  }),
];
