import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gameOf } from '../../../src/engine/registry.ts';
import { keepPiped } from '../../../src/service/backup/make.ts';
import { boardsTrouble } from '../../../src/service/backup/write.ts';
import { type FoundLetter, foundLetter, pipedOf } from '../../../src/service/recover/read-again.ts';
import { catchUp } from '../../../src/service/recover/recover.ts';
import { playerById, playerIds } from '../../../src/store/people/players.ts';
import { matchesToMove } from '../../../src/store/play/matches.ts';
import { type BusyDay, busyDay, type Keeping } from '../../support/desk/busy-day.ts';
import { dieAt } from '../../support/desk/death.ts';
import { type Desk, openDesk } from '../../support/desk/desk.ts';
import { statedOf } from '../../support/desk/picture.ts';
import { answerTo } from '../../support/post/letters.ts';
import { newFolder } from '../../support/run/folder.ts';
import { full, throwDice } from '../../support/run/seed.ts';

const dice = throwDice('disk loss');

/** What lies on the mail server. */
const mailboxOf = (desk: Desk): readonly FoundLetter[] =>
  [...desk.box].map(([uid, raw]) => {
    const filed = desk.filed.has(uid);
    const mailbox = filed ? 'Processed' : 'INBOX';
    const key = { mailbox, uidValidity: filed ? 1 : desk.uidValidity, uid };
    const arrivedAt = desk.arrived.get(uid) ?? desk.time.now;
    return foundLetter({ key, filed, seen: false, raw, fullBytes: undefined, arrivedAt });
  });

/** A second disk, with the newest copy of the database and what came by the pipe since. */
class SecondDisk implements Keeping {
  readonly folder = newFolder();
  readonly #desk: Desk;
  constructor(desk: Desk) {
    this.#desk = desk;
  }
  get copied(): string {
    return join(this.folder, 'copy.sqlite');
  }
  piped(raw: Uint8Array, id: number, at: number): void {
    keepPiped(this.folder, raw, id, at);
  }
  copy(): void {
    this.#desk.shell.db.pragma('wal_checkpoint(truncate)');
    for (const end of ['', '.secret']) {
      copyFileSync(join(this.#desk.folder, `turnpost.sqlite${end}`), `${this.copied}${end}`);
    }
  }
  end(): void {
    rmSync(this.folder, { recursive: true });
  }
}

interface Recovered extends Awaited<ReturnType<typeof catchUp>> {
  readonly desk: Desk;
}

/** Loses the disk of a server, and puts it back from the other one. */
async function recover(lost: Desk, disk: SecondDisk, found = mailboxOf(lost)): Promise<Recovered> {
  const desk = lost.copy();
  copyFileSync(`${disk.copied}.secret`, join(desk.folder, 'turnpost.sqlite.secret'));
  desk.replaceDatabase(disk.copied);
  const now = lost.time.now;
  const all = [...found, ...pipedOf(disk.folder)];
  const life = { shell: desk.shell, clock: desk.time };
  expect(boardsTrouble(desk.shell.db)).toBeUndefined();
  const brought = await catchUp(life, all, {
    areRepliesValid: true,
    until: Number.POSITIVE_INFINITY,
  });
  desk.time.now = now;
  return { ...brought, desk };
}

/** A day; the disk is lost at some of its moments. */
async function loseOn(losses: number, check: (lost: Desk, disk: SecondDisk) => Promise<void>) {
  const desk = openDesk();
  const disk = new SecondDisk(desk);
  try {
    const day = busyDay(desk, dice, disk);
    await day.begin();
    disk.copy();
    const moments = new Set(dice.sample(MOMENTS, losses));
    for (let step = 1; step <= Math.max(...moments); step++) {
      await live(desk, disk, day, step);
      if (!moments.has(step)) continue;
      const lost = desk.copy();
      await check(lost, disk).finally(() => lost.close());
    }
  } finally {
    desk.close();
    disk.end();
  }
}
const MOMENTS = Array.from({ length: 100 }, (_, at) => at + 1);

async function live(desk: Desk, disk: SecondDisk, day: BusyDay, step: number): Promise<void> {
  await day.next();
  if (step % 10 === 0) disk.copy();
  // The process dies in the middle of a round.
  if (dice.upTo(8) === 1) {
    desk.reopen(dieAt(desk, dice.upTo(25)));
    await desk.round().catch(() => undefined);
    desk.reopen();
  }
}

/** On every board of people somebody answers the newest letter of the first server, at each of them alike. */
async function goOn([first, ...others]: readonly [Desk, ...Desk[]]): Promise<void> {
  const { db } = first.shell;
  const matches = playerIds(db).flatMap((id) => matchesToMove(db, id));
  for (const match of matches) {
    const player = playerById(db, match[match.position.turn].id);
    const subject = new RegExp(`Board ${match.board}\\b`);
    const letter = first.sent.findLast((each) => {
      return each.to === player?.address && subject.test(each.subject);
    });
    const game = gameOf(match.rules);
    const [move] = game.legalMoves(match.position);
    if (!letter || !move) continue;
    const draft = answerTo(letter, game.makeMove(move, match.position));
    for (const desk of [first, ...others]) desk.put(draft);
  }
  for (const desk of [first, ...others]) await desk.round();
}

describe('a server whose disk is lost', () => {
  it('comes back with every board, account, setting, rating and number', async () => {
    await loseOn(full ? 100 : 2, async (lost, disk) => {
      const { desk: again, orphans } = await recover(lost, disk);
      try {
        await lost.round();
        await again.round();
        expect(orphans).toEqual([]);
        expect(statedOf(again.shell.db)).toEqual(statedOf(lost.shell.db));
        // Play goes on, in answer to the letters that people have; then that disk is lost as well.
        const other = new SecondDisk(again);
        other.copy();
        await goOn([lost, again]);
        expect(statedOf(again.shell.db)).toEqual(statedOf(lost.shell.db));
        const once = await recover(again, other);
        expect(statedOf(once.desk.shell.db)).toEqual(statedOf(lost.shell.db));
        once.desk.close();
        other.end();
      } finally {
        again.close();
      }
    });
  }, 600_000);
});
