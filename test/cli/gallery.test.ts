import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { writeGallery } from '../../src/cli/gallery.ts';
import { newFolder } from '../support/run/folder.ts';
import { throwDice } from '../support/run/seed.ts';

const dice = throwDice('galleries');

let base: string;
beforeEach(() => {
  base = newFolder();
});

describe('turnpost gallery', () => {
  it('writes every letter to a folder that it makes', async () => {
    const folder = join(base, 'deep/gallery');
    const written = await writeGallery(folder, undefined);
    expect(written.ok && written.value).toContain(join(folder, 'index.html'));
    const files = readdirSync(folder);
    for (const file of ['index.html', 'gallery.css', 'board.txt', 'board.html', 'help.dark.html']) {
      expect(files).toContain(file);
    }
  });

  it.runIf(dice.takes())("shows the operator's own templates", async () => {
    const own = join(base, 'own');
    mkdirSync(join(own, 'en/player'), { recursive: true });
    writeFileSync(join(own, 'en/player/probe.txt.eta'), 'Our own words.\n');
    await writeGallery(join(base, 'out'), own);
    expect(readFileSync(join(base, 'out/probe.txt'), 'utf8')).toContain('Our own words.');
  });

  it.runIf(dice.takes())('has them in every language', async () => {
    const written = await writeGallery(join(base, 'out'), undefined, 'de');
    expect(written.ok).toBe(true);
    expect(readFileSync(join(base, 'out/board.txt'), 'utf8')).toContain('Du bist am Zug');
    expect(await writeGallery(join(base, 'none'), undefined, 'xx')).toEqual({
      ok: false,
      error: 'There are e-mails in: en, de',
    });
  });
});
