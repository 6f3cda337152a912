import {
  chosen,
  type Player,
  SETTINGS,
  type Setting,
  SWITCH_WORDS,
} from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { parsed, tell } from '../shape/decision.ts';
import type { Command } from '../shape/types.ts';
import { nearest } from '../shape/words.ts';

/** Changes a setting of the player, or lists all settings. */
export const set: Command = {
  name: 'set',
  usage: 'set NAME VALUE',
  summary: 'changes how your e-mails look; alone, lists all of it',
  example: 'set mail text',
  audience: 'player',
  need: 'proof',
  values: [...SETTINGS.flatMap(({ name, values }) => [name, ...values]), ...SWITCH_WORDS],

  read({ words }) {
    const [name, input, ...rest] = words;
    if (name === undefined) return listSettings;
    const setting = SETTINGS.find((each) => each.name === name.toLowerCase());
    if (!setting) return err(noSuchSetting(name));
    const value = input !== undefined && rest.length === 0 ? setting.read(input) : undefined;
    if (value === undefined) return err(noSuchValue(setting, words.slice(1).join(' ')));
    const text = `set ${setting.name} ${value}`;
    return parsed({ text, ...(REDUCES_LETTERS.has(text) && { harmless: true }) }, ({ player }) => ({
      changes: [{ do: 'put-setting', playerId: player.id, name: setting.name, value }],
      section: { says: [say(`setting-${setting.name}`, { value })] },
    }));
  },
};

/** Commands that make the server send fewer letters, spelled as in footers. */
const REDUCES_LETTERS: ReadonlySet<string> = new Set([
  'set notify daily',
  'set notify result',
  'set notify none',
  'set puzzle off',
  'set remind no',
  'set copies no',
  'set accept none',
  'set news no',
  'set tips no',
]);

const listSettings = parsed('set', ({ player }) =>
  tell({ says: [...settingLines(player), say('settings-how')] }),
);

/** One line per setting: its name, its value and the effect of that. */
export const settingLines = ({ settings }: Pick<Player, 'settings'>): readonly Sentence[] =>
  SETTINGS.map((setting) => say(`setting-${setting.name}`, { value: chosen(settings, setting) }));

/** Lists the values of the setting, or names the zone of the city that was written. */
function noSuchValue(setting: Setting, input: string): Sentence {
  const near = setting.near?.(input);
  return near === undefined
    ? say(`setting-${setting.name}-values`)
    : say('no-such-zone-near', { near });
}

function noSuchSetting(input: string): Sentence {
  const names = SETTINGS.map(({ name }) => name);
  const near = nearest(input, names);
  return near === undefined
    ? say('no-such-setting', { names: names.join(', ') })
    : say('no-such-setting-near', { near });
}

/** Changes the language of the sender's letters, or shows it: `set language` in one word. */
export const language: Command = {
  name: 'language',
  usage: 'language [LANGUAGE]',
  summary: 'changes the language of your e-mails',
  example: 'language',
  audience: 'player',
  need: 'proof',

  read({ words, options }, letterContext) {
    return words.length === 0
      ? tellLanguage
      : set.read({ words: ['language', ...words], options }, letterContext);
  },
};

const tellLanguage = parsed('language', ({ player }) =>
  tell({ says: settingLines(player).filter(({ code }) => code === 'setting-language') }),
);
