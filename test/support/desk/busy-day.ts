import { join } from 'node:path';
import { type Puzzle, STOCK, stepAfter } from '../../../src/engine/puzzle/puzzle.ts';
import { gameOf, makePosition, parsePosition } from '../../../src/engine/registry.ts';
import { oneHourMs, oneMinuteMs } from '../../../src/limits.ts';
import { replay } from '../../../src/match/play.ts';
import { noteAbsence } from '../../../src/service/due/housekeeping.ts';
import { noteSearch } from '../../../src/service/due/make-puzzles.ts';
import { takePiped } from '../../../src/service/in/receive.ts';
import { actAtTerminal, readTyped } from '../../../src/service/process/at-terminal.ts';
import { rotate } from '../../../src/service/shell/secret.ts';
import { transact } from '../../../src/store/file/database.ts';
import { playerById, playerByUserid, playerIds } from '../../../src/store/people/players.ts';
import { activeMatches } from '../../../src/store/play/matches.ts';
import { openAttempt } from '../../../src/store/puzzle/puzzles.ts';
import { answerTo, type Draft, writeLetter } from '../post/letters.ts';
import type { Dice } from '../run/seed.ts';
import type { Desk, Sent } from './desk.ts';
import { letPass } from './pass.ts';

const PEOPLE = ['ann', 'ben', 'cleo', 'dora', 'emil'].map((name) => `${name}@x.test`);
/** Puzzles that nobody has seen, each what is left of another behind its first move; and none. */
const FOUND: readonly (Puzzle | null)[] = [
  null,
  ...STOCK.filter(({ given }) => given.length === 0).flatMap(({ position, step }) => {
    const [[move = '', answer] = []] = Object.entries(step.wins);
    const start = parsePosition(position);
    if (!answer || !start.ok) return [];
    const left = replay(start.value, [move, answer.defence]);
    return [{ position: makePosition(left), given: [], step: answer.step, nodes: 1 }];
  }),
];
const TERMS = 'forms -size=4x4 -nag=1d -forfeit=2d';

/** A day on which people write, admins type, mail systems report, and the server is started again. */
export interface BusyDay {
  /** Some people have accounts and boards. */
  begin(): Promise<void>;
  /** One more thing happens, and the server does not look yet. */
  act(): Promise<void>;
  /** One more thing happens; the server may be busy with it afterwards, or not have begun. */
  next(): Promise<void>;
}

/** What is kept of what no mailbox has. */
export interface Keeping {
  /** A letter of the pipe, within its transaction. */
  piped(raw: Uint8Array, id: number, at: number): void;
  /** A copy is made at once. */
  copy(): void;
}

/** @param only what comes by the mailbox, and a server that is never away */
export function busyDay(desk: Desk, dice: Dice, keeping: Keeping, only?: 'mailbox'): BusyDay {
  let piped = 10_000;
  const any = <T>(list: readonly T[]): T => list[dice.upTo(list.length) - 1] as T;
  const aGuest = (): string => `guest-${dice.upTo(4)}@z1.test`;
  const lastOf = (to: string, subject = /./): Sent | undefined =>
    desk.sent.findLast((each) => each.to === to && subject.test(each.subject));

  const pipe = (draft: Draft): void => {
    desk.time.now += 1_000;
    takePiped(desk.shell, writeLetter(draft, ++piped), ({ id, raw }, now) =>
      keeping.piped(raw, id, now),
    );
  };
  /** By the mailbox, or by the pipe. */
  const send = (draft: Draft): void =>
    only === undefined && dice.upTo(4) === 1 ? pipe(draft) : desk.put(draft);
  const type = (line: string, text = ''): void => {
    desk.time.now += 1_000;
    const order = readTyped(line.split(' '));
    if (!order.ok) throw new Error(`${line} is no command`);
    // Now and then no server runs.
    if (dice.upTo(3) === 1) desk.reopen();
    actAtTerminal(desk.shell, order.value, text);
    keeping.copy();
  };
  const answerLast = (person: string, text: string, subject?: RegExp): void => {
    const letter = lastOf(person, subject);
    send(letter ? answerTo(letter, text) : { from: person, subject: 'help', text: '' });
  };

  /** A ply by whoever is to move on a board, in answer to its newest letter. */
  const move = (words = ''): boolean => {
    const { db } = desk.shell;
    const match = any(playerIds(db).flatMap((id) => activeMatches(db, id)));
    if (!match) return false;
    const game = gameOf(match.rules);
    const ply = game.makeMove(any(game.legalMoves(match.position)), match.position);
    const player = playerById(db, match[match.position.turn].id);
    if (!player) return false;
    answerLast(player.address, `${ply}${words}`, new RegExp(`Board ${match.board} `));
    return true;
  };

  type Act = () => unknown;
  /** What the mailbox knows nothing of. */
  const unseen: readonly Act[] = [
    () => {
      const [one, other] = dice.some(PEOPLE, 2).map((each) => each.split('@')[0]);
      type(`start ${TERMS.replace('forms', `forms ${one} ${other}`)}`);
    },
    () =>
      type(
        any(['suspend emil noise', 'restore emil', 'end 1 draw', 'undo 2', 'broadcast']),
        'All is well.',
      ),
    () => {
      const { time, random } = desk.shell;
      const file = join(desk.folder, 'turnpost.sqlite.secret');
      return rotate(desk.shell.db, file, { time, random }, async () => {
        keeping.copy();
        return undefined;
      });
    },
    // A match was searched for a puzzle, and one was found or none.
    () => {
      if (dice.upTo(4) === 1) transact(desk.shell.db, () => noteSearch(desk.shell, any(FOUND)));
    },
    // The server is away, and letters wait.
    () => {
      desk.time.now += dice.upTo(300) * oneMinuteMs;
      if (noteAbsence(desk.shell)) keeping.copy();
    },
  ];
  const acts: readonly Act[] = [
    ...(only === undefined ? unseen : []),
    () => void move(),
    () => void move('\nGood luck!'),
    () => void move(),
    () => {
      // Several at once, read together.
      for (let count = dice.upTo(4); count > 0; count--) move();
    },
    () => {
      const person = any(PEOPLE);
      send({ from: person, subject: `signup ${person.split('@')[0]}`, text: '' });
    },
    () => answerLast(any(PEOPLE), 'yes', /yes|confirm|question/i),
    () => answerLast(any(PEOPLE), 'yes'),
    () => {
      const [one, other] = dice.some(PEOPLE, 2) as [string, string];
      answerLast(one, `challenge ${other.split('@')[0]} ${TERMS}`);
    },
    () => answerLast(any(PEOPLE), `challenge open ${TERMS} -first=random`),
    () => answerLast(any(PEOPLE), `play forms -size=4x4 -level=${dice.upTo(4)}`),
    () => answerLast(any(PEOPLE), 'accept', /challenge/i),
    () => answerLast(any(PEOPLE), 'accept'),
    () => answerLast(any(PEOPLE), any(['draw', 'undo', 'resign', 'no', 'games', 'e9e9', 'hello'])),
    () =>
      answerLast(any(PEOPLE), any(['tokens new', 'vacation 2d', 'set notify daily', 'limit off'])),
    () => answerLast(any(PEOPLE), any(['puzzle', 'puzzle', 'puzzle forms', 'set puzzle daily'])),
    () => answerLast(any(PEOPLE), any(['puzzle minefield', 'hint', 'give up']), /puzzle/),
    () => {
      const person = any(PEOPLE);
      const player = playerByUserid(desk.shell.db, person.split('@')[0] ?? '');
      const attempt = player && openAttempt(desk.shell.db, player.id);
      const step = attempt && stepAfter(attempt.puzzle, attempt.moves);
      if (step) answerLast(person, any(Object.keys({ ...step.wins, ...step.fails })), /puzzle/);
    },
    () => answerLast(any(PEOPLE), `address add second-${dice.upTo(9)}@y.test`),
    () => answerLast(`second-${dice.upTo(9)}@y.test`, 'yes'),
    () => answerLast(any(PEOPLE), 'password sesame123'),
    () =>
      send({
        from: 'far@away.test',
        subject: `forms games ${any(PEOPLE).split('@')[0]} sesame123`,
        text: '',
      }),
    () =>
      send({
        from: any(PEOPLE),
        subject: any(['games', 'resign 1', 'standings', 'help']),
        text: '',
      }),
    () =>
      send({
        from: `stranger-${dice.upTo(50)}@z${dice.upTo(5)}.test`,
        subject: 'Hello',
        text: 'Who is this?',
      }),
    () =>
      send({
        from: `new-${dice.upTo(50)}@z${dice.upTo(5)}.test`,
        subject: `signup n${dice.upTo(90)}`,
        text: '',
      }),
    () => send({ from: aGuest(), subject: any(['play', 'play minefield']), text: '' }),
    () => answerLast(aGuest(), any(['b1xa1', 'c3', 'b1', 'yes', 'no', 'b1xa1\nname zoe'])),
    () => answerLast(any(PEOPLE), any(['b1xa1', 'b1xc1']), /welcome/),
    () => {
      const again = [...desk.box.values()].at(-dice.upTo(5));
      if (!again) return;
      desk.box.set(desk.box.size + 1, again);
      desk.arrived.set(desk.box.size, desk.time.now);
    },
    () => desk.reopen(),
    () => letPass(desk, dice.upTo(9) * oneHourMs),
  ];

  return {
    async begin() {
      for (const line of ['b1xa1\nname gwen', 'b1']) {
        const from = aGuest();
        await desk.post({ from, subject: 'play', text: '' });
        await desk.answer(from, line);
      }
      for (const person of PEOPLE) {
        await desk.post({ from: person, subject: `signup ${person.split('@')[0]}`, text: '' });
        await desk.answer(person, 'yes');
      }
      for (const [one, other] of [
        ['ann', 'ben'],
        ['cleo', 'ann'],
        ['dora', 'emil'],
      ]) {
        type(`start forms ${one} ${other} -size=6x6 -nag=1d -forfeit=3d`);
      }
      const cleo = PEOPLE.find((person) => person.startsWith('cleo@')) ?? '';
      await desk.answer(cleo, 'play forms -size=6x6 -level=3 -nag=1d -forfeit=3d');
      await desk.round();
    },
    async act() {
      await any(acts)();
    },
    async next() {
      await any(acts)();
      // Now and then more comes before the server looks.
      if (dice.upTo(4) > 1) await desk.round();
    },
  };
}
