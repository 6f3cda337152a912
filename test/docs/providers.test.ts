import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../src/cli/init/providers.ts';
import { providersPage } from './providers-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FACTS = PROVIDERS.flatMap((each) => Object.values(each.facts));

describe('what is known of providers, as npm run docs writes it', () => {
  it('is in docs/providers.md', async () => {
    await expect(providersPage()).toMatchFileSnapshot(
      '../../docs/providers.md',
      'npm run docs writes it anew',
    );
  });

  it('was tried where a test of that name is, or stands on a page', () => {
    expect(FACTS.length).toBeGreaterThan(15);
    for (const { by, page } of FACTS) {
      if (by === 'tried') expect(existsSync(`${ROOT}${page}`), page).toBe(true);
      else expect(new URL(page).protocol).toBe('https:');
    }
  });
});
