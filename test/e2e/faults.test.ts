import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Act, actOf, closePrepared } from '../support/desk/acts.ts';
import { present } from '../support/run/present.ts';
import { full, onlyInFull, throwDice } from '../support/run/seed.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../support/servers/dovecot.ts';
import type { Direction, Fault, FaultKind } from '../support/servers/fault-proxy.ts';
import { type Lmtp, openLmtp } from '../support/servers/lmtp.ts';
import { startWires, survive } from '../support/servers/wires.ts';
import { players, setFor } from '../support/stored/people.ts';

const here = present('dovecot-imapd, dovecot-lmtpd', hasDovecot());
const KINDS: readonly FaultKind[] = ['cut', 'reset', 'half-close', 'silence'];
const AT_ONCE = full ? 16 : 8;
const manyCuts = onlyInFull();
/** Of the bytes on a wire, by the seed of the run: each cut costs half a second of a processor. */
const CUTS = 250;

type Wire = 'imap' | 'smtp';

/** Each byte of the conversation is one run, and those of an HTML part are like the others. */
const withShortLetters = (act: Act): Act => ({
  ...act,
  async before(desk) {
    await act.before(desk);
    const { db } = desk.shell;
    for (const { id } of players(db)) setFor(db, id, 'mail', 'text');
  },
});

describe.skipIf(!here)('a move, over wires that fail', () => {
  const dice = throwDice('faults on the wires');
  const act = withShortLetters(actOf('a move'));
  let dovecot: Dovecot;
  let lmtp: Lmtp;
  /** What passes on both wires when nothing fails. */
  let clean: Record<Wire, Record<Direction, string>>;
  let used = 0;
  const mailbox = (): string => `box${used++}@game.test`;

  beforeAll(async () => {
    dovecot = await startDovecot(
      Array.from({ length: full ? 1_000 : 100 }, (_, n) => `box${n}@game.test`),
    );
    lmtp = openLmtp(dovecot.lmtpPort);
    const wires = await startWires(act, { dovecot, lmtp, mailbox: mailbox() });
    await wires.done();
    const heard = (wire: Wire) => ({
      'to-client': wires[wire].passed('to-client').toString('latin1'),
      'to-server': wires[wire].passed('to-server').toString('latin1'),
    });
    clean = { imap: heard('imap'), smtp: heard('smtp') };
    await wires.close();
  });
  afterAll(async () => {
    lmtp.close();
    closePrepared();
    await dovecot.stop();
  });

  /** Plays the move once for each fault, a few at once, and collects what went wrong. */
  async function surviveAll(wire: Wire, faults: readonly Fault[]): Promise<void> {
    const wrong: string[] = [];
    const left = [...faults];
    const lane = async (): Promise<void> => {
      for (let fault = left.shift(); fault; fault = left.shift()) {
        const one = wire === 'imap' ? { imapFault: fault } : { smtpFault: fault };
        await survive(act, { dovecot, lmtp, mailbox: mailbox(), ...one }).catch((error) =>
          wrong.push(`${wire} ${JSON.stringify(fault)}: ${error}`),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    expect(wrong).toEqual([]);
  }

  /** The first place of something in what passes; before it, within it and behind it. */
  function around(wire: Wire, direction: Direction, pattern: RegExp): readonly Fault[] {
    const found = pattern.exec(clean[wire][direction]);
    if (!found) throw new Error(`nothing like ${pattern} passes ${direction} on ${wire}`);
    const end = found.index + found[0].length;
    return [found.index, end - 1, end].flatMap((after) =>
      KINDS.map((kind): Fault => ({ kind, direction, after })),
    );
  }

  /** Before each byte of both directions. */
  const everywhere = (wire: Wire, kind: FaultKind): readonly Fault[] =>
    (['to-client', 'to-server'] as const).flatMap((direction) =>
      Array.from({ length: clean[wire][direction].length }, (_, after) => ({
        kind,
        direction,
        after,
      })),
    );

  const sampled = (wire: Wire): readonly Fault[] =>
    KINDS.flatMap((kind) => dice.some(everywhere(wire, kind), full ? 30 : 1));

  it('is played once, whatever happens to IMAP at the places that matter', async () => {
    const faults = [
      ...around('imap', 'to-client', /^\* OK .*\r\n/),
      ...around('imap', 'to-server', /^\S+ (?:LOGIN|AUTHENTICATE) .*\r\n/m),
      ...around('imap', 'to-client', /\{\d+\}\r\n/),
      ...around('imap', 'to-client', /In-Reply-To: /),
      ...around('imap', 'to-server', /^\S+ UID MOVE .*\r\n/m),
    ];
    await surviveAll('imap', dice.sample(faults, 3));
  });

  it('is answered, whatever happens to SMTP at the places that matter', async () => {
    const faults = [
      ...around('smtp', 'to-client', /^220 .*\r\n/),
      ...around('smtp', 'to-server', /^AUTH .*\r\n/m),
      ...around('smtp', 'to-server', /^DATA\r\n/m),
      ...around('smtp', 'to-server', /\r\n\.\r\n/),
      ...around('smtp', 'to-client', /^250 .*queued.*\r\n/m),
    ];
    await surviveAll('smtp', dice.sample(faults, 3));
  });

  it.each(['imap', 'smtp'] as const)('is played once with a fault anywhere on %s', async (wire) => {
    await surviveAll(wire, sampled(wire));
  });

  it.each(['imap', 'smtp'] as const)('is played once over a slow %s wire', async (wire) => {
    const kinds = ['delay', 'split'] as const;
    const directions = ['to-client', 'to-server'] as const;
    await surviveAll(
      wire,
      kinds.flatMap((kind) => directions.map((direction) => ({ kind, direction, after: 0 }))),
    );
  });

  it('does not make the worker hammer a server that drops every connection', async () => {
    const name = mailbox();
    // When the letter is being fetched: the login was fine, and nothing is known of the letter.
    const after = clean.imap['to-client'].indexOf('In-Reply-To: ');
    const wires = await startWires(act, {
      dovecot,
      lmtp,
      mailbox: name,
      imapFault: { kind: 'cut', direction: 'to-client', after, connection: 'each' },
      speed: 1,
    });
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await wires.close();
    const logins = dovecot.log().split(`Login: user=<${name}>`).length - 1;
    // At the start, and after 1 and 2 seconds more, whatever cron and IDLE say meanwhile.
    expect(logins).toBeGreaterThanOrEqual(2);
    expect(logins).toBeLessThanOrEqual(3);
    expect(wires.imap.mostAtOnce).toBe(1);
  });

  it.runIf(manyCuts).each(['imap', 'smtp'] as const)(
    'is played once wherever %s is cut',
    async (wire) => {
      const bytes = everywhere(wire, 'cut');
      console.info(`${wire}: cut at ${CUTS} of ${bytes.length} bytes`);
      await surviveAll(wire, dice.some(bytes, CUTS));
    },
  );
});
