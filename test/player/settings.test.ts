import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosen, LANGUAGES, SETTINGS } from '../../src/player/settings.ts';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

describe('the settings', () => {
  it.each(SETTINGS)(
    '$name: reads the values it shows, and the usual one is one of them',
    (each) => {
      expect(each.values).toContain(each.defaultValue);
      for (const value of each.values) {
        expect(each.read(value)).toBe(value);
        expect(each.read(value.toUpperCase())).toBe(value);
      }
    },
  );

  it('read whatever is written, and what they give back reads the same again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SETTINGS), fc.string({ maxLength: 40 }), (each, written) => {
        const value = each.read(written);
        if (value !== undefined) expect(each.read(value)).toBe(value);
      }),
    );
  });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['AMERICA/NEW_YORK', 'America/New_York'],
    ['Europe/Atlantis', undefined],
    ['../../etc/passwd', undefined],
    ['', undefined],
  ])('zone %j is %j', (written, zone) => {
    expect(SETTINGS.find(({ name }) => name === 'zone')?.read(written)).toBe(zone);
  });

  it('offer the languages that have all their letters', () => {
    const folders = readdirSync(templates).filter((name) =>
      existsSync(`${templates}/${name}/sentences.json`),
    );
    expect([...LANGUAGES].sort(), 'LANGUAGES, and the folders with a sentences.json').toEqual(
      folders.sort(),
    );
  });

  it('are what they usually are until somebody chooses', () => {
    const [mail] = SETTINGS;
    if (!mail) throw new Error('there is no setting');
    expect(chosen(undefined, mail)).toBe('both');
    expect(chosen({ board: 'words' }, mail)).toBe('both');
    expect(chosen({ mail: 'text' }, mail)).toBe('text');
  });
});
