import { describe, expect, it } from 'vitest';
import { overlayTemplates } from '../../src/render/operator-templates.ts';
import { FILES } from './reader.ts';

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

  it('is named to the operator, and not used, under the name of an older version', () => {
    const place = 'en/player.welcome.txt.eta';
    const { troubles } = overlayTemplates(FILES, new Map([[place, 'Our own words.']]));
    expect(troubles).toEqual([{ place, error: 'Error: is named en/player/welcome.txt.eta now' }]);
  });
});
