import type { NamesOf, SentenceCode } from '../sentence.ts';

/**
 * The names for which there are the sentences `setting-NAME` and `setting-NAME-values`. What is none of
 * them lacks one in `templates/en/sentences.json`, or `npm run sentences` has not been run.
 */
type NameWithBothSentences = {
  [Name in NamesOf<
    'setting',
    { readonly value: string }
  >]: `setting-${Name}-values` extends SentenceCode ? Name : never;
}[NamesOf<'setting', { readonly value: string }>];

/**
 * One thing that players may choose. What it does is told by the sentence `setting-NAME`, and what it
 * takes, to whoever wrote something else, by `setting-NAME-values`.
 */
interface SettingOf<Name extends NameWithBothSentences, Value extends string> {
  readonly name: Name;
  /** What it is until the player chooses. */
  readonly usual: Value;
  /** The values to show; `read` may know more of them. */
  readonly values: readonly Value[];
  /** What to type instead of a value that is none, where the values cannot be listed. */
  near?(written: string): string | undefined;
  /** The value in our own spelling, or undefined when it is none. */
  read(written: string): Value | undefined;
}

/** The languages of the letters: the folders of `templates/` that hold all of them. */
export const LANGUAGES = ['en', 'de'] as const;

/** Every setting, in the order of the list. A new one is a line here and its two sentences. */
export const SETTINGS = [
  oneOf('mail', 'both', 'text'),
  oneOf('notify', 'each', 'daily', 'result'),
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

/** What a player has chosen, by the setting's name. What is not there is as usual. */
export type Settings = { readonly [Each in Setting as Each['name']]?: Each['usual'] } & {
  readonly [limit: LimitName]: string;
} & {
  /** There was a password once, and the player has not been told yet that none is needed. */
  readonly passwords?: 'gone';
};

/** The zone whose days a player counts. */
export const chosenZone = (settings: Settings | undefined): string => settings?.['zone'] ?? 'UTC';

/** What a player has chosen for a setting, or what it usually is. */
export const chosen = (settings: Settings | undefined, { name, usual }: Setting): string =>
  settings?.[name] ?? usual;

/** Under which name the most boards of a game are kept; `limit` sets it, not `set`. */
export type LimitName = `limit-${string}`;
export const limitSetting = (rules: string): LimitName => `limit-${rules}`;

/** A setting with a few words to choose from, the usual one first. */
function oneOf<Name extends NameWithBothSentences, Value extends string>(
  name: Name,
  usual: Value,
  ...others: readonly Value[]
): SettingOf<Name, Value> {
  const values = [usual, ...others];
  const read = (written: string) => values.find((value) => value === written.toLowerCase());
  return { name, usual, values, read };
}

/** A setting that is on, until it is switched off. */
function yesOrNo<Name extends NameWithBothSentences>(name: Name): SettingOf<Name, 'yes' | 'no'> {
  const read = (written: string) => {
    const on = parseSwitch(written);
    return on === undefined ? undefined : on ? 'yes' : 'no';
  };
  return { name, usual: 'yes', values: ['yes', 'no'], read };
}

/** The setting for the language of the letters, which has a name in each of them: `de`, `German`. */
function language(): SettingOf<'language', (typeof LANGUAGES)[number]> {
  const setting = oneOf('language', ...LANGUAGES);
  const named = (written: string) =>
    LANGUAGES.find((language) => namesOf(language).includes(written.toLowerCase()));
  return { ...setting, read: (written) => setting.read(written) ?? named(written) };
}

/** What a language is called in all languages of the letters, in lower case. */
const namesOf = (language: string): readonly string[] =>
  LANGUAGES.flatMap((inThis) => {
    const name = new Intl.DisplayNames(inThis, { type: 'language' }).of(language);
    return name?.toLowerCase() ?? [];
  });

/** The setting for a time zone, which has more values than can be shown. */
function zone(usual: string, ...others: readonly string[]): SettingOf<'zone', string> {
  return { name: 'zone', usual, values: [usual, ...others], read: readZone, near: zoneNear };
}

/** A time zone of the IANA database as the runtime spells it: `europe/berlin` -> `Europe/Berlin`. */
function readZone(written: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: written }).resolvedOptions().timeZone;
  } catch {
    // Intl tells an unknown zone by throwing (ECMA-402, InitializeDateTimeFormat).
    return undefined;
  }
}

/** The zone of a city: `Berlin`, `new york`. Undefined when there is none. */
function zoneNear(written: string): string | undefined {
  const city = written.toLowerCase().replace(/^.*\//, '').replaceAll(' ', '_');
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

/** The words of ours that people write for yes and no. */
export const SWITCH_WORDS: readonly string[] = Object.keys(WORDS);

/** Reads what people write for yes and no; undefined when it is neither. */
export function parseSwitch(written: string): boolean | undefined {
  const word = written.toLowerCase();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
}
