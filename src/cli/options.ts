import { parseArgs } from 'node:util';
import { err, ok, type Result } from '../result.ts';

/** An option of a command, written `--name`. */
interface Option {
  /** The effect, as the end of a sentence that the option's name begins; or the meaning of its value. */
  readonly does: string;
  /** The name of the value, such as `DOMAIN`; an option without one is a switch. */
  readonly takes?: string;
  readonly oneOf?: readonly string[];
  readonly short?: string;
}

/** The options of a command by name, without hyphens. */
export type OptionTable = Readonly<Record<string, Option>>;

export type OptionValues<Table extends OptionTable> = string extends keyof Table
  ? Readonly<Record<string, string | true | undefined>>
  : { readonly [Name in keyof Table]?: OptionValue<Table[Name]> };

type OptionValue<One extends Option> = One extends { readonly oneOf: readonly (infer Word)[] }
  ? Word
  : One extends { readonly takes: string }
    ? string
    : true;

/** Options that several commands share. */
export const JSON_OPTION = { does: 'prints JSON, for programs' } as const;
export const QUIET_OPTION = { does: 'prints nothing on success', short: 'q' } as const;
export const YES_OPTION = { does: 'does not ask for confirmation', short: 'y' } as const;

export const COMMON_OPTIONS = {
  help: { does: 'prints the help of the command', short: 'h' },
  'no-color': { does: 'prints without colours, like NO_COLOR in the environment' },
} as const satisfies OptionTable;

export interface OptionError {
  readonly message: string;
  /** The unknown word, and the known ones to suggest. */
  readonly unknown?: { readonly word: string; readonly known: readonly string[] };
}

/**
 * Parses the options of a table. The last of a repeated option counts.
 *
 * @returns the options, and the positionals with all after `--`
 */
export function readOptions<Table extends OptionTable>(
  args: readonly string[],
  table: Table,
): Result<
  { readonly words: readonly string[]; readonly options: OptionValues<Table> },
  OptionError
> {
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(Object.entries(table).map(([name, one]) => [name, shapeOf(one)])),
    allowPositionals: true,
    // Errors get our wording, with suggestions.
    strict: false,
    tokens: true,
  });
  const words: string[] = [];
  const values: Record<string, string | true> = {};
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const value = valueFor(token, table);
    if (!value.ok) return value;
    values[token.name] = value.value;
  }
  return ok({ words, options: values as OptionValues<Table> });
}

const shapeOf = (option: Option) => ({
  type: option.takes === undefined ? ('boolean' as const) : ('string' as const),
  ...(option.short !== undefined && { short: option.short }),
});

interface Token {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function valueFor(
  { name, rawName, value, inlineValue }: Token,
  table: OptionTable,
): Result<string | true, OptionError> {
  const option = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!option) {
    const known = Object.keys(table).map((each) => `--${each}`);
    return err({ message: `There is no option ${rawName}.`, unknown: { word: rawName, known } });
  }
  const { takes, oneOf: known } = option;
  if (takes === undefined) {
    return value === undefined ? ok(true) : err({ message: `${rawName} takes no value.` });
  }
  // The next option is not taken as the value; a value with a hyphen needs a `=`.
  if (!value || (!inlineValue && /^-./.test(value)))
    return err({ message: `${rawName} requires: ${takes}` });
  if (!known || known.includes(value)) return ok(value);
  const message = `${rawName} does not accept: ${value}\nAllowed: ${known.join(', ')}`;
  return err({ message, unknown: { word: value, known } });
}

/** The options of `turnpost init`: what each does, and its value. */
export const INIT_OPTIONS = {
  address: { takes: 'ADDRESS', does: 'the address that players write to' },
  provider: {
    takes: 'NAME',
    does: 'the mail provider',
    oneOf: ['gmail', 'microsoft365', 'outlook', 'fastmail', 'mailbox.org', 'gmx', 'icloud', 'own'],
  },
  imap: { takes: 'URL', does: 'the mailbox, or none for a pipe' },
  smtp: { takes: 'URL', does: 'the submission server' },
  'ca-file': { takes: 'FILE', does: 'the CA of their certificates' },
  user: { takes: 'NAME', does: 'the user at both servers, if not the address' },
  admins: { takes: 'ADDRESSES', does: 'the addresses of the admins' },
  database: { takes: 'FILE', does: 'the database file' },
  'backup-dir': { takes: 'FOLDER', does: 'the folder for its copies, best on a second disk' },
  'token-command': { takes: 'COMMAND', does: 'prints access tokens, used instead of a password' },
  'password-stdin': { does: 'reads the password from standard input' },
  unit: { does: 'also writes a systemd unit' },
  'no-try': { does: 'writes the settings without testing them' },
  yes: { does: 'asks nothing' },
} as const;

export type InitOptions = OptionValues<typeof INIT_OPTIONS>;
