import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { SAMPLES } from '../../sandbox/samples/samples.ts';
import type { Message } from '../../src/intent.ts';
import { renderLetter } from '../../src/render/letter.ts';
import { composed } from '../support/desk/composed.ts';
import { FOLDERS, GOLDEN, goldenFiles, hasFile } from './golden-files.ts';
import { ALICE, templates } from './reader.ts';

/** One of each kind that has words of its own, as a German reader gets it. */
const GERMAN = (
  'welcome first introduction invitation board challenge ' +
  'counter answer confirm report signoff help'
).split(' ');

const ANEW = 'npm run docs writes it anew';

/** Their HTML has a file too: all templates are in it. What all HTML must be is in html-part.test.ts. */
const WITH_HTML = new Set(
  (
    'board-offer board-26x26 list challenge morning ' +
    'puzzle-solved counter first message help-tutorial'
  ).split(' '),
);

describe('a letter in words', () => {
  it('is in the gallery, of every kind', () => {
    const shown = new Set<string>(SAMPLES.map(([, { kind }]) => kind));
    const lacks = Object.keys(FOLDERS).filter((kind) => !shown.has(kind));
    expect(lacks, 'kinds without a sample in sandbox/samples/samples.ts').toEqual([]);
  });

  it.each(SAMPLES)('is what it was: %s', async (name, message) => {
    const { subject, text, html } = renderLetter(message, ALICE, templates);
    const files = goldenFiles(name);
    if (hasFile([name, message]))
      await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(
        join(GOLDEN, files.text),
        ANEW,
      );
    if (html !== undefined && WITH_HTML.has(name))
      await expect(html).toMatchFileSnapshot(join(GOLDEN, files.html), ANEW);
    for (const line of [subject, ...text.split('\n')]) {
      expect(line.length).toBeLessThanOrEqual(72);
      expect(line).toBe(line.trimEnd());
    }
    expect(text).not.toContain('undefined');
  });

  it('has its HTML in a file, of every template', () => {
    const html = vi.spyOn(templates, 'html');
    for (const [name, message] of SAMPLES) {
      if (WITH_HTML.has(name)) renderLetter(message, ALICE, templates);
    }
    const used = new Set(html.mock.calls.map(([, name]) => `${name}.html.eta`));
    html.mockRestore();
    const all = readdirSync('templates/en', { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.html.eta'));
    expect([...used].sort()).toEqual(all.sort());
  });

  it.each(GERMAN)('is what it was, in German: %s', async (name) => {
    const [, message] = SAMPLES.find(([each]) => each === name) ?? [];
    if (!message) throw new Error('no such kind');
    const reader = { ...ALICE, language: 'de' };
    const { subject, text } = renderLetter(message, reader, templates);
    const files = goldenFiles(name, 'de');
    await expect(`Subject: ${subject}\n\n${text}`).toMatchFileSnapshot(
      join(GOLDEN, files.text),
      ANEW,
    );
  });

  it('has no file that it is not compared with', () => {
    const known = new Set([
      ...SAMPLES.filter(hasFile).map(([name]) => goldenFiles(name).text),
      ...GERMAN.map((name) => goldenFiles(name, 'de').text),
      ...[...WITH_HTML].map((name) => goldenFiles(name).html),
    ]);
    const lying = readdirSync(GOLDEN, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(GOLDEN, path)).isFile())
      .map((path) => path.replaceAll('\\', '/'));
    expect(lying.length).toBeGreaterThan(70);
    expect(lying.filter((path) => !known.has(path))).toEqual([]);
  });

  it.each(SAMPLES)('travels as it is, unquoted, where it is ASCII: %s', async (name, message) => {
    const { rendered, raw } = await composed(name, message);
    if (rendered.html === undefined || /[^ -~\s]/.test(rendered.html)) return;
    const [, html = ''] = Buffer.from(raw).toString('latin1').split('Content-Type: text/html');
    expect(html).toContain('Content-Transfer-Encoding: 7bit');
  });

  it('offers every move, those of each stone in the answer to a tap on it', () => {
    const links = (message: Message) =>
      [...(renderLetter(message, ALICE, templates).html ?? '').matchAll(/body=([^"]*)"/g)].map(
        ([, body]) => decodeURIComponent(body ?? '').trim(),
      );
    const [, large] = SAMPLES.find(([name]) => name === 'board') ?? [];
    if (!large) throw new Error('no such kind');
    const offered = links(large)
      .flatMap((body) => body.split('\r\n'))
      .map((line) => line.replace(/^\d\) /, ''));
    expect(offered.filter((line) => /^[a-h]\dx[a-h]\d$/.test(line))).toHaveLength(86);
    expect(offered.filter((line) => /^\[[a-h]\d\] Type the number/.test(line))).toHaveLength(28);
  });
});
