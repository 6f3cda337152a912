import { describe, expect, it } from 'vitest';
import { foldings } from '../../../src/command/shape/words.ts';
import { readLine } from '../../../src/command/text/line.ts';
import { COMMANDS, findCommand } from '../../../src/command/text/registry.ts';
import { NO_CONTEXT } from '../../../src/command/text/subject.ts';
import { makeVocabularies } from '../../../src/command/text/vocabulary.ts';
import { findGame } from '../../../src/engine/registry.ts';
import { RULES } from '../../../src/engine/shape/ground.ts';
import { LANGUAGES } from '../../../src/player/settings.ts';
import { readWords } from '../../../src/service/process/languages.ts';
import { FILES } from '../../render/reader.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const ALL = readWords({ builtIn: FILES, fromOperator: new Map() }).words;
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');

const spelled = (line: string): string | undefined => {
  const read = readLine(line, NO_CONTEXT, VOCABULARY);
  return read.kind === 'command' ? read.ready.text : undefined;
};

describe('a line in the words of a language', () => {
  it.each([
    ['hilfe', 'help'],
    ['Hilfe!', 'help'],
    ['hilfe herausfordern', 'help challenge'],
    ['hilfe anzeige testen', 'help test display'],
    ['hilfe forms', 'help forms'],
    ['regeln forms', 'help forms'],
    ['aufgeben 12', 'resign 12'],
    ['zeige 12 #3', 'show 12 #3'],
    ['Zeige Brett 12', 'show 12'],
    ['forms zeigen 12', 'show 12'],
    ['zeigen alle', 'games all'],
    ['partien nächste', 'games next'],
    ['PARTIEN BOB BEENDETE', 'games BOB inactive'],
    ['remis 12', 'draw 12'],
    ['zurücknehmen 12', 'undo 12'],
    ['zuruecknehmen 12', 'undo 12'],
    ['zurucknehmen 12', 'undo 12'],
    ['zuru\u0308cknehmen 12', 'undo 12'],
    ['annehmen 12 remis', 'accept 12 draw'],
    ['annehmen alle', 'accept all'],
    ['herausfordern bob forms -größe=6x6 -erster=ich', 'challenge bob forms -size=6x6 -first=me'],
    [
      'herausfordern offen -groesse=6x6 -ungewertet',
      'challenge open forms -size=6x6 -first=random -unrated',
    ],
    ['herausfordern offen --erster=zufällig', 'challenge open forms -size=8x8 -first=random'],
    ['herausforderungen -seite=2', 'challenges -page=2'],
    ['vorausziehen 12 wenn d4xd5 dann e4xe5', 'queue 12 if d4xd5 then e4xe5'],
    ['anmelden carol', 'signup carol'],
    ['abmelden', 'signoff'],
    ['urlaub', 'vacation'],
    ['urlaub aus', 'vacation off'],
    ['urlaub vom 24.12. bis 2.1.', 'vacation 24.12. 2.1.'],
    ['nachricht an bob', 'message bob'],
    ['adresse hinzufügen alice@work.example', 'address add alice@work.example'],
    ['sprache deutsch', 'set language de'],
    ['sprache', 'language'],
    ['hilfe sprache', 'help language'],
    ['rückspiel 12', 'rematch 12'],
    ['spieler forms', 'players forms'],
    ['rückmeldung', 'feedback'],
    ['einstellungen kopien nein', 'set copies no'],
    ['einstellungen kommentare aus', 'set comments no'],
    ['admin hilfe', 'admin help'],
    ['sprache englisch', 'set language en'],
    ['set language German', 'set language de'],
    ['set lang de', 'set language de'],
    ['language en', 'set language en'],
    ['einstellungen sprache Englisch', 'set language en'],
    ['einstellungen benachrichtigung täglich', 'set notify daily'],
    ['einstellungen erinnerungen aus', 'set remind no'],
    ['zeitzone Europe/Berlin', 'set zone Europe/Berlin'],
    ['wer bin ich', 'whoami'],
    ['neue Schlüssel', 'tokens new'],
    ['ADMIN SPERREN bob', 'admin suspend bob'],
  ])('%j is %j', (line, ours) => {
    expect(spelled(line)).toBe(ours);
    expect(spelled(ours)).toBe(ours);
  });

  it('leaves userids as they are, and words that no command of that name reads', () => {
    expect(spelled('nachricht alle')).toBe('message alle');
    expect(spelled('herausfordern alle')).toBe('challenge alle forms -size=8x8 -first=random');
    expect(spelled('games Ich')).toBe('games Ich');
    expect(spelled('anmelden neu')).toBe('signup neu');
  });

  it('is offered in our words where it is nearly one', () => {
    const german = makeVocabularies(ALL)('de');
    expect(readLine('partein', NO_CONTEXT, german)).toMatchObject({
      why: { code: 'unknown-command-near', facts: { near: 'games' } },
    });
    // Who reads English has not meant a word that is nearly a German one.
    expect(readLine('better luck', NO_CONTEXT, VOCABULARY).kind).toBe('prose');
  });

  it.each([
    'ich gebe auf',
    'gebe auf',
    'wer bist du',
    'das war ein guter zug',
    'vielleicht später',
  ])('is none in prose: %j', (line) => {
    expect(readLine(line, NO_CONTEXT, VOCABULARY).kind).toBe('prose');
  });

  it('is read in our words alone where a language has none', () => {
    const vocabulary = makeVocabularies(new Map())('de');
    expect(readLine('hilfe', NO_CONTEXT, vocabulary).kind).toBe('prose');
    expect(readLine('help', NO_CONTEXT, vocabulary).kind).toBe('command');
  });
});

describe.each(TRANSLATED)('the vocabulary of %s', (language) => {
  const own = (ALL.get(language) ?? [])[0];
  const entries = (list: 'commands' | 'options' | 'values') => Object.entries(own?.[list] ?? {});

  it('has a name for every command', () => {
    const named = new Set(entries('commands').map(([, ours]) => ours));
    const without = COMMANDS.filter(({ name }) => !named.has(name)).map(({ name }) => name);
    expect(without).toEqual([]);
  });

  it('has one for every option and every word that commands read', () => {
    const lacking = (list: 'options' | 'values', wanted: readonly string[]) => {
      const named = new Set([...entries(list), ...entries('commands')].map(([, ours]) => ours));
      return [...new Set(wanted)].filter((word) => !named.has(word));
    };
    const options = COMMANDS.flatMap(({ options = [] }) => options);
    expect(lacking('options', options)).toEqual([]);
    const values = COMMANDS.flatMap((command) => command.values ?? []);
    // These are the same everywhere, or names.
    const same = /^(?:[01yn]|true|false|en|de|text|UTC|Europe\/Berlin|admin)$/;
    expect(
      lacking(
        'values',
        values.filter((word) => !same.test(word)),
      ),
    ).toEqual([]);
  });

  it('names nothing that is not there', () => {
    const all = COMMANDS.flatMap(({ options = [], values = [] }) => [...options, ...values]);
    const known: readonly string[] = [...all, ...RULES];
    const unknown = [...entries('options'), ...entries('values')].filter(
      ([, ours]) => !known.includes(ours),
    );
    expect(unknown).toEqual([]);
    const begins = entries('commands').filter(([, ours]) => !findCommand(ours.split(' ')));
    expect(begins).toEqual([]);
  });

  it('takes no word away from a command, an option or a game, and none twice', () => {
    const options = COMMANDS.flatMap(({ options = [] }) => options);
    const taken = entries('commands').filter(([word]) =>
      foldings(word).some((spelling) => findCommand(spelling.split(' ')) || findGame(spelling)),
    );
    expect(taken).toEqual([]);
    const names = entries('options').filter(([word]) => options.includes(word));
    expect(names).toEqual([]);
    for (const list of ['commands', 'options', 'values'] as const) {
      const spellings = entries(list).flatMap(([word, ours]) =>
        foldings(word).map((spelling) => [spelling, ours] as const),
      );
      const clashes = spellings.filter(([spelling, ours]) =>
        spellings.some(([other, another]) => other === spelling && another !== ours),
      );
      expect(clashes).toEqual([]);
    }
  });
});
