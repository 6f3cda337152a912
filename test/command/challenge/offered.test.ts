import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { offerGames } from '../../../src/engine/registry.ts';
import { ALICE, BOB, openBoard, openDesk } from '../../support/desk/desk.ts';
import { oneLine, play, storedBoard } from '../../support/desk/play.ts';
import { putRating } from '../../support/stored/play.ts';

describe('a game that is not offered', () => {
  afterEach(() => offerGames(undefined));

  test('is neither proposed nor listed, unless the operator names it', async () => {
    const desk = openDesk();
    await openBoard(desk, 'forms -size=4x4');
    const asked = async (line: string) => oneLine((await desk.answer(BOB, line))[0]);
    for (const line of ['challenge alice amazons', 'play amazons']) {
      expect(await asked(line)).toContain('Amazons is not offered on this server. Offered are: ');
    }
    expect(await asked('help')).not.toContain('amazons');
    offerGames(['forms', 'amazons']);
    expect(await asked('help')).toContain('forms, amazons');
    expect(await asked('challenge alice hex')).toContain(
      'Hex is not offered on this server. Offered are: forms, amazons',
    );
    const challenged = await desk.answer(BOB, 'challenge alice amazons');
    expect(challenged.map(({ to }) => to)).toContain(ALICE);
    desk.close();
  });

  test('has standings only where somebody is rated', async () => {
    const desk = openDesk();
    await openBoard(desk, 'forms -size=4x4');
    const asked = async (line: string) => oneLine((await desk.answer(BOB, line))[0]);
    expect(await asked('standings')).toContain('or puzzle: forms, forms-original,');
    expect(await asked('standings amazons')).toContain('There is no game with that name.');
    const rating = { rules: 'amazons', rating: 1700, deviation: 90, matches: 9 };
    putRating(desk.shell.db, 1, { ...rating, at: desk.time.now });
    expect(await asked('standings amazons')).toContain('alice 1700');
    desk.close();
  });

  test('is played on where it was begun', async () => {
    offerGames(['amazons']);
    const desk = openDesk();
    await openBoard(desk, 'amazons -size=4x4');
    offerGames(undefined);
    await play(desk, 'd2b2/c2', 'b4d2/d1');
    expect(storedBoard(desk).moves).toBe('d2-b2/c2 b4-d2/d1');
    desk.close();
  });

  test('is named in the configuration by its id', () => {
    const env = (games: string) => ({
      TURNPOST_ADDRESS: 'games@example.org',
      TURNPOST_IMAP_URL: 'imaps://games%40example.org:secret@imap.example.org/INBOX',
      TURNPOST_SMTP_URL: 'smtps://games%40example.org:secret@smtp.example.org',
      TURNPOST_GAMES: games,
    });
    const read = readConfig(env('Hex, amazons'));
    expect(read.ok && read.value).toMatchObject({ games: ['hex', 'amazons'] });
    const wrong = readConfig(env('hex, ludo'));
    expect(!wrong.ok && wrong.error.join()).toMatch(/TURNPOST_GAMES.*must be some of forms, /);
  });
});
