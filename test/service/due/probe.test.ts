import { beforeEach, describe, expect, it } from 'vitest';
import { oneDayMs, strangerLimits } from '../../../src/limits.ts';
import { bounceLimits } from '../../../src/server-limits.ts';
import { runHousekeeping } from '../../../src/service/due/housekeeping.ts';
import { probeTaggedAddress } from '../../../src/service/due/reachable.ts';
import { ADMIN, type Sent } from '../../support/desk/desk.ts';
import { desk, eachDesk } from '../../support/desk/each.ts';
import { flat } from '../../support/desk/players.ts';
import { writeBounce } from '../../support/post/bounces.ts';
import { changeOut, probes, suspensions } from '../../support/stored/letters.ts';
import { useRates } from '../../support/stored/server.ts';

let probe: Sent;
eachDesk();
beforeEach(async () => {
  probeTaggedAddress(desk.shell, 'imap.test');
  const [letter, ...more] = await desk.round();
  expect(more).toEqual([]);
  if (!letter) throw new Error('no probe was sent');
  probe = letter;
});

const state = () => probes(desk.shell.db);
/** The probe arrives in our own mailbox. */
async function arrive(raw: string): Promise<readonly Sent[]> {
  desk.time.now += 1_000;
  desk.box.set(desk.box.size + 1, Buffer.from(raw));
  return desk.round();
}

describe('the question whether tagged addresses are delivered', () => {
  it('is a letter to one of ours, once for each address and host', async () => {
    expect(probe.to).toMatch(/^games\+[a-z2-7]+@turnpost\.test$/);
    probeTaggedAddress(desk.shell, 'imap.test');
    expect(await desk.round()).toEqual([]);
    desk.reopen();
    probeTaggedAddress(desk.shell, 'imap.test');
    expect(await desk.round()).toEqual([]);
    probeTaggedAddress(desk.shell, 'other.test');
    expect(await desk.round()).toHaveLength(1);
  });

  it('is not asked where tags are off', async () => {
    probeTaggedAddress({ ...desk.shell, plus: false }, 'third.test');
    expect(await desk.round()).toEqual([]);
  });

  it('is answered by the letter that comes back, which nobody answers', async () => {
    expect(await arrive(`Return-Path: <x>\r\n${probe.raw}`)).toEqual([]);
    expect(state()).toEqual(['works']);
    desk.time.now += oneDayMs;
    runHousekeeping(desk.shell);
    expect(await desk.round()).toEqual([]);
  });

  it('is answered with no when the tag is gone', async () => {
    await arrive(probe.raw.replaceAll(probe.to, 'games@turnpost.test'));
    expect(state()).toEqual(['stripped']);
    runHousekeeping(desk.shell);
    const [report] = await desk.round();
    expect(report?.to).toBe(ADMIN);
    expect(report?.text).toContain('Set TURNPOST_PLUS=off');
    desk.time.now += oneDayMs;
    runHousekeeping(desk.shell);
    expect(await desk.round()).toEqual([]);
  });

  it('is answered with no by a report that there is no such address', async () => {
    const messageId = probe.email.messageId?.slice(1, -1) ?? '';
    await arrive(
      Buffer.from(writeBounce({ to: 'games@turnpost.test', messageId }, 9)).toString('latin1'),
    );
    expect(state()).toEqual(['bounced']);
    expect(suspensions(desk.shell.db)).toEqual([]);
  });

  it('is answered with no when the letter was refused at once', () => {
    changeOut(desk.shell.db, { state: 'failed' });
    runHousekeeping(desk.shell);
    expect(state()).toEqual(['bounced']);
  });

  it('is answered with no when nothing comes, and with yes when it comes at last', async () => {
    runHousekeeping(desk.shell);
    expect(state()).toEqual(['asked']);
    desk.time.now += bounceLimits.probeMs + 1;
    runHousekeeping(desk.shell);
    expect(state()).toEqual(['silent']);
    const [report] = await desk.round();
    expect(report?.text).toContain('did not arrive');
    await arrive(probe.raw);
    expect(state()).toEqual(['works']);
  });

  it('is not answered by somebody who makes up a tag', async () => {
    await arrive(probe.raw.replaceAll(/games\+[a-z2-7]+@/g, 'games+aaaaaaaaaaaaaaaaaaaa@'));
    expect(state()).toEqual(['stripped']);
    await arrive(
      probe.raw
        .replaceAll(/games\+[a-z2-7]+@/g, 'games+aaaaaaaaaaaaaaaaaaaa@')
        .replace(/^Message-ID:.*$/im, 'Message-ID: <made-up@x.test>'),
    );
    expect(state()).toEqual(['stripped']);
  });
});

describe('what the mail host makes of the Authentication-Results in it', () => {
  const HOST = 'mx.turnpost.test';
  /** The probe comes back with these fields above it; a stranger whom that host has verified writes. */
  async function placeAfter(above: string, raw = probe.raw): Promise<unknown> {
    await arrive(`${above}${raw}`);
    // Nobody is heard at once while others have used up the room for all.
    const { all } = strangerLimits.unproven;
    const until = desk.time.now + all.atOnce * all.everyMs;
    useRates(desk.shell.db, 'unproven command', until);
    const found = `Authentication-Results: ${HOST}; dmarc=pass header.from=home.test`;
    return arrive(
      [
        found,
        'From: carol@home.test',
        'To: games@turnpost.test',
        'Subject: signup carol',
        '',
        '',
      ].join('\r\n'),
    );
  }

  it('is seen where its own stands above ours: then those whom it has verified go first', async () => {
    expect(probe.raw).toMatch(
      /^Authentication-Results: turnpost\.test; x-turnpost-check=none\r\n/m,
    );
    const sent = await placeAfter(`Authentication-Results: ${HOST}; dmarc=none\r\n`);
    expect(sent).toMatchObject([{ to: 'carol@home.test' }]);
    // She has proven nothing by it.
    expect((sent as Sent[]).map(flat).join('')).toContain('nothing shows that you wrote it');
  });

  it('is seen where ours was taken out', async () => {
    const without = probe.raw.replace(/^Authentication-Results: .*\r\n/m, '');
    const sent = await placeAfter(`Authentication-Results: ${HOST}; dmarc=none\r\n`, without);
    expect(sent).toMatchObject([{ to: 'carol@home.test' }]);
  });

  it.each([
    ['it wrote none', ''],
    ['it wrote its own below', 'Authentication-Results: x.test; x-turnpost-check=none\r\n'],
  ])('is nothing where %s', async (_, above) => {
    expect(await placeAfter(above)).toEqual([]);
  });
});
