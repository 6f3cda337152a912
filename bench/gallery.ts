import { mkdirSync, writeFileSync } from 'node:fs';
import { SAMPLES } from '../sandbox/samples/samples.ts';
import { openGlass } from '../test/render/programs/browser.ts';
import { COLUMNS } from '../test/render/programs/columns.ts';
import { shownLetters } from '../test/render/programs/letters.ts';
import { say } from './median.ts';

/**
 * Takes pictures of every letter as HTML: on every kind of screen, and in every program that it is
 * tested in. They are on the page `index.html` of the folder.
 *
 *   npm run gallery
 *   npm run gallery board
 *   npm run gallery board de
 */
const FOLDER = 'screenshots/gallery';
const SCREENS = ['light', 'dark', 'forced dark'] as const;

const [only = '', language = 'en'] = process.argv.slice(2);
const letters = await shownLetters(
  SAMPLES.filter(([name]) => name.startsWith(only)),
  language,
);
mkdirSync(FOLDER, { recursive: true });
const glass = await openGlass();
const sections: string[] = [];
for (const letter of letters) {
  const pictures: string[] = [];
  const faults: string[] = [];
  for (const screen of SCREENS) {
    const columns = COLUMNS.filter((column) => column.screen === screen);
    await glass.show([letter], columns);
    const file = `${letter.name}.${screen.replace(' ', '-')}.png`;
    writeFileSync(`${FOLDER}/${file}`, await glass.picture());
    pictures.push(`<p><img src="${file}" alt="${letter.name}, ${screen}" loading="lazy"></p>`);
    faults.push(...(await glass.faults()));
  }
  sections.push(`<h2 id="${letter.name}">${letter.name}</h2>`, ...pictures);
  say([letter.name, `${Buffer.byteLength(letter.html)} bytes`, ...faults].join('\n  '));
}
await glass.close();
const links = letters.map(({ name }) => `<a href="#${name}">${name}</a>`);
writeFileSync(
  `${FOLDER}/index.html`,
  `<!doctype html><meta charset="utf-8"><title>Letters in mail programs</title>
${links.join('\n')}
${sections.join('\n')}
`,
);
