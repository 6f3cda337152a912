import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROVIDERS } from '../../src/cli/init/providers.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${ROOT}docs/providers.md`, 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({ name: text.slice(0, text.indexOf('\n')), lines: text.split('\n') }));

describe('docs/providers.md', () => {
  it('has the providers of turnpost init, in order', () => {
    expect(sections.map(({ name }) => name)).toEqual(PROVIDERS.map(({ name }) => name));
  });

  it.each(PROVIDERS)('has the addresses and the servers of $name', ({ name, domains, servers }) => {
    const lines = sections.find((each) => each.name === name)?.lines ?? [];
    const listed = domains.map((each) => `\`${each}\``).join(', ');
    const places = Object.entries(servers ?? {}).map(
      ([kind, { host, port, tls }]) =>
        `- ${kind.toUpperCase()}: \`${host}\`, port ${port}, ${tls ? 'TLS' : 'STARTTLS'}.`,
    );
    expect(lines.filter((line) => line.startsWith('- '))).toEqual([
      ...(domains.length > 0 ? [`- Addresses: ${listed}.`] : []),
      ...(servers ? places : ['- IMAP and SMTP: as you have set them up.']),
    ]);
  });

  it('says of each fact how it is known: a test of that name, a page, or not at all', () => {
    const facts = sections.flatMap(({ lines }) =>
      lines.filter((line) => /^\| (?!about|-)/.test(line)),
    );
    expect(facts).toHaveLength(6 * PROVIDERS.length);
    for (const fact of facts) {
      const [, what = '', known = ''] = /^\| [a-z ]+ \|(.*)\| (\S.*) \|$/.exec(fact) ?? [];
      const [, tried] = /^tried: `(.+)`$/.exec(known) ?? [];
      if (tried !== undefined) expect(existsSync(`${ROOT}${tried}`), tried).toBe(true);
      else if (known === '*not known*') expect(what.trim()).toBe('');
      else expect(known).toMatch(/^\[(?:documented|told)\]\(https:\/\/\S+\)$/);
    }
    const known = facts.filter((fact) => !fact.includes('*not known*'));
    expect(known.length).toBeGreaterThan(15);
  });
});
