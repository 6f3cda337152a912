import { OAUTH_VARIABLES } from '../../oauth/access.ts';
import { err, ok, type Result } from '../../result.ts';
import type { Finding } from '../check/finding.ts';
import type { InitOptions } from '../options.ts';
import type { Prompter } from './asker.ts';
import {
  domainOf,
  type EnvSettings,
  envText,
  isCompletePlan,
  type Plan,
  parseServer,
  tokenLogin,
  variablesOf,
  withoutUndefined,
} from './plan.ts';
import { type mxHostsOf, providerOf, providerOfDomain } from './providers.ts';
import {
  addressesTrouble,
  addressTrouble,
  caFileTrouble,
  DEFAULT_DATABASE,
  OTHER,
  TOPICS,
  type Topic,
} from './questions.ts';

/** External dependencies of init. */
export interface InitPorts {
  readonly mxHosts: typeof mxHostsOf;
  /** Undefined: no checks. */
  readonly checkSettings: ((settings: EnvSettings) => AsyncIterable<Finding>) | undefined;
  /** Today's date, in UTC. */
  readonly today: string;
}

/** The previous settings: in `plan` those that init asks for, in `values` all. */
export interface PreviousSettings {
  readonly plan: Plan;
  readonly values: EnvSettings;
}

/**
 * Asks for the settings of a server, and again for those that fail.
 *
 * @throws Cancelled if the person quits
 */
export async function askForAll(
  asker: Prompter,
  given: Plan,
  previous: PreviousSettings,
  ports: InitPorts,
): Promise<Result<string, string>> {
  const { caFile } = previous.plan;
  // The CA file is asked for only on request.
  const plan: Plan = { ...(caFile !== undefined && { caFile }), ...given };
  let last = previous.plan;
  for (;;) {
    for (const topic of TOPICS) {
      if (topic.parts.some((part) => plan[part] === undefined)) {
        await topic.ask({ asker, plan, previous: last, mxHosts: ports.mxHosts });
      }
    }
    const text = textOf(plan, previous.values, ports.today);
    if (!text.ok) return text;
    const suggestion = await runChecks(asker, text.value.settings, ports);
    if (suggestion === undefined) return ok(text.value.text);
    const choice = await asker.choose<NextStep>({
      message: 'What do you want to change?',
      options: [
        ...TOPICS.map(({ topic: value, label }) => ({ value, label })),
        { value: 'again', label: 'Nothing: check again' },
        { value: 'write', label: 'Nothing: write the settings as they are' },
      ],
      initial: suggestion,
    });
    if (choice === 'write') return ok(text.value.text);
    if (choice === 'again') continue;
    last = { ...plan };
    // A refused login is not offered again.
    if (suggestion === 'login') delete last.login;
    clearTopic(plan, choice);
    const chosen = TOPICS.find(({ topic }) => topic === choice);
    if (chosen?.parts.length === 0) {
      await chosen.ask({ asker, plan, previous: last, mxHosts: ports.mxHosts });
    }
  }
}

/** The text of `.env` from options, without questions. */
export async function settingsFromOptions(
  given: Plan,
  previous: PreviousSettings,
  ports: InitPorts,
  onFinding: (finding: Finding) => void,
): Promise<Result<string, string>> {
  const plan = await completed({ ...previous.plan, ...given }, ports);
  if (!isCompletePlan(plan))
    return err(`These options are missing:\n${missingLines(plan).join('\n')}`);
  const text = textOf(plan, previous.values, ports.today);
  if (!text.ok) return text;
  let wrong = 0;
  for await (const finding of ports.checkSettings?.(text.value.settings) ?? []) {
    onFinding(finding);
    if (finding.level === 'wrong') wrong++;
  }
  return wrong === 0
    ? ok(text.value.text)
    : err('Nothing was written. With --no-try the settings are written without a test.');
}

/** Adds defaults for what was not given. */
async function completed(plan: Plan, { mxHosts }: InitPorts): Promise<Plan> {
  const provider =
    providerOf(plan.provider) ??
    (plan.imap === undefined || plan.smtp === undefined
      ? await providerOfDomain(domainOf(plan), mxHosts)
      : undefined);
  return {
    ...provider?.servers,
    database: DEFAULT_DATABASE,
    ...(plan.address !== undefined && { user: plan.address }),
    ...plan,
  };
}

const REQUIRED: readonly (readonly [keyof Plan, string])[] = [
  ['address', '--address ADDRESS, the address that players write to'],
  ['imap', '--imap URL, such as imaps://imap.example.org, or none'],
  ['smtp', '--smtp URL, such as smtps://smtp.example.org'],
  ['login', '--password-stdin, with the password on standard input'],
];

const missingLines = (plan: Plan): readonly string[] =>
  REQUIRED.flatMap(([part, line]) => (plan[part] === undefined ? [line] : []));

/** The text of `.env`. Settings that init does not ask for are kept. */
function textOf(
  plan: Plan,
  old: EnvSettings,
  today: string,
): Result<{ readonly text: string; readonly settings: EnvSettings }, string> {
  if (!isCompletePlan(plan)) throw new Error('a question was left out');
  const others = Object.entries(old).filter(([name]) => !PLANNED.includes(name));
  const settings = { ...variablesOf(plan), ...quotaOf(plan), ...Object.fromEntries(others) };
  const head = [
    `Written by turnpost init on ${today}. All variables are in docs/configuration.md.`,
    'It contains passwords: nobody else may read it.',
  ];
  const text = envText(head, settings);
  return text.ok ? ok({ text: text.value, settings }) : text;
}

/** The daily quota of the provider, for an address at one of its domains. */
function quotaOf(plan: Plan): EnvSettings {
  const { domains = [], lettersPerDay } = providerOf(plan.provider) ?? {};
  if (lettersPerDay === undefined || !domains.includes(domainOf(plan))) return {};
  return { TURNPOST_LETTERS_PER_DAY: String(lettersPerDay) };
}

/** @returns what to suggest next, if a check fails */
async function runChecks(
  asker: Prompter,
  settings: EnvSettings,
  { checkSettings }: InitPorts,
): Promise<NextStep | undefined> {
  if (!checkSettings) return undefined;
  asker.say('Checking the settings ...');
  let suggestion: NextStep | undefined;
  const passed = new Set<string>();
  const troubles = new Set<string>();
  const shown = new Set<string>();
  for await (const finding of checkSettings(settings)) {
    const { name, level, what, remedy } = finding;
    const text = remedy ? `${what}\n${remedy}` : what;
    (level === 'ok' ? passed : troubles).add(name);
    if (level === 'ok') continue;
    // One host may be both servers.
    if (!shown.has(text)) asker.say(text, level);
    shown.add(text);
    if (level === 'wrong') suggestion ??= topicOf(finding);
  }
  const fine = [...passed].filter((name) => !troubles.has(name));
  if (fine.length > 0) asker.say(`Passed: ${fine.join(', ')}.`, 'ok');
  return suggestion;
}

type NextStep = Topic | 'again' | 'write';

/** The likely topic of a finding, by its name or, in a configuration error, by the variable. */
const TOPIC_PATTERNS: readonly (readonly [Topic, names: RegExp, variables: RegExp])[] = [
  ['address', /^$/, /TURNPOST_ADDRESS/],
  ['servers', /^(?:imap|smtp|mailbox|size)$/, /TURNPOST_(?:IMAP|SMTP)_URL/],
  ['ca-file', /^$/, /TURNPOST_CA_FILE/],
  ['login', /^oauth$/, /TURNPOST_(?:OAUTH|TOKEN)_/],
  ['admins', /^admins$/, /TURNPOST_ADMINS/],
  ['database', /^(?:database|disk|lock|secret)$/, /TURNPOST_DATABASE/],
  ['copies', /^copies$/, /TURNPOST_BACKUP_DIR/],
];

/** The next step after a finding: the topic at fault, or `again` if there is none, as with a wrong clock. */
function topicOf({ name, what, remedy = '' }: Finding): NextStep {
  const isConfigError = name === 'configuration';
  if (!isConfigError && remedy.includes('TURNPOST_CA_FILE')) return 'ca-file';
  const found = TOPIC_PATTERNS.find(([, names, variables]) =>
    isConfigError ? variables.test(what) : names.test(name),
  );
  const topic = found?.[0] ?? 'again';
  const isLogin = topic === 'servers' && !isConfigError && /\b(?:user|password|login)\b/.test(what);
  return isLogin ? 'login' : topic;
}

function clearTopic(plan: Plan, topic: Topic): void {
  const parts = TOPICS.find((each) => each.topic === topic)?.parts ?? [];
  for (const part of parts) delete plan[part];
  if (topic !== 'provider') return;
  // The settings of the mail servers depend on the provider.
  delete plan.imap;
  delete plan.smtp;
  delete plan.login;
}

/** The options with checks of their own. */
const OPTION_CHECKS = {
  address: addressTrouble,
  admins: addressesTrouble,
  'ca-file': caFileTrouble,
} as const;

/** The plan that the options give, or their errors, which do not repeat a password. */
export function planOf(options: InitOptions): Result<Plan, string> {
  const plan: Plan = {};
  const troubles: string[] = [];
  for (const name of ['address', 'admins', 'ca-file'] as const) {
    const text = options[name];
    const trouble = text === undefined ? undefined : OPTION_CHECKS[name](text);
    if (trouble !== undefined) troubles.push(`--${name}: ${trouble}`);
  }
  for (const kind of ['imap', 'smtp'] as const) {
    const text = options[kind];
    if (kind === 'imap' && text === 'none') plan.imap = 'none';
    else if (text !== undefined) {
      const read = parseServer(text, kind);
      if (!read.ok) troubles.push(`--${kind}: ${read.error}`);
      else {
        const { server, user, mailbox } = read.value;
        const { tls } = server;
        if (tls === undefined) troubles.push(`--${kind}: write it as ${kind}s://${text}`);
        else plan[kind] = { ...server, tls };
        if (user !== '') plan.user ??= user;
        if (mailbox !== '') plan.mailbox = mailbox;
      }
    }
  }
  if (troubles.length > 0) return err(troubles.join('\n'));
  const { 'token-command': command, 'backup-dir': folder } = options;
  const hasBothServers = plan.imap !== undefined && plan.smtp !== undefined;
  return ok({
    ...plan,
    ...withoutUndefined({
      address: options.address,
      provider: options.provider ?? (hasBothServers ? OTHER : undefined),
      caFile: options['ca-file'],
      user: options.user,
      admins: options.admins,
      database: options.database,
      backups: folder === undefined ? undefined : { folder },
      login: command === undefined ? undefined : tokenLogin(command),
    }),
  });
}

/** The variables that a plan sets, or leaves out on purpose. */
const PLANNED: readonly string[] = [
  ...Object.keys(OAUTH_VARIABLES),
  ...['ADDRESS', 'IMAP_URL', 'SMTP_URL', 'CA_FILE', 'ADMINS', 'DATABASE', 'BACKUP_DIR'].map(
    (name) => `TURNPOST_${name}`,
  ),
];
