import { describe, expect, it } from 'vitest';
import { readLine } from '../../../src/command/text/line.ts';
import { COMMANDS } from '../../../src/command/text/registry.ts';
import { NO_CONTEXT } from '../../../src/command/text/subject.ts';

/** The command as it was understood, or the code of what is said instead. */
function read(line: string): string {
  const found = readLine(line, NO_CONTEXT);
  if (found.kind === 'prose') return 'prose';
  return found.kind === 'command' ? found.ready.text : found.why.code;
}

const YES = ['', '=yes', '=YES', '=y', '=on', '=true', '=1'];
const NO = ['=no', '=No', '=n', '=off', '=false', '=0'];
const NONSENSE = ['=', '=maybe', '=2', '=yesno', '=-no'];
const each = (name: string, values: readonly string[]) => values.map((value) => `-${name}${value}`);

const RATED = 'challenge bob forms -size=8x8 -first=random';
const UNRATED = `${RATED} -unrated`;

describe('a switch', () => {
  it.each([...each('rated', YES), ...each('-rated', YES), ...each('unrated', NO)])(
    'means what it says: %s is rated',
    (option) => {
      expect(read(`challenge bob ${option}`)).toBe(RATED);
      expect(read(`counter 13 ${option}`)).toBe('counter 13 -rated');
      expect(read(`admin start forms alice bob ${option}`)).toMatch(/ -rated$/);
      expect(read(`challenge bob from 12 ${option}`)).toBe('from-unrated');
    },
  );

  it.each([...each('unrated', YES), ...each('-unrated', YES), ...each('rated', NO)])(
    'means what it says: %s is not rated',
    (option) => {
      expect(read(`challenge bob ${option}`)).toBe(UNRATED);
      expect(read(`counter 13 ${option}`)).toBe('counter 13 -unrated');
      expect(read(`admin start forms alice bob ${option}`)).not.toMatch(/rated/);
      expect(read(`challenge bob from 12 ${option}`)).toBe('challenge bob from 12');
    },
  );

  it.each(YES)('asks for the records: -records%s', (value) => {
    expect(read(`history bob -records${value}`)).toBe('history bob -records');
  });

  it.each(NO)('asks for none: -records%s', (value) => {
    expect(read(`history bob -records${value}`)).toBe('history bob');
  });

  it.each(NONSENSE)('is asked about when it is neither: %s', (value) => {
    expect(read(`challenge bob -rated${value}`)).toBe('switch-shape');
    expect(read(`counter 13 -unrated${value}`)).toBe('switch-shape');
    expect(read(`history -records${value}`)).toBe('switch-shape');
  });

  it.each([
    '-rated -unrated',
    '-unrated -rated',
    '-rated=yes -unrated=yes',
    '-rated=no -unrated=no',
    '-unrated=off -rated=off',
  ])('is asked about when another one says the opposite: %s', (options) => {
    expect(read(`challenge bob ${options}`)).toBe('rated-or-unrated');
    expect(read(`counter 13 ${options}`)).toBe('rated-or-unrated');
  });

  it('may be said in both ways', () => {
    expect(read('challenge bob -rated -unrated=no')).toBe(RATED);
    expect(read('challenge bob -rated=no -unrated')).toBe(UNRATED);
  });
});

describe('a setting that is yes or no', () => {
  it.each(['remind', 'coordinates'])('is set by the same words: %s', (name) => {
    for (const value of YES.slice(1)) {
      expect(read(`set ${name} ${value.slice(1)}`)).toBe(`set ${name} yes`);
    }
    for (const value of NO) expect(read(`set ${name} ${value.slice(1)}`)).toBe(`set ${name} no`);
    expect(read(`set ${name} maybe`)).toBe(`setting-${name}-values`);
  });
});

describe('an option', () => {
  it.each([
    ['-size=6x6 -size=8x8', 'size-shape'],
    ['-nag=3d -nagtime=5d', 'days-shape'],
    ['-rated -rated=no', 'switch-shape'],
    ['-first=me --FIRST=them', 'first-shape'],
    ['-first=me -first=them -first=me', 'first-shape'],
  ])('that says two things is asked about: %s', (options, code) => {
    expect(read(`challenge bob ${options}`)).toBe(code);
  });

  it('that says the same twice is heard once', () => {
    expect(read('challenge bob -size=6x6 -size=6X6 -unrated --unrated')).toBe(
      'challenge bob forms -size=6x6 -first=random -unrated',
    );
  });

  it.each([
    ['challenge bob -size=', 'size-shape'],
    ['challenge bob -first=', 'first-shape'],
    ['challenge bob -clock=', 'clock-shape'],
    ['challenge bob -clock=yes', 'clock-shape'],
    ['challenge bob -nag=', 'days-shape'],
    ['challenge open -rating=', 'band-shape'],
    ['games -page=', 'page-shape'],
    ['games -page=no', 'page-shape'],
    ['challenge bob -size', 'option-value'],
    ['challenge bob -size 6x6', 'option-value'],
    ['challenge bob forms -first me', 'option-value'],
    ['challenge bob -nagtime 3', 'option-value'],
    ['games -page 2', 'option-value'],
    ['preview new forms -size', 'option-value'],
  ])('without a value that it can have is asked about: %s', (line, code) => {
    expect(read(line)).toBe(code);
  });

  it.each([
    ['challenge bob -forf=5d', '-forfeit='],
    ['challenge bob -inc=1d', '-increment='],
    ['challenge bob -unr', '-unrated='],
    ['challenge bob -norated', '-unrated='],
    ['challenge bob -rate=no', '-rated='],
    ['history -rec', '-records='],
    ['history -rec=no', '-records='],
  ])('that is cut short is offered in full, and not guessed: %s', (line, near) => {
    const found = readLine(line, NO_CONTEXT);
    expect(found).toMatchObject({ kind: 'trouble', why: { code: 'unknown-option-near' } });
    expect(found.kind === 'trouble' && found.why.facts).toMatchObject({ near });
  });

  it.each(['challenge bob -not-rated', 'challenge bob -colour', 'history -all', 'games -x'])(
    'that there is not is no player and no game: %s',
    (line) => {
      expect(read(line)).toMatch(/^unknown-option/);
    },
  );

  it('is never dropped in silence, whatever command it stands behind', () => {
    for (const { example, options = [] } of COMMANDS) {
      expect(read(`${example} -nonsense=1`), example).toMatch(/^(unknown-option|no-options)/);
      if (options.length > 0) expect(read(`${example} -nonsense`), example).toMatch(/^unknown/);
      for (const option of options) {
        const line = `${example} -${option}=?!?`;
        expect(read(line), line).toMatch(/(-shape|-of-one|-is-named)$/);
      }
    }
  });

  it('that a usage names is taken, and is in the command as it is understood', () => {
    const lost = COMMANDS.flatMap(({ usage, example, options = [] }) =>
      [...usage.matchAll(/\[-(\w+)(=[^\]/]+)?/g)]
        .filter(([, name = '', value = '']) => {
          // Another number than that of the usage, which may be the one that goes without saying.
          const option = `-${name}${value.replace(/[1-8]/, (digit) => String(Number(digit) + 1))}`;
          const found = readLine(`${example.replace(/ -\S+/g, '')} ${option}`, NO_CONTEXT);
          const kept = found.kind !== 'command' || found.ready.text.includes(` -${name}`);
          return !options.includes(name) || !kept;
        })
        .map(([option]) => `${usage}: ${option.slice(1)}`),
    );
    expect(lost, 'not in `options`, or not in `text`, from which a yes carries it out').toEqual([]);
  });
});
