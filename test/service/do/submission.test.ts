import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { oneHourMs } from '../../../src/limits.ts';
import { openSubmission, type Submission } from '../../../src/post/smtp.ts';
import { actOf, closePrepared, expectDone, prepare } from '../../support/desk/acts.ts';
import { ALICE, BOB, type Desk } from '../../support/desk/desk.ts';
import { pictureOf } from '../../support/desk/picture.ts';
import {
  type ScriptedSmtp,
  type SmtpStep,
  startScriptedSmtp,
} from '../../support/servers/scripted-smtp.ts';
import { statesOut } from '../../support/stored/letters.ts';

const ROUNDS_MAX = 4;

let desk: Desk;
let server: ScriptedSmtp;
let submission: Submission;
afterEach(async () => {
  submission.close();
  await server.stop();
  desk.close();
});
afterAll(closePrepared);

/** A move, with a submission server that says no once on the way. */
async function moveBy(step: SmtpStep, refusal: string): Promise<void> {
  server = await startScriptedSmtp(step, refusal);
  const account = { host: '127.0.0.1', secure: false, user: 'games', pass: 'secret', path: '' };
  submission = openSubmission({ ...account, port: server.port });
  const act = actOf('a move');
  const prepared = await prepare(act);
  desk = prepared.copy({ submission });
  prepared.close();
  for (const letter of act.letters(desk)) desk.put(letter);
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    await desk.round();
    desk.time.now += oneHourMs;
  }
  expect(server.refused).toBe(true);
}

const outbox = (state: string): number =>
  statesOut(desk.shell.db).filter((each) => each === state).length;

const EVERYBODY: readonly SmtpStep[] = ['GREETING', 'EHLO', 'AUTH', 'MAIL'];
const ONE_LETTER: readonly SmtpStep[] = ['RCPT', 'DATA', 'END'];

describe('a submission server that says no', () => {
  it.each([
    ...[...EVERYBODY, ...ONE_LETTER].map((step) => [step, '451 4.3.0 not now'] as const),
    ...EVERYBODY.map((step) => [step, '550 5.7.1 go away'] as const),
    ...ONE_LETTER.map((step) => [step, '421 4.3.2 shutting down'] as const),
  ])('at %s with %s gets both letters later, once', async (step, refusal) => {
    await moveBy(step, refusal);
    expectDone(actOf('a move'), desk.shell.db, server.sent);
    expect(server.sent.map(({ to }) => to).sort()).toEqual([ALICE, BOB]);
    expect(outbox('failed')).toBe(0);
  });

  it.each(ONE_LETTER)('for good at %s gets the other letter, and the move stands', async (step) => {
    await moveBy(step, '550 5.1.1 never');
    expect(pictureOf(desk.shell.db)).toMatchObject(actOf('a move').comesTo);
    const toPlayers = server.sent.filter(({ to }) => to === ALICE || to === BOB);
    expect(toPlayers).toHaveLength(1);
    expect(outbox('failed')).toBe(1);
  });
});
