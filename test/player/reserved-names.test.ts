import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/command/text/registry.ts';
import { reservedUserids } from '../../src/command/text/reserved-userid.ts';
import { GAMES } from '../../src/engine/registry.ts';
import { parseUserid } from '../../src/player/address.ts';
import { TOP_LEVEL_DOMAINS } from '../../src/player/reserved-names.ts';
import { VOCABULARY } from '../support/desk/vocabulary.ts';

const mistakenFor = reservedUserids('brettspiel@turnpost.test', VOCABULARY);

describe('a userid', () => {
  it.each([
    ...[
      'turnp0st',
      'TurnPost',
      'turnpost2',
      'my-turnpost',
      't.u.r.n.p.o.s.t',
      'tumpost',
      '7urnp057',
    ],
    ...['adm1n', 'Admin', '4dmin', 'admins', 'admin2', 'the-admin', 'game.admin', 'bob_admin'],
    ...['server', 's3rver', 'support', '5upport', 'the.server', 'postmaster'],
    ...['brettspiel', 'Brett-Spiel', 'brettsp1el'],
  ])('is not taken for the server: %s', (userid) => {
    expect(mistakenFor(userid)).toBe('server');
  });

  it.each(['12', '007', '1.2.3.4', '20-26'])('is no number: %s', (userid) => {
    expect(mistakenFor(userid)).toBe('number');
  });

  it.each([
    ...['robot', 'r0b0t', 'yes', 'Y-E-S', 'ye5', 'ok', 'ja', 'nein', 'no', 'tournament', 'white'],
    ...[
      'forms',
      'f0rms',
      'minefield',
      'forms-original',
      'formsoriginal',
      'resign',
      'signoff',
      'help',
      'hilfe',
      'Annehmen',
      'zuruecknehmen',
      'zuruck',
      'wer-bin-ich',
      'alle',
    ],
  ])('is no word: %s', (userid) => {
    expect(mistakenFor(userid)).toBe('word');
  });

  it('is no command and no game, as it stands or as it looks', () => {
    const names = [
      ...COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases]),
      ...GAMES.map(({ rules }) => rules),
    ].map((name) => name.replaceAll(' ', '-'));
    for (const name of names) {
      for (const like of [
        name,
        name.toUpperCase(),
        name.replaceAll('o', '0').replaceAll('e', '3'),
      ]) {
        expect(mistakenFor(like), like).toBeDefined();
      }
    }
  });

  it('is no address on the web', () => {
    expect(TOP_LEVEL_DOMAINS.size).toBeGreaterThan(1_000);
    fc.assert(
      fc.property(
        fc.stringMatching(/^[b-d][b-d0-9-]{0,6}[b-d]$/),
        // Of those that are words of the server as well, such as `support`, that is said.
        fc.constantFrom(
          ...[...TOP_LEVEL_DOMAINS].filter(
            (name) => name.length < 11 && mistakenFor(name) !== 'server',
          ),
          'xn--p1ai',
        ),
        (name, domain) => {
          for (const userid of [`${name}.${domain}`, `${name}.${domain.toUpperCase()}`]) {
            expect(parseUserid(userid).ok).toBe(true);
            expect(mistakenFor(userid)).toBe('domain');
          }
        },
      ),
    );
  });

  it.each([
    ...['alice', 'bob', 'carol', 'dave', 'eve', 'alice.smith', 'ann_lee', 'anna7', 'r2d2', 'x-ray'],
    ...['badminton', 'serverin', 'yesenia', 'nora', 'jan', 'formosa', 'mr.robotham', 'bob2000'],
    ...['com', 'j.doe', 'st.john', 'rob', 'observatory', 'the-guest', 'mail-man'],
  ])('is a name like any other: %s', (userid) => {
    expect(mistakenFor(userid)).toBeUndefined();
  });
});
