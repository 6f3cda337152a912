import { Session } from 'node:inspector/promises';
import { expect, it } from 'vitest';
import { ALICE, BOB, openBoard, openDesk } from '../support/desk/desk.ts';
import { storedBoard } from '../support/desk/play.ts';
import { countStatements } from '../support/stored/rows.ts';

/**
 * What one move is made of: an answer to a board, from the mailbox until both letters are handed
 * over, in one process, without IMAP, SMTP and threads. It is what a reader has to know of it. These
 * figures are lowered when the code allows it, and never raised. V8 forgets a few functions now and then,
 * so theirs leaves a little room.
 */
const CEILING = { files: 116, functions: 667, statements: 68 };

it('is made of no more files, functions and statements than it was', async () => {
  const desk = openDesk();
  await openBoard(desk, 'forms -size=6x6');
  const offered = (to: string) =>
    /1\)%20(b\dx?[a-f]\d)\b/.exec(String(desk.newest(to).email.html))?.[1] ?? '';
  // The first of each side fills what is kept: prepared statements, templates.
  await desk.answer(ALICE, offered(ALICE));
  await desk.answer(BOB, offered(BOB));
  const move = offered(ALICE);

  const { counts, restore } = countStatements(desk.shell.db);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await desk.answer(ALICE, move);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  restore();
  expect(storedBoard(desk).moves.split(' ')[2]).toBe(move);
  desk.close();

  const entered = result
    .filter(({ url }) => /\/src\/.*\.ts$/.test(url))
    .map(({ functions }) =>
      functions.filter(
        ({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0),
      ),
    )
    .filter((functions) => functions.length > 0);
  const now = {
    files: entered.length,
    functions: entered.flat().length,
    statements: counts.executed,
  };
  console.log(
    `one move: ${now.files} files, ${now.functions} functions, ${now.statements} statements`,
  );
  expect(now.files).toBeLessThanOrEqual(CEILING.files);
  expect(now.functions).toBeLessThanOrEqual(CEILING.functions);
  expect(now.statements).toBeLessThanOrEqual(CEILING.statements);
});
