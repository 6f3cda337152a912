import { describe, expect, it } from 'vitest';
import { overlayTemplates } from '../../src/render/own-templates.ts';
import { FILES } from './reader.ts';

/** Until there were folders for them, `en/player/welcome.txt.eta` was `en/player.welcome.txt.eta`. */
const oldName = (path: string): string => path.replace(/^(\w+)\/(\w+)\//, '$1/$2.');
const WORDS = 'Our own words.\n';
const IN_FOLDERS = [...FILES.keys()].filter(
  (path) => oldName(path) !== path && path.endsWith('.eta'),
);

/** What templates say, whichever kind they are, with the operator's laid over ours. */
const told = (own: ReadonlyMap<string, string>, ...paths: readonly string[]) => {
  const { templates, troubles } = overlayTemplates(FILES, own);
  expect(troubles).toEqual([]);
  return paths.map((path) => {
    const [, language = '', name = '', kind] = /^(\w+)\/(.+)\.(txt|html)\.eta$/.exec(path) ?? [];
    return kind === 'html'
      ? templates.html(language, name, {})
      : templates.text(language, name, {});
  });
};

describe('a template of the operator under the name of an older version', () => {
  it('goes before ours, whichever it is', () => {
    expect(IN_FOLDERS.length).toBeGreaterThan(100);
    const own = new Map(IN_FOLDERS.map((path) => [oldName(path), path]));
    expect(told(own, ...IN_FOLDERS)).toEqual(IN_FOLDERS);
  });

  it('is found where there is none of ours', () => {
    const paths = ['en/part/stamp.html.eta', 'en/part/a.stamp.html.eta', 'xx/game/go.txt.eta'];
    const own = new Map(paths.map((path) => [oldName(path), path]));
    expect(told(own, ...paths)).toEqual(paths);
  });

  it('gives way to the one under the new name, whichever is read first', () => {
    const path = 'en/player/welcome.txt.eta';
    const both: [string, string][] = [
      [path, WORDS],
      [oldName(path), 'Older words.\n'],
    ];
    expect(told(new Map(both), path)).toEqual([WORDS]);
    expect(told(new Map(both.reverse()), path)).toEqual([WORDS]);
  });

  it('is named to the operator as it lies on the disk', () => {
    const place = 'en/player.welcome.txt.eta';
    const { troubles } = overlayTemplates(FILES, new Map([[place, '<%= it.userid .']]));
    expect(troubles.map((trouble) => trouble.place)).toEqual([place]);
  });

  it.each([
    ['ours', [], 'en/game/forms.txt.eta'],
    ["the operator's", [['en/page.mine.txt.eta', WORDS]], 'en/page/mine.txt.eta'],
    ["the operator's, renamed", [['en/page/mine.txt.eta', WORDS]], 'en/page/mine.txt.eta'],
  ] as const)('is included by that name: %s', (_whose, own, path) => {
    const welcome = ['en/player.welcome.txt.eta', `<%~ include('@${oldName(path)}') %>`] as const;
    expect(told(new Map([...own, welcome]), 'en/player/welcome.txt.eta')).toEqual(
      told(new Map(own), path),
    );
  });
});

describe('a template of the operator', () => {
  it('includes any other by its name', () => {
    const [path, included] = ['en/player/welcome.txt.eta', 'en/game/forms.txt.eta'];
    const own = new Map([[path, `<%~ include('@${included}') %>`]]);
    expect(told(own, path)).toEqual(told(new Map(), included));
  });

  it('keeps its place where there is no folder for it', () => {
    const paths = ['en/letter.html.eta', 'en/mine.too.txt.eta', 'en/mine/too.txt.eta'];
    expect(told(new Map(paths.map((path) => [path, path])), ...paths)).toEqual(paths);
  });
});
