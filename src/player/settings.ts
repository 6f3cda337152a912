import type { NamesOf } from '../sentence.ts';
import { parseSwitch } from './switch.ts';

/** What a player has chosen, by the setting's name. What is not there is as usual. */
export type Settings = Readonly<Record<string, string>>;

/** The names for which there is a sentence `setting-NAME`. */
export type SettingName = NamesOf<'setting', { readonly value: string }>;

/** One thing that players may choose. What it does is told by the sentence `setting-NAME`. */
export interface Setting {
  readonly name: SettingName;
  /** What it is until the player chooses. */
  readonly usual: string;
  /** The values to show; `read` may know more of them. */
  readonly values: readonly string[];
  /** What to type instead of a value that is none, where the values cannot be listed. */
  near?(written: string): string | undefined;
  /** The value in our own spelling, or undefined when it is none. */
  read(written: string): string | undefined;
}

/** The languages of the letters: the folders of `templates/` that hold all of them. */
export const LANGUAGES = ['en', 'de'] as const;

/** Every setting, in the order of the list. A new one is a line here and its sentence. */
export const SETTINGS: readonly Setting[] = [
  oneOf('mail', 'both', 'text', 'picture'),
  oneOf('notify', 'each', 'daily', 'result'),
  yesOrNo('remind'),
  oneOf('accept', 'all', 'none'),
  oneOf('board', 'diagram', 'words', 'both'),
  yesOrNo('coordinates'),
  oneOf('subject', 'fixed', 'classic'),
  oneOf('language', ...LANGUAGES),
  { name: 'zone', usual: 'UTC', values: ['UTC', 'Europe/Berlin'], read: readZone, near: zoneNear },
];

/** The zone whose days a player counts. */
export const chosenZone = (settings: Settings | undefined): string => settings?.['zone'] ?? 'UTC';

/** What a player has chosen for a setting, or what it usually is. */
export const chosen = (settings: Settings | undefined, { name, usual }: Setting): string =>
  settings?.[name] ?? usual;

/** Under which name the most boards of a game are kept; `limit` sets it, not `set`. */
export const limitSetting = (rules: string): string => `limit-${rules}`;

/** A setting with a few words to choose from, the usual one first. */
function oneOf(name: SettingName, usual: string, ...others: readonly string[]): Setting {
  const values = [usual, ...others];
  const read = (written: string) => values.find((value) => value === written.toLowerCase());
  return { name, usual, values, read };
}

/** A setting that is on, until it is switched off. */
function yesOrNo(name: SettingName): Setting {
  const read = (written: string) => {
    const on = parseSwitch(written);
    return on === undefined ? undefined : on ? 'yes' : 'no';
  };
  return { name, usual: 'yes', values: ['yes', 'no'], read };
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
