import { describe, expect, it } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import type { Command } from '../../src/command/shape/types.ts';
import { readLine } from '../../src/command/text/line.ts';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { NO_CONTEXT, subjectCommand } from '../../src/command/text/subject.ts';
import { GAMES } from '../../src/engine/registry.ts';
import type { Message } from '../../src/intent.ts';
import { LANGUAGES } from '../../src/player/settings.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { SIDES } from '../../src/render/message/filling.ts';
import { say } from '../../src/sentence.ts';
import { VOCABULARY } from '../support/desk/vocabulary.ts';
import { everyForm, takenBy } from './messages.ts';
import { ALICE, FILES, templates } from './reader.ts';

const sentencesOf = (language: string) =>
  JSON.parse(FILES.get(`${language}/sentences.json`) ?? '{}') as Record<string, string>;
/** A command's own words are English, and stand in its file. */
const DESCRIBES = /^(?:summary|usage|example)-(.+)$/;
const english = sentencesOf('en');
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en');
const namesIn = (language: string, ending: string) =>
  [...FILES.keys()]
    .filter((path) => path.startsWith(`${language}/`) && path.endsWith(ending))
    .map((path) => path.slice(language.length + 1))
    .sort();

describe.each(TRANSLATED)('the language %s', (language) => {
  const own = sentencesOf(language);

  it('has every template of words, and no other', () => {
    expect(namesIn('en', '.txt.eta').length).toBeGreaterThan(40);
    const names = namesIn(language, '.txt.eta');
    expect(names, `templates/${language}/`).toEqual(namesIn('en', '.txt.eta'));
  });

  it('tells in each template what the English one tells', () => {
    const told = (of: string, name: string) => {
      const facts = (FILES.get(`${of}/${name}`) ?? '').matchAll(/\bit\.(\w+)/g);
      return [...new Set([...facts].map(([, fact]) => fact))]
        .filter((fact) => fact !== 'wrap')
        .sort();
    };
    const different = namesIn('en', '.txt.eta').filter(
      (name) => told(language, name).join() !== told('en', name).join(),
    );
    expect(different).toEqual([]);
  });

  it('lacks no sentence, and has no other', () => {
    const lacks = Object.keys(english).filter((code) => own[code] === undefined);
    const file = `templates/${language}/sentences.json`;
    expect(lacks, `are not in ${file}`).toEqual([]);
    const codes = Object.keys(own).filter((code) => !DESCRIBES.test(code));
    const others = codes.filter((code) => english[code] === undefined);
    expect(others, `are in ${file} alone`).toEqual([]);
  });

  it('has words of its own in each of its sentences', () => {
    // The words of the format itself are none of the sentence.
    const FORMAT = /\{\w+\}|\{\w+, plural,|\bother \{/g;
    const worded = (message: string) => /[a-z]/i.test(message.replace(FORMAT, ''));
    const copied = Object.keys(own).filter((code) => own[code] === english[code]);
    expect(copied.filter((code) => worded(english[code] ?? ''))).toEqual([]);
  });

  it('describes every command, and in full where its own words are English', () => {
    const file = `templates/${language}/sentences.json`;
    const codesOf = (what: string, commands: readonly Command[]) =>
      commands.map(({ name }) => `${what}-${name.replaceAll(' ', '-')}`).sort();
    const described = (what: string) =>
      Object.keys(own)
        .filter((code) => code.startsWith(`${what}-`) && DESCRIBES.test(code))
        .sort();
    expect(described('summary'), file).toEqual(codesOf('summary', COMMANDS));
    const wordy = COMMANDS.filter(({ usage }) => /, (?:or|and)\b/.test(usage));
    expect(wordy.length).toBeGreaterThan(3);
    expect(described('usage'), file).toEqual(codesOf('usage', wordy));
    const named = codesOf('example', COMMANDS);
    expect(described('example').filter((code) => !named.includes(code))).toEqual([]);
  });

  it('has examples that are read as they are meant', () => {
    const misread = COMMANDS.filter(({ name }) => {
      const example = own[`example-${name.replaceAll(' ', '-')}`];
      const line = example && readLine(example, { number: undefined, revision: undefined });
      return line && (line.kind !== 'command' || line.command.name !== name);
    });
    expect(misread).toEqual([]);
  });

  it('takes in each sentence what the English one takes', () => {
    const takes = (message: string) => {
      const { names, choices, days, moments } = takenBy(message);
      // The words for a side may differ with the sentence in one language and not in the other.
      const chosen = Object.entries(choices).filter(([name]) => !SIDES.includes(name));
      return { names, choices: Object.fromEntries(chosen), days, moments };
    };
    for (const [code, message] of Object.entries(english)) {
      const ours = own[code];
      if (ours !== undefined) expect(takes(ours), code).toEqual(takes(message));
    }
  });

  it('counts nothing in a sentence that the English one does not count', () => {
    const counting = Object.entries(english).filter(([code, message]) => {
      const { counted } = takenBy(message);
      return takenBy(own[code] ?? '').counted.some((name) => !counted.includes(name));
    });
    expect(counting.map(([code]) => code)).toEqual([]);
  });

  it('says each sentence with whatever it may be given', () => {
    const forms = Object.entries(own).flatMap(([code, message]) =>
      everyForm(language, message).map((form) => ({ code, form })),
    );
    expect(forms.length).toBeGreaterThanOrEqual(Object.keys(own).length);
    const odd = forms.filter(({ form }) => /[{}!]|undefined|\s$|^\s|\b23 ?(?:23|PLY)/.test(form));
    expect(odd).toEqual([]);
    const empty = forms.filter(({ code, form }) => form === '' && own[code] !== '');
    expect(empty).toEqual([]);
  });

  it('names itself and all others in the setting', () => {
    for (const value of LANGUAGES) {
      for (const reader of LANGUAGES) {
        const said = templates.sentence(reader, say('setting-language', { value }));
        expect(said).toContain(`(${LANGUAGES.join(', ')})`);
        expect(said).not.toBe(
          templates
            .sentence(reader, say('setting-language', { value: 'other' }))
            .replace('other', value),
        );
      }
    }
  });

  it('names the author and the year of every game', () => {
    for (const { rules, author = '', year = '' } of GAMES) {
      const page = FILES.get(`${language}/game/${rules}.txt.eta`) ?? 'no such page';
      expect(page, rules).toContain(author);
      expect(page, rules).toContain(String(year));
    }
  });

  it('shows the diagrams and the examples of the English pages', () => {
    const fixed = (of: string, name: string) =>
      (FILES.get(`${of}/${name}`) ?? '')
        .split('\n')
        .filter((line) => /^ +a b c[a-z ]*$|^ {2}\d [ [\]#O.+\d]+$|^[ 1]\d {2}\S/.test(line));
    for (const name of namesIn('en', '.txt.eta')) {
      const spelled = fixed('en', name).map((line) => {
        const [, number = '', command = ''] = /^( *\d+ {2})(.*)$/.exec(line) ?? [];
        return number === '' ? line : number + templates.spelled(language, command);
      });
      expect(fixed(language, name), name).toEqual(spelled);
    }
  });

  it.each(SAMPLES)('fits into its columns and says nothing in English: %s', (_, message) => {
    const { subject, text } = renderLetter(message, { ...ALICE, language }, templates);
    for (const line of [subject, ...text.split('\n')]) {
      expect(line.length).toBeLessThanOrEqual(72);
      expect(line).toBe(line.trimEnd());
    }
    expect(text).not.toContain('undefined');
    const ours = text.split('\n').filter((line) => !/^\|(?: |$)/.test(line));
    const inEnglish = /\b(?:the|you|your|and|are|it|has|with|which|writes)\b/i;
    const lines = ours.filter((line) => inEnglish.test(line));
    expect(lines, 'what stands behind | is written by npm run docs').toEqual([]);
  });

  it('has a subject that says which board a bare move is for', () => {
    for (const { name: game } of GAMES) {
      const people = {
        userid: 'bob',
        first: 'alice',
        second: 'bob',
        winner: 'alice',
        loser: 'bob',
      };
      const facts = { game, board: 12, ...people, mover: 'alice', move: 'e4xe5' };
      const codes = Object.keys(english).filter((code) => code.startsWith('subject-board'));
      expect(codes.length).toBeGreaterThan(4);
      const readers = ['alice', 'bob', 'carol'];
      for (const [code, reader] of codes.flatMap((each) =>
        readers.map((who) => [each, who] as const),
      )) {
        const subject = `Re: ${templates.sentence(language, { code, facts }, reader)}`;
        const letterContext = { number: 12, revision: undefined };
        const unknown = `OUR_SUBJECT or STANDING does not know: ${subject}`;
        expect(subjectCommand(subject, VOCABULARY), unknown).toEqual({
          kind: 'words',
          letterContext,
        });
        // A move behind it is one, as behind the usual subject, also behind a userid and a password.
        if (code === 'subject-board-classic') continue;
        const moved = `${subject} e4e2`;
        expect(subjectCommand(moved, VOCABULARY), unknown).toMatchObject({ kind: 'command' });
        const signed = subjectCommand(`${subject} alice hunter2x e4e2`, VOCABULARY, {
          ...NO_CONTEXT,
          isPlayer: (word) => word === 'alice',
        });
        expect(signed, unknown).toMatchObject({ line: { writer: 'alice' } });
      }
    }
  });
});

describe.each(LANGUAGES)('a letter in %s', (language) => {
  // The help page of vacation tells how a day may be written.
  const telling = SAMPLES.filter(([name]) => name !== 'help-vacation');
  it.each(telling)('tells a day in prose as people do: %s', (_, message) => {
    const { text } = renderLetter(message, { ...ALICE, language }, templates);
    // Lists and examples have columns or a margin; commands are for the server to read.
    const prose = text.replace(/^(?:\| |.* {2}).*$/gm, '').replace(/\s+/g, ' ');
    expect(prose).not.toMatch(/(?<!vacation )(?<!vacation \S{10} )\b\d{4}-\d\d-\d\d\b/);
  });

  it.each(SAMPLES)('has room for the longest userids: %s', (_, message) => {
    const LONG = 'x2345678901234567890';
    const facts = JSON.stringify(message).replace(/"(?:alice|bob|carol)"/g, `"${LONG}"`);
    const longer = JSON.parse(facts) as Message;
    const { text } = renderLetter(longer, { ...ALICE, userid: LONG, language }, templates);
    expect(text.split('\n').filter((line) => line.length > 72)).toEqual([]);
  });
});

describe('markup', () => {
  it('is the same in all languages, and holds no words of its own', () => {
    const names = namesIn('en', '.html.eta');
    expect(names.length).toBeGreaterThan(5);
    const own = TRANSLATED.flatMap((language) => namesIn(language, '.html.eta'));
    expect(own).toEqual([]);
    const worded = names.filter((name) => {
      const source = FILES.get(`en/${name}`) ?? '';
      const outside = source
        .replace(/<style>.*?<\/style>/gs, '')
        .replace(/<%.*?%>/gs, '')
        .replace(/<[^>]*>/gs, '');
      const label = /(?:aria-label|alt|title)="[^"<]*[A-Za-z]/.test(source);
      const quoted = [...source.matchAll(/<%(.*?)%>/gs)].some(([, code = '']) =>
        /'[^'<>:;]*[A-Za-z]{2} [A-Za-z]|`[^`<>]*[A-Za-z]{2} [A-Za-z$]/.test(code),
      );
      return /[A-Za-z]/.test(outside) || label || quoted;
    });
    expect(worded).toEqual([]);
  });
});
