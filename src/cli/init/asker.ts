import { setTimeout } from 'node:timers/promises';
import { confirm, isCancel, log, password, select, text } from '@clack/prompts';
import wrapAnsi from 'wrap-ansi';
import { OAUTH_PROVIDERS } from '../../oauth/access.ts';
import {
  askDeviceCode,
  awaitConsent,
  beginConsent,
  type DeviceCode,
  isToken,
} from '../../oauth/device.ts';
import { systemRandom } from '../../ports.ts';
import type { Login } from './plan.ts';

/** Asks a person at a terminal. Each method throws `Cancelled` if the person quits. */
export interface Prompter {
  text(question: TextQuestion): Promise<string>;
  /** The input is not echoed. */
  secret(question: Omit<TextQuestion, 'initial' | 'example'>): Promise<string>;
  choose<T extends string>(question: Choice<T>): Promise<T>;
  confirm(message: string, initial: boolean): Promise<boolean>;
  /** Prints a message of one line or several. */
  say(text: string, kind?: 'info' | 'ok' | 'warn' | 'wrong'): void;
}

interface TextQuestion {
  readonly message: string;
  readonly initial?: string | undefined;
  readonly example?: string;
  /** The error of an answer; undefined if it is valid. */
  readonly trouble?: (text: string) => string | undefined;
}

interface Choice<T extends string> {
  readonly message: string;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    readonly hint?: string;
  }[];
  readonly initial?: T | undefined;
}

/** The person quit, by Ctrl-C or Escape. */
export class Cancelled extends Error {}

/** Whether standard input and output are a terminal. */
export const hasTerminal = (): boolean =>
  process.stdin.isTTY === true && process.stdout.isTTY === true;

export const terminalAsker: Prompter = {
  text: async ({ message, initial = '', example = '', trouble }) =>
    uncancelled(
      await text({
        message,
        initialValue: initial,
        placeholder: example,
        validate: (typed) => trouble?.(typed?.trim() ?? ''),
      }),
    ).trim(),
  secret: async ({ message, trouble }) =>
    uncancelled(await password({ message, validate: (typed) => trouble?.(typed ?? '') })) ?? '',
  choose: async ({ message, options, initial }) => {
    const selected = await select<string>({
      message,
      options: options.map((option) => ({ ...option })),
      ...(initial !== undefined && { initialValue: initial }),
    });
    const chosen = options.find(({ value }) => value === uncancelled(selected));
    if (!chosen) throw new Cancelled();
    return chosen.value;
  },
  confirm: async (message, initial) =>
    uncancelled(await confirm({ message, initialValue: initial })),
  say: (words, kind = 'info') => {
    const tell = { info: log.message, ok: log.success, warn: log.warn, wrong: log.error }[kind];
    tell(wrapped(words));
  },
};

/** A narrower terminal breaks lines itself. */
const COLUMNS_MIN = 20;
/** Prefix of each line. */
const GUIDE = '│  ';

/** Breaks lines between words, for this terminal; a longer word is kept. */
const wrapped = (text: string): string =>
  wrapAnsi(text, Math.max(COLUMNS_MIN, (process.stdout.columns || 80) - GUIDE.length));

function uncancelled<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new Cancelled();
  return answer as Exclude<T, symbol>;
}

const STEPS = {
  google: `The program must be registered with Google. At https://console.cloud.google.com:
1. Create a project, with an OAuth consent screen for "External" users.
2. Publish it ("In production"): in testing, each consent expires after a week.
3. Create a client of the type "Desktop app". It has an ID and a secret.`,
  microsoft: `The program must be registered with Microsoft. At https://entra.microsoft.com, under
"App registrations":
1. Register an application, for the account type of the mailbox.
2. Under "Authentication", allow public client flows.
3. Under "API permissions", add IMAP.AccessAsUser.All and SMTP.Send.
It has a client ID, and needs no secret.`,
};

/**
 * Gets the consent of a person to a login without a password.
 *
 * @throws AccessError if the provider refuses
 */
export async function consent(
  asker: Prompter,
  name: 'google' | 'microsoft',
  user: string,
): Promise<Login> {
  const provider = OAUTH_PROVIDERS[name];
  asker.say(STEPS[name]);
  const id = await asker.text({
    message: 'The client ID',
    trouble: (text) => (isToken(text) ? undefined : 'It is one word, as the page shows it.'),
  });
  const typed = await asker.secret({ message: 'The client secret (Enter if there is none)' });
  const secret = typed === '' ? undefined : typed;
  const client = { id, secret };
  const { tokenUrl, scope } = provider;
  const { kind, url } = provider.consent;
  const refreshToken =
    kind === 'device'
      ? await byDevice(asker, tokenUrl, client, await askDeviceCode(url, id, scope), user)
      : await inBrowser(asker, beginConsent({ tokenUrl, scope, url }, client, systemRandom), user);
  return {
    kind: 'tokens',
    variables: {
      TURNPOST_OAUTH_TOKEN_URL: name,
      TURNPOST_OAUTH_CLIENT_ID: id,
      ...(secret !== undefined && { TURNPOST_OAUTH_CLIENT_SECRET: secret }),
      TURNPOST_OAUTH_REFRESH_TOKEN: refreshToken,
    },
  };
}

function byDevice(
  asker: Prompter,
  tokenUrl: string,
  client: Parameters<typeof awaitConsent>[1],
  code: DeviceCode,
  user: string,
): Promise<string> {
  asker.say(`Open ${code.page} on any machine, log in as ${user}, and type
${code.userCode}
Waiting for your consent.`);
  return awaitConsent(tokenUrl, client, code, setTimeout);
}

async function inBrowser(
  asker: Prompter,
  { page, codeOf, refreshToken }: ReturnType<typeof beginConsent>,
  user: string,
): Promise<string> {
  asker.say(`Open this page in a browser on any machine, and log in as ${user}:
${page}
In the end the browser says that it cannot open a page of 127.0.0.1. That is
expected: copy the address of that page.`);
  const address = await asker.text({
    message: 'The address of that page',
    example: 'http://127.0.0.1:8026/?state=...&code=...',
    trouble: (text) => {
      const code = codeOf(text);
      return code.ok ? undefined : code.error;
    },
  });
  const code = codeOf(address);
  if (!code.ok) throw new Error(code.error);
  return refreshToken(code.value);
}
