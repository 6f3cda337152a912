import type { NamesOf, SentenceCode } from '../sentence.ts';

/**
 * Names that have the sentences `setting-NAME` and `setting-NAME-values`. A name that is not one lacks one of
 * them in `templates/en/sentences.json`, its `setting-NAME` selects on other values than ARCHITECTURE.md says,
 * or `npm run sentences` is due.
 */
type NameWithBothSentences = {
  [Name in NamesOf<
    'setting',
    { readonly value: string }
  >]: `setting-${Name}-values` extends SentenceCode ? Name : never;
}[NamesOf<'setting', { readonly value: string }>];

/**
 * A setting. The sentence `setting-NAME` describes it; `setting-NAME-values` lists its values after a wrong
 * one.
 */
interface SettingOf<Name extends NameWithBothSentences, Value extends string> {
  readonly name: Name;
  readonly defaultValue: Value;
  /** The values to show; `read` may accept more. */
  readonly values: readonly Value[];
  /** A suggestion for an invalid value, where the values cannot be listed. */
  near?(input: string): string | undefined;
  /** The canonical value; undefined if invalid. */
  read(input: string): Value | undefined;
}

/** The languages of the letters: the complete folders of `templates/`. */
export const LANGUAGES = ['en', 'de'] as const;

/** All settings, in display order. ARCHITECTURE.md lists what a new one needs. */
export const SETTINGS = [
  oneOf('mail', 'both', 'text'),
  oneOf('notify', 'each', 'daily', 'result', 'none'),
  yesOrNo('remind'),
  yesOrNo('copies'),
  oneOf('accept', 'all', 'none'),
  yesOrNo('news'),
  yesOrNo('tips'),
  oneOf('puzzle', 'off', 'daily'),
  oneOf('board', 'diagram', 'words', 'both', 'picture'),
  yesOrNo('pictures'),
  yesOrNo('comments'),
  yesOrNo('coordinates'),
  oneOf('order', 'usual', 'classic'),
  oneOf('subject', 'fixed', 'turn', 'classic'),
  language(),
  zone('UTC', 'Europe/Berlin'),
] as const;
export type Setting = (typeof SETTINGS)[number];
export type SettingName = Setting['name'];

/** A player's choices by setting; others have their default. */
export type Settings = { readonly [Each in Setting as Each['name']]?: Each['defaultValue'] } & {
  readonly [limit: LimitName]: string;
} & {
  /** The account had a password, and the player is not yet notified that none is needed. */
  readonly passwords?: 'gone';
};

export const chosenZone = (settings: Settings | undefined): string => settings?.['zone'] ?? 'UTC';

/** The chosen value of a setting, or its default. */
export const chosen = (settings: Settings | undefined, { name, defaultValue }: Setting): string =>
  settings?.[name] ?? defaultValue;

/** The name of a game's limit of boards; set by `limit`, not `set`. */
export type LimitName = `limit-${string}`;

/** A setting with a few words as values, the default first. */
function oneOf<Name extends NameWithBothSentences, Value extends string>(
  name: Name,
  defaultValue: Value,
  ...others: readonly Value[]
): SettingOf<Name, Value> {
  const values = [defaultValue, ...others];
  const read = (input: string) => values.find((value) => value === input.toLowerCase());
  return { name, defaultValue, values, read };
}

/** A setting that is on or off; on by default, unless it says otherwise. */
function yesOrNo<Name extends NameWithBothSentences>(
  name: Name,
  defaultValue: 'yes' | 'no' = 'yes',
): SettingOf<Name, 'yes' | 'no'> {
  const read = (input: string) => {
    const on = parseSwitch(input);
    return on === undefined ? undefined : on ? 'yes' : 'no';
  };
  return { name, defaultValue, values: ['yes', 'no'], read };
}

/** The setting for the language, by code or name in any of them: `de`, `German`. */
function language(): SettingOf<'language', (typeof LANGUAGES)[number]> {
  const setting = oneOf('language', ...LANGUAGES);
  const named = (input: string) =>
    LANGUAGES.find((language) => namesOf(language).includes(input.toLowerCase()));
  return { ...setting, read: (written) => setting.read(written) ?? named(written) };
}

/** The names of a language in all languages of the letters, in lower case. */
const namesOf = (language: string): readonly string[] =>
  LANGUAGES.flatMap((inThis) => {
    const name = new Intl.DisplayNames(inThis, { type: 'language' }).of(language);
    return name?.toLowerCase() ?? [];
  });

/** The setting for the time zone, which has too many values to show. */
function zone(defaultValue: string, ...others: readonly string[]): SettingOf<'zone', string> {
  return {
    name: 'zone',
    defaultValue,
    values: [defaultValue, ...others],
    read: readZone,
    near: zoneNear,
  };
}

/** A time zone of the IANA database as the runtime spells it: `europe/berlin` -> `Europe/Berlin`. */
function readZone(input: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: input }).resolvedOptions().timeZone;
  } catch {
    // Intl throws on an unknown zone (ECMA-402, InitializeDateTimeFormat).
    return undefined;
  }
}

/** The zone of a city: `Berlin`, `new york`; undefined if unknown. */
function zoneNear(input: string): string | undefined {
  const city = input.toLowerCase().replace(/^.*\//, '').replaceAll(' ', '_');
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase().endsWith(`/${city}`));
}

const WORDS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  on: true,
  true: true,
  1: true,
  no: false,
  n: false,
  off: false,
  false: false,
  0: false,
};

export const SWITCH_WORDS: readonly string[] = Object.keys(WORDS);

/** Parses a word for yes or no; undefined if neither. */
export function parseSwitch(input: string): boolean | undefined {
  const word = input.toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}

const DAY_MS = 86_400_000;

/** 2026-01-01, from which epochs count, in days since 1970-01-01. */
const EPOCH_START_DAY = Date.UTC(2026, 0, 1) / DAY_MS;

/**
 * The next epoch of a player's tokens: the number of days since `EPOCH_START_DAY`, and at least the next
 * number, so that an epoch that a restored backup lacks is not reused.
 */
export const nextEpoch = (epoch: number, now: number): number =>
  Math.max(epoch + 1, Math.floor(now / DAY_MS) - EPOCH_START_DAY);

export interface Player {
  readonly id: number;
  /** The name for other players; keeps its case. */
  readonly userid: string;
  /** The main address, which gets the letters. */
  readonly address: string;
  /** The language of letters, as a folder of `templates/`. */
  readonly language: string;
  /** The player's choices; undefined: all defaults. */
  readonly settings?: Settings;
  /** An admin has suspended the player, whose commands are not carried out. */
  readonly suspended?: true;
}

/** An address that a player has confirmed. */
export interface Address {
  readonly address: string;
  /** Letters go there. Each player has exactly one. */
  readonly main: boolean;
}

/** Acts with a daily limit per player, see limits.ts. */
export const ACTS = [
  'export',
  'message',
  'invite',
  'address',
  'challenge',
  'feedback',
  'robot',
] as const;
export type Act = (typeof ACTS)[number];
