import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Charge } from '../../../src/budget/charge.ts';
import { oneDayMs } from '../../../src/limits.ts';
import { timeWindow } from '../../../src/ports.ts';
import { MIGRATIONS } from '../../../src/service/shell/shell.ts';
import { type Database, migrate, openDatabase } from '../../../src/store/file/database.ts';
import {
  capsReached,
  countInSpan,
  noticesSentTo,
  questionsSince,
  questionsTo,
  roomLeft,
  takesPlainOnly,
  timesOf,
} from '../../../src/store/letters/counters.ts';
import { frozenRaw } from '../../../src/store/letters/leases.ts';
import { intendedLetters } from '../../../src/store/letters/outbox.ts';
import { candidateTraces } from '../../../src/store/letters/packed.ts';
import { isSuspended, tutorialBoardOf } from '../../../src/store/people/players.ts';
import { challengeOf } from '../../../src/store/play/challenges.ts';
import {
  dueJobs,
  endJob,
  jobOf,
  nextAnalysis,
  plannedAfter,
  robotTurnsWaiting,
  searchesSince,
  unsearchedBoard,
} from '../../../src/store/play/jobs.ts';
import { matchOf } from '../../../src/store/play/matches.ts';
import { dueBoards, resetClocksTo, storedClock } from '../../../src/store/play/turn-clocks.ts';
import {
  boardsWithPendingNews,
  forgetOutdated,
  pendingOn,
} from '../../../src/store/play/waiting.ts';
import { queriesOf } from '../../../src/store/reading/reading.ts';
import {
  conditionsNow,
  currentCondition,
  lastHeartbeat,
  serverValue,
  unreportedConditions,
} from '../../../src/store/server/conditions.ts';
import { openDesk, type Sent } from '../../support/desk/desk.ts';
import { unfinished } from '../../support/desk/picture.ts';
import { answerTo } from '../../support/post/letters.ts';
import {
  changeOut,
  charges,
  frozenLetters,
  lettersOut,
  suspensions,
} from '../../support/stored/letters.ts';
import { adminActs, adminLogChanges, renewTokens } from '../../support/stored/people.ts';
import { activePlayers, clocks, suspendedPlayers } from '../../support/stored/play.ts';
import { placesOf } from '../../support/stored/rows.ts';

let folder: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpost-'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true });
});

/** A database as a version left it that knew the migrations below a number, with these rows, brought up to date. */
function upgraded(below: string, rows: string): Database {
  const old = join(folder, 'old');
  mkdirSync(old);
  for (const name of readdirSync(MIGRATIONS).filter((each) => each < below)) {
    cpSync(join(MIGRATIONS, name), join(old, name));
  }
  const opened = openDatabase(join(folder, 'a.sqlite'));
  migrate(opened, old);
  opened.exec(rows);
  migrate(opened, MIGRATIONS);
  expect(opened.pragma('foreign_key_check')).toEqual([]);
  return opened;
}

const PEOPLE = `
  insert into players (id, userid, userid_key, language, created_at)
  values (1, 'alice', 'alice', 'en', 0), (2, 'bob', 'bob', 'en', 0);
  insert into addresses (address_key, address, player_id, created_at)
  values ('alice@x.test', 'Alice@x.test', 1, 0);
  insert into inbox (id, mailbox, uidvalidity, uid, state, received_at)
  values (1, 'INBOX', 1, 1, 'done', 5);`;

describe('a database with a table for each thing that is counted', () => {
  const day = timeWindow(1000, oneDayMs);

  it('counts on', () => {
    db = upgraded(
      '0045',
      `${PEOPLE}
      insert into matches (board, rules, black_id, white_id, start, revision, started_at, changed_at)
      values (7, 'forms', 1, 2, '', 0, 0, 0);
      insert into acts values (1, 'challenge', 10, 2), (1, 'challenge', 20, null), (2, 'export', 30, null);
      insert into says (board, player_id, inbox_id, at) values (7, 1, 1, 40);
      insert into held (id, address_key, lines, comment, inbox_id, state, created_at, expires_at)
      values (3, 'alice@x.test', '[]', '', 1, 'waiting', 5, 9), (4, 'alice@x.test', '[]', '', 1, 'confirmed', 5, 9);
      insert into questions values (3, 0, 50), (3, 1, 60), (4, 1, 70);
      insert into told values ('eve@x.test', 'introduction', 80), ('alice@x.test', 'from', 90);
      insert into unproven_letters values ('alice@x.test', 29, 100);
      insert into plain_senders values ('a.test', 110), ('b.test', 120);
      insert into rooms values ('verified command', 5000);`,
    );
    expect(timesOf(db, { kind: 'challenge', key: 1 }, day)).toEqual([10, 20]);
    expect(timesOf(db, { kind: 'challenge', key: 1, other: 2 }, day)).toEqual([10]);
    expect(timesOf(db, { kind: 'export', key: 2 }, day)).toEqual([30]);
    expect(timesOf(db, { kind: 'say', key: 1, other: 7 }, day)).toEqual([40]);
    expect(questionsSince(db, 'ALICE@x.test', false, day)).toBe(1);
    expect(questionsSince(db, 'alice@x.test', true, day)).toBe(1);
    expect(timesOf(db, questionsTo(db, 'alice@x.test', false, 3), day)).toEqual([50]);
    expect(timesOf(db, noticesSentTo('introduction', 'Eve+a@x.test'), day)).toEqual([80]);
    expect(timesOf(db, noticesSentTo('unused', 'alice@x.test', 'from'), day)).toEqual([90]);
    expect(timesOf(db, noticesSentTo('unused', 'alice@x.test', 'form'), day)).toEqual([]);
    expect(countInSpan(db, { kind: 'unproven', key: 'alice@x.test' }, day)).toBe(30);
    expect(takesPlainOnly(db, day.now)).toBe(true);
    const limit = { atOnce: 100, everyMs: 1000 };
    expect(roomLeft(db, 'verified command', limit, 1000)).toBe(96);
  });
});

describe('a database with a table for each thing that may be so', () => {
  it('knows what was so, what is, and what the admins were told', () => {
    db = upgraded(
      '0046',
      `${PEOPLE}
      insert into alarms (trouble, began_at, why, called_at, over_at, told_at, over_told_at)
      values ('disk', 10, 'a', 11, 20, 12, 21), ('outbox', 30, 'b', 31, 40, 32, null), ('disk', 50, 'c', 51, null, null, null);
      insert into doors (state, began_at, ask_at, error, opened_at, reported_at)
      values ('shut', 10, 20, '550 1', 30, 31), ('shut', 60, 70, '550 2', null, null);
      insert into shortages (span, most, began_at, ended_at, reported_at)
      values ('day', 500, 10, 20, 11), ('hour', 60, 65, null, null);
      insert into template_troubles values ('en/a.eta', 'x', 5, 6), ('en/b.eta', 'y', 5, null);
      insert into odd_names values (1, 5), (2, null);
      insert into fence values (1, 'lost', 'another', 80);
      insert into caps_met values ('answers', 3, 90);`,
    );
    expect(conditionsNow(db, 'alarm')).toMatchObject([{ key: 'disk', beganAt: 50, why: 'c' }]);
    const door = { state: 'shut', why: '550 2', beganAt: 60, dueAt: 70, toldAt: undefined };
    expect(currentCondition(db, 'door')).toMatchObject(door);
    expect(currentCondition(db, 'shortage', 'day')).toBeUndefined();
    expect(currentCondition(db, 'shortage', 'hour')).toMatchObject({ why: '60', beganAt: 65 });
    expect(conditionsNow(db, 'template').map(({ key, toldAt }) => [key, toldAt])).toEqual([
      ['en/a.eta', 6],
      ['en/b.eta', undefined],
    ]);
    expect(currentCondition(db, 'fence')).toMatchObject({
      state: 'lost',
      why: 'another',
      beganAt: 80,
    });
    expect(capsReached(db)).toEqual([{ name: 'answers', letters: 3, since: 90 }]);
    expect(unreportedConditions(db).map(({ kind, key }) => `${kind} ${key}`.trim())).toEqual([
      'alarm outbox',
      'alarm disk',
      'door',
      'shortage hour',
      'template en/b.eta',
      'odd-name 2',
      'fence',
    ]);
  });
});

describe('a database with a table for each single value', () => {
  it('keeps them', () => {
    db = upgraded(
      '0047',
      `insert into heartbeat values (1, 10);
      update decisions set decided_at = 20, seed = x'0102';
      insert into rotation values (1, 'sealed');
      insert into compared_names values (1, x'AB', 3);`,
    );
    expect([lastHeartbeat(db), serverValue(db, 'decided-at')]).toEqual([10, 20]);
    expect(Array.from(serverValue(db, 'seed') ?? [])).toEqual([1, 2]);
    expect(serverValue(db, 'rotation')).toBe('sealed');
    expect(serverValue(db, 'compared-words')).toBe('ab');
    expect(serverValue(db, 'compared-up-to')).toBe(3);
  });

  it('had none of them before anything was decided', () => {
    db = upgraded('0047', '');
    expect([lastHeartbeat(db), serverValue(db, 'decided-at')]).toEqual([undefined, 0]);
    expect(serverValue(db, 'seed')).toBeUndefined();
  });
});

const BOARD = `${PEOPLE}
  insert into matches (board, rules, black_id, white_id, start, revision, started_at, changed_at)
  values (7, 'forms', 1, 2, '', 3, 0, 0);`;

describe('a database with a table for each thing that waits on a board', () => {
  it('keeps the moves in advance, those to be confirmed, the news, and the spectators', () => {
    db = upgraded(
      '0048',
      `${BOARD}
      insert into queued_moves values (7, 1, 3, 'if a1 then b2'), (7, 2, 3, 'c3');
      insert into submitted_moves values (7, 2, 2, 'd4');
      insert into untold values (1, 7, '{"board":7,"revision":3,"comment":{"by":"bob","text":"Hello"}}');
      insert into watches values (7, 1, 'result', 9), (7, 2, 'boards', 9);`,
    );
    const { queues, watchers } = pendingOn(db, 7);
    expect([queues.get(1), queues.get(2)]).toMatchObject([
      { revision: 3, lines: [[{ when: 'a1', move: 'b2' }]] },
      { revision: 3, lines: [[{ move: 'c3' }]] },
    ]);
    expect(queriesOf(db, 0).submitted(7, 1)).toBeUndefined();
    expect(queriesOf(db, 0).submitted(7, 2)).toEqual({ revision: 2, move: 'd4' });
    expect(boardsWithPendingNews(db, 1)).toEqual([
      { board: 7, revision: 3, comment: { by: 'bob', text: 'Hello' } },
    ]);
    expect(boardsWithPendingNews(db, 2)).toEqual([]);
    expect(watchers).toEqual([
      { playerId: 1, what: 'result' },
      { playerId: 2, what: 'boards' },
    ]);
    expect(queriesOf(db, 0).watches(1)).toEqual([{ board: 7, what: 'result' }]);
    forgetOutdated(db, { board: 7, revision: 3, outcome: undefined }, 9);
    const queue = () => pendingOn(db, 7).queues.get(1);
    expect([queue()?.revision, queriesOf(db, 0).submitted(7, 2)?.revision]).toEqual([3, 2]);
    forgetOutdated(db, { board: 7, revision: 4, outcome: undefined }, 9);
    expect([queue(), queriesOf(db, 0).submitted(7, 2)?.revision]).toEqual([undefined, 2]);
    forgetOutdated(
      db,
      { board: 7, revision: 5, outcome: { winner: undefined, ending: 'resigned' } },
      9,
    );
    expect([queriesOf(db, 0).submitted(7, 2), boardsWithPendingNews(db, 1).length]).toEqual([
      undefined,
      1,
    ]);
  });
});

const letterOut = (id: number, more: Readonly<Record<string, string>> = {}): string => {
  const row = {
    id,
    player_id: '1',
    address: "'Alice@x.test'",
    address_key: "'alice@x.test'",
    language: "'en'",
    kind: "'answer'",
    facts: "'{}'",
    reply_token: "'t'",
    message_id: `'m${id}@games.test'`,
    automatic: "'auto-replied'",
    state: "'sent'",
    retry_at: 0,
    created_at: 5,
    ...more,
  };
  return `insert into outbox (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')});`;
};

describe('a database with the ledger, the bytes and the words of letters apart', () => {
  it('has them in one place', () => {
    db = upgraded(
      '0049',
      `${PEOPLE}
      ${[1, 2, 3, 4].map((id) => letterOut(id, id === 2 ? { state: "'composed'" } : {})).join('')}
      insert into ledger (outbox_id, causer_id, proof, account, address_key, at, bytes)
      values (1, 1, 'token', 'answer', 'alice@x.test', 40, 900), (2, null, 'none', 'question', 'alice@x.test', 50, null);
      insert into frozen values (2, x'0102', 0), (3, x'0304', 1);
      insert into traces (outbox_id, reply_token, text, html) values (3, 't', x'05', x'06'), (4, 't', x'07', null);
      insert into uncertain_sends (outbox_id, at) values (1, 60), (2, 70);`,
    );
    expect(charges(db)).toEqual([
      { kind: 'answer', proof: 'token', causer: 1, account: 'answer', address: 'alice@x.test' },
      { kind: 'answer', proof: 'none', causer: null, account: 'question', address: 'alice@x.test' },
    ]);
    expect(Array.from(frozenRaw(db, 2))).toEqual([1, 2]);
    expect(frozenLetters(db)).toEqual([2, 3]);
    const known = { tokens: ['t'], messageIds: [] };
    expect(
      candidateTraces(db, known, 9).traces.map(({ text, html }) => [text[0], html?.[0]]),
    ).toEqual([
      [7, undefined],
      [5, 6],
    ]);
    expect(timesOf(db, { kind: 'uncertain-send', key: '' }, timeWindow(1000, oneDayMs))).toEqual([
      60, 70,
    ]);
    renewTokens(db, 1);
    expect(candidateTraces(db, known, 9).traces).toEqual([]);
    changeOut(db, { facts: 'null' }, 3);
    expect(frozenLetters(db)).toEqual([2]);
  });
});

describe('a database with a table for each thing that is known of a player', () => {
  it('knows it still, and what no letter reaches', () => {
    db = upgraded(
      '0053',
      `${BOARD}
      insert into players (id, userid, userid_key, language, created_at) values (3, 'carol', 'carol', 'en', 0);
      insert into activity values (1, 20000);
      insert into suspended_players values (2, 30);
      insert into first_boards (player_id, board, lessons, unnamed) values (3, 7, 2, 1);
      insert into challenges (number, challenger_id, challenged_id, rules, cols, rows, first, state, created_at)
      values (8, 1, 2, 'forms', 2, 1, 'me', 'open', 0), (9, 1, 2, 'forms', 4, 4, 'me', 'open', 0);
      insert into challenge_starts values (8, 'forms 2x1 xw x');
      ${[1, 2, 3].map((id) => letterOut(id)).join('')}
      insert into bounces (outbox_id, address_key, weight, status, at)
      values (1, 'alice@x.test', 'soft', '4.2.2', 40), (2, 'alice@x.test', 'hard', '5.1.1', 60), (3, 'alice@x.test', 'hard', '5.7.1', 90);
      insert into suspensions (address_key, began_at, ends_at, lifted_at, lifted_by, reported_at)
      values ('alice@x.test', 50, 55, 55, 'time', 51), ('alice@x.test', 60, 99, null, null, null),
        ('gone@x.test', 10, 20, 20, 'time', null);`,
    );
    expect([activePlayers(db), suspendedPlayers(db)]).toEqual([[1], [2]]);
    expect([isSuspended(db, 1), isSuspended(db, 2)]).toEqual([false, true]);
    expect(tutorialBoardOf(db, 3)).toMatchObject({
      board: 7,
      nextLesson: 2,
      announcesUserid: true,
    });
    expect(tutorialBoardOf(db, 1)).toBeUndefined();
    expect(challengeOf(db, 8)?.start).toBeDefined();
    expect(challengeOf(db, 9)?.start).toBeUndefined();
    const now = { state: '', why: '5.1.1', beganAt: 60, dueAt: 99, toldAt: undefined };
    expect(currentCondition(db, 'suspension', 'alice@x.test')).toMatchObject(now);
    expect(suspensions(db)).toEqual([
      { address: 'alice@x.test', beganAt: 50, liftedAt: 55 },
      { address: 'alice@x.test', beganAt: 60, liftedAt: null },
    ]);
  });
});

describe('a database with addresses of whoever has left', () => {
  it('forgets them, and lets nobody change the log of the admins otherwise', () => {
    const toNobody = (id: number, more: Readonly<Record<string, string>>) =>
      letterOut(id, {
        player_id: 'null',
        address: "'Eve@x.test'",
        address_key: "'eve@x.test'",
        ...more,
      });
    const goodbye = { kind: "'notice'", facts: `'{"says":[{"code":"signed-off"}]}'` };
    db = upgraded(
      '0054',
      `${PEOPLE}
      ${toNobody(1, { facts: "'null'" })}
      ${toNobody(2, goodbye)}
      ${toNobody(3, { ...goodbye, state: "'waiting'" })}
      ${toNobody(4, {})}
      ${letterOut(5, { facts: "'null'" })}
      insert into bounces (outbox_id, address_key, weight, status, at)
      values (1, 'eve@x.test', 'hard', '5.1.1', 60), (5, 'alice@x.test', 'hard', '5.1.1', 60);
      insert into admin_log (address, act, inbox_id, at) values ('alice@x.test', 'admin start', 1, 0);`,
    );
    expect(lettersOut(db).map(({ address }) => address)).toEqual([
      '',
      '',
      'Eve@x.test',
      'Eve@x.test',
      'Alice@x.test',
    ]);
    changeOut(db, { state: 'sent' }, 3);
    expect(lettersOut(db)[2]).toMatchObject({ address: '', facts: 'null' });
    changeOut(db, { facts: 'null', state: 'failed' }, 4);
    expect(placesOf(db, 'eve@x.test')).toEqual(['outbox.address', 'outbox.address_key']);
    for (const change of adminLogChanges(db)) expect(change).toThrow('append-only');
    db.exec("update admin_log set address = '(an address)'");
    expect(adminActs(db)).toEqual([{ address: '(an address)', act: 'admin start' }]);
  });
});

describe('a database with answers that wait for one letter with all of them', () => {
  it('sends each in a letter of its own, with a token of its player', () => {
    db = upgraded(
      '0050',
      `${PEOPLE}
      insert into settings values (1, 'language', 'de'), (1, 'passwords', 'gone');
      insert into outbox (id, inbox_id, player_id, address, address_key, language, kind, facts,
        reply_token, message_id, automatic, state, retry_at, created_at)
      values (8, 1, 1, 'Alice@x.test', 'alice@x.test', 'en', 'answer', '{}', 'aaaqaabcd',
          'aaaqaabcd.x@games.test', 'auto-replied', 'sent', 0, 5),
        (9, 1, 1, 'Alice@x.test', 'alice@x.test', 'en', 'board', '{}', 'aeaqaabcd',
          'aeaqaabcd.y@games.test', 'auto-replied', 'sent', 0, 6);
      insert into kept_answers values
        (3, 1, 'm1@x.test', 1, 'Alice@x.test', 'alice@x.test', 'token', 20,
          '[{"understood":"rating","says":[]}]', 40, 2),
        (4, 1, null, 1, 'Alice@x.test', 'alice@x.test', 'sender', 10, '[]', 0, 7),
        (5, 1, null, 2, 'Alice@x.test', 'alice@x.test', 'token', 30,
          '[{"says":[]}]', 40, 1);`,
    );
    const letters = intendedLetters(db, 0, 10);
    expect(letters).toMatchObject([
      {
        userid: 'alice',
        language: 'de',
        message: { kind: 'answer', facts: { sections: [{ says: [{ code: 'late-more' }] }] } },
        automatic: 'auto-generated',
        charged: { proof: 'sender', at: 10 },
      },
      {
        address: 'Alice@x.test',
        message: {
          facts: { sections: [{ understood: 'rating' }], choices: { language: 'de' } },
        },
        replyToken: 'aaaqaabcd',
        messageId: expect.stringMatching(/^turnpost\.[0-9a-f]{20}@games\.test$/),
        inReplyTo: 'm1@x.test',
        automatic: 'auto-replied',
        charged: { proof: 'token', at: 20 },
      },
    ]);
    expect(letters[1]?.message.facts.choices).not.toHaveProperty('passwords');
  });
});

describe('a database with a table for each thing that is to be done', () => {
  const cause = (charge: Charge) => ({
    inboxId: 1,
    messageId: '<m@x.test>',
    address: 'Alice@x.test',
    charge,
  });

  it('goes on with all of it', () => {
    db = upgraded(
      '0051',
      `${BOARD}
      insert into analyses
        (id, player_id, understood, position, inbox_id, message_id, address, state, attempts,
          created_at, proof, board, revision)
      values (4, 1, 'solve 7', 'p', 1, '<m@x.test>', 'Alice@x.test', 'waiting', 1, 20, 'sender', null, null),
        (5, 1, 'hint 7', 'q', 1, '<m@x.test>', 'Alice@x.test', 'done', 1, 30, 'token', 7, 3),
        (6, 2, 'hint 7', 'q', 1, null, '', 'failed', 3, 40, 'token', 7, 2),
        (9, 2, 'hint 7', 'q', 1, null, 'bob@x.test', 'waiting', 0, 50, 'token', 7, 3);
      insert into robot_turns
        (id, board, revision, untold, inbox_id, message_id, address, causer_id, proof, caused_at,
          failures, nodes_max, created_at)
      values (2, 7, 3, '{"events":[null],"comment":{"by":"alice","text":"Hello"}}', 1, '<m@x.test>',
        'Alice@x.test', 1, 'token', 10, 2, 500, 11);
      insert into mornings values (1, 100, 5000), (2, null, 4000);
      insert into puzzle_days values (1, 6000, 101, 3), (2, null, null, 0);
      insert into puzzle_searches values (7, 1, 'begun', 60);`,
    );
    const solve = {
      id: 4,
      key: undefined,
      attempts: 1,
      facts: { understood: 'solve 7', position: 'p' },
      playerId: 1,
      cause: cause({ playerId: 1, proof: 'sender', at: 20 }),
    };
    expect(nextAnalysis(db)).toEqual(solve);
    expect(dueJobs(db, 'analysis', { most: 9 }).map(({ id }) => id)).toEqual([4, 9]);
    expect(dueJobs(db, 'analysis', { most: 9 })[1]?.facts.hintOn).toEqual({
      board: 7,
      revision: 3,
    });
    expect(queriesOf(db, 100).analysesToday(1)).toBe(1);
    expect(queriesOf(db, 100).hintsToday(2)).toBe(2);
    endJob(db, 4);
    expect(nextAnalysis(db)?.id).toBe(9);
    expect([robotTurnsWaiting(db), dueJobs(db, 'robot', { most: 9, attemptsMax: 1 })]).toEqual([
      1,
      [],
    ]);
    expect(jobOf(db, 'robot', 7)).toMatchObject({
      attempts: 2,
      facts: {
        revision: 3,
        untold: { events: [null], comment: { by: 'alice', text: 'Hello' } },
        nodesMax: 500,
      },
      cause: cause({ playerId: 1, proof: 'token', at: 10 }),
    });
    expect(dueJobs(db, 'morning', { now: 5000, most: 9 }).map(({ key }) => key)).toEqual([2, 1]);
    expect(plannedAfter(db, 'morning', 4000)).toEqual([1]);
    expect(jobOf(db, 'morning', 1)?.facts).toEqual({ day: 100 });
    expect(jobOf(db, 'morning', 2)?.facts).toEqual({});
    expect(dueJobs(db, 'puzzle', { now: 9000, most: 9 }).map(({ key }) => key)).toEqual([1]);
    expect(jobOf(db, 'puzzle', 1)?.facts).toEqual({ day: 101, unanswered: 3 });
    expect(jobOf(db, 'puzzle', 2)?.facts).toEqual({ unanswered: 0 });
    expect(dueJobs(db, 'search', { most: 9 })).toMatchObject([{ key: 7, attempts: 1 }]);
    expect(searchesSince(db, timeWindow(100, oneDayMs))).toBe(1);
  });

  it.each(['found', 'none'])('looks for no puzzle twice: %s', (state) => {
    db = upgraded(
      '0051',
      `${BOARD}
      update matches set ending = 'resigned', changed_at = 50;
      insert into puzzle_searches values (7, 1, '${state}', 60);`,
    );
    expect(dueJobs(db, 'search', { most: 9 })).toEqual([]);
    expect(unsearchedBoard(db, timeWindow(100, oneDayMs))).toBeUndefined();
    db.exec("update jobs set key = 8 where kind = 'search'");
    expect(unsearchedBoard(db, timeWindow(100, oneDayMs))).toBe(7);
  });
});

describe('a database with a table for clocks', () => {
  it('lets them run on', () => {
    db = upgraded(
      '0052',
      `${BOARD}
      insert into matches (board, rules, black_id, white_id, start, revision, started_at, changed_at, ending)
      values (8, 'forms', 1, 2, '', 3, 0, 0, null), (9, 'forms', 1, 2, '', 3, 0, 0, 'resigned'),
        (10, 'forms', 1, 2, '', 3, 0, 0, null);
      insert into clocks values (7, '0 2', 5000, 100, 4000), (8, '', 6000, null, null), (9, '1', null, 99, 3000);`,
    );
    expect(dueBoards(db, 5000, 9)).toEqual([7]);
    expect(dueBoards(db, 9000, 9)).toEqual([7, 8]);
    expect(storedClock(db, 7)).toMatchObject({ days: [0, 2], remindedDay: 100, announcedAt: 4000 });
    expect(storedClock(db, 9)).toMatchObject({ days: [1], remindedDay: 99, announcedAt: 3000 });
    expect(clocks(db).map(({ board }) => board)).toEqual([7, 8, 9]);
    resetClocksTo(db, 3500);
    expect(dueBoards(db, 3500, 9)).toEqual([7, 8]);
    expect([storedClock(db, 7).announcedAt, storedClock(db, 9).announcedAt]).toEqual([
      undefined,
      3000,
    ]);
  });
});

describe('a database in the middle of everything', () => {
  it('plays on', async () => {
    const desk = openDesk();
    const start = 'forms 4x4 xwxw/wxwx/xwxw/wxwx x';
    const now = desk.time.now;
    const begun = now - 3 * oneDayMs;
    db = upgraded(
      '0048',
      `${PEOPLE}
      insert into addresses (address_key, address, player_id, created_at)
      values ('bob@x.test', 'bob@x.test', 2, 0);
      insert into players (id, userid, userid_key, language, created_at)
      values (-5, 'robot', 'robot', 'en', 0);
      insert into settings values (1, 'puzzle', 'daily');
      insert into matches (board, rules, black_id, white_id, start, moves, times, revision, started_at,
        changed_at, pace, robot)
      values (7, 'forms', 1, 2, '${start}', '', '', 1, ${begun}, ${begun}, '2/9', null),
        (8, 'forms', 1, -5, '${start}', 'a4xb4', '1', 2, ${begun}, ${begun}, null, 1);
      insert into clocks values (7, '', ${now}, null, null);
      insert into queued_moves values (7, 2, 1, 'd4xc4');
      insert into watches values (8, 2, 'boards', ${begun});
      insert into mornings values (2, null, null);
      insert into puzzle_days values (1, ${now}, null, 0);
      insert into analyses (player_id, understood, position, inbox_id, message_id, address, state, created_at)
      values (2, 'solve 1', 'forms 2x1 xw x', 1, 'm@x.test', 'bob@x.test', 'waiting', ${begun});
      insert into robot_turns (board, revision, inbox_id, address, causer_id, proof, caused_at, created_at)
      values (8, 2, 1, 'Alice@x.test', 1, 'token', ${begun}, ${begun});`,
    );
    db.pragma('wal_checkpoint(truncate)');
    desk.replaceDatabase(join(folder, 'a.sqlite'));
    const sent = await desk.round();
    expect(sent.map(({ to, subject }) => `${to}: ${subject}`).sort()).toEqual([
      'Alice@x.test: Forms Board 8 (alice vs robot)',
      'Alice@x.test: Turnpost: puzzle 1 (Forms 8x8)',
      'Alice@x.test: Turnpost: your turn on board 7',
      'bob@x.test: Forms Board 8 (alice vs robot)',
      'bob@x.test: Turnpost: solve 1',
    ]);
    expect(unfinished(desk.shell.db)).toEqual([]);
    const morning = sent.find(({ subject }) => /your turn on/.test(subject)) as Sent;
    await desk.post(answerTo(morning, 'move 7 a4xb4'));
    expect(matchOf(desk.shell.db, 7)?.moves).toEqual(['a4xb4', 'd4xc4']);
    expect(clocks(desk.shell.db)).toMatchObject([{ board: 7, days: '3 0' }]);
    desk.close();
  });
});
