import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readLine } from '../../command/text/line.ts';
import { NOWHERE } from '../../command/text/subject.ts';
import { rawHash } from '../../mail/fingerprint.ts';
import type { Secrets } from '../../mail/token.ts';
import { readAttemptsMax } from '../../server-limits.ts';
import { transact } from '../../store/file/database.ts';
import { stateOf, waitAgain } from '../../store/letters/again.ts';
import { storedLetter, storePiped } from '../../store/letters/inbox.ts';
import { playerById } from '../../store/people/players.ts';
import { nextAnalysis } from '../../store/play/analyses.ts';
import { beat, putDowntime } from '../../store/play/downtimes.ts';
import { putEra } from '../../store/play/eras.ts';
import { matchOf, revisionOf } from '../../store/play/matches.ts';
import { robotTurnOf } from '../../store/play/robot-turns.ts';
import { zoneOf } from '../../store/play/turn-clocks.ts';
import { archiveFiles, importArchive } from '../archive/import-archive.ts';
import { sendKept } from '../do/kept-answers.ts';
import { answerWaiting } from '../do/strangers.ts';
import { finish } from '../due/analyse.ts';
import { sendPuzzle } from '../due/daily-puzzle.ts';
import { expire } from '../due/expire.ts';
import { forfeit } from '../due/forfeit.ts';
import { putRight } from '../due/heartbeat.ts';
import { noteSearch } from '../due/make-puzzles.ts';
import { sendMorning } from '../due/morning.ts';
import { askPlus } from '../due/probe.ts';
import { reportToAdmins } from '../due/report.ts';
import { playTurn } from '../due/robot.ts';
import { liftOldSuspensions } from '../due/suspend.ts';
import { giveUp } from '../in/give-up.ts';
import { actAtTerminal } from '../process/at-terminal.ts';
import type { Entry, Written } from '../shell/journal.ts';
import { unseal } from '../shell/seal.ts';
import { allSecrets, writeSecrets } from '../shell/secret.ts';
import type { Found } from './found.ts';
import { putFound, readAgain } from './letter-again.ts';
import { type Life, renewSecrets } from './life.ts';

type Of<Is extends Entry['is']> = Extract<Written, { readonly is: Is }>;

/** Takes the letter with these bytes, the first of several; undefined where there is none. */
export type Take = (hash: string) => Found | undefined;

/** Does once more what an entry of the journal tells, at its time. */
export async function actAgain(life: Life, entry: Written, take: Take): Promise<void> {
  const { account } = life;
  switch (entry.is) {
    case 'read':
      return readEntry(life, entry, take);
    case 'given-up':
      return giveUpEntry(life, entry, take);
    case 'pipe':
      return pipeEntry(life, entry);
    case 'start':
      return startEntry(life, entry);
    case 'secret':
      return secretEntry(life, entry);
    case 'typed':
      account.acts++;
      return typedEntry(life, entry);
    case 'import':
      account.acts++;
      return importEntry(life, entry);
    default:
      account.dues++;
      return dueEntry(life, entry);
  }
}

async function readEntry(life: Life, entry: Of<'read'>, take: Take): Promise<void> {
  const { account, heard } = life;
  const { id, at } = entry;
  if (!isStored(life, entry, take)) {
    account.gone.push({ id, at });
    for (const board of Object.keys(entry.boards)) account.differ.set(Number(board), 'gone');
    return;
  }
  heard.length = 0;
  await readAgain(life, id, at);
  const now = heard.find((each) => each.is === 'read');
  const boards = now?.boards ?? {};
  const seen = new Set([...Object.keys(boards), ...Object.keys(entry.boards)]);
  for (const board of seen) {
    if (boards[board] !== entry.boards[board]) account.differ.set(Number(board), 'other');
  }
  const state = now?.state ?? 'not read';
  if (state !== entry.state)
    account.failed.push(`letter ${id}: ${state}, and before ${entry.state}`);
}

/** Whether the letter of an entry waits in its row by now. */
function isStored(
  life: Life,
  { id, hash, came, at }: Of<'read' | 'given-up'>,
  take: Take,
): boolean {
  const { shell, account } = life;
  const { db } = shell;
  const state = stateOf(db, id);
  if (state === 'stored') return true;
  if (state !== undefined) {
    // It was put aside, and somebody has let it be read once more.
    transact(db, () => waitAgain(db, id));
    return true;
  }
  const letter = take(hash);
  if (!letter) return false;
  putFound(life, letter, { id, came, at });
  account.letters++;
  return true;
}

async function giveUpEntry(life: Life, entry: Of<'given-up'>, take: Take): Promise<void> {
  const { shell, account } = life;
  const { id, at } = entry;
  const stored = isStored(life, entry, take) ? storedLetter(shell.db, id) : undefined;
  if (stored) await giveUp(shell, id, { ...stored, attempts: readAttemptsMax });
  else account.gone.push({ id, at });
}

async function pipeEntry(life: Life, { id, raw, at }: Of<'pipe'>): Promise<void> {
  const { shell, account } = life;
  const { db } = shell;
  const bytes = unseal(raw, sealersOf(life));
  if (!bytes) {
    account.failed.push(`letter ${id} of the pipe cannot be opened with this secret`);
    return;
  }
  transact(db, () => storePiped(db, bytes, rawHash(bytes), at, id));
  account.piped++;
}

async function startEntry(life: Life, { era, at }: Of<'start'>): Promise<void> {
  const { db } = life.shell;
  transact(db, () => putEra(db, era, at));
  renewSecrets(life, at);
}

/** With which the journal may be sealed: also with one that no server has worked with yet. */
const sealersOf = ({ shell, secretFile }: Life): Secrets =>
  secretFile === undefined ? shell.secrets : allSecrets(secretFile, shell.time);

async function secretEntry(life: Life, { sealed }: Of<'secret'>): Promise<void> {
  const { secretFile, account } = life;
  const text = unseal(sealed, sealersOf(life));
  if (text && secretFile !== undefined)
    writeSecrets(secretFile, Buffer.from(text).toString('utf8'));
  else account.failed.push('a new secret cannot be opened with this one');
}

async function typedEntry(life: Life, entry: Of<'typed'>): Promise<void> {
  const { id, line, text, era, at } = entry;
  if (era !== undefined) renewSecrets(life, at);
  const { shell, account } = life;
  const order = readLine(line, NOWHERE);
  const before = { id, era };
  const acted =
    order.kind === 'command' && order.audience !== 'player'
      ? actAtTerminal(shell, order, { text, alone: false, before })
      : undefined;
  if (!acted?.ok) account.failed.push(`an act at the terminal was refused: ${line}`);
}

async function importEntry({ shell, account }: Life, { files, at }: Of<'import'>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpost-import-'));
  try {
    for (const [name, packed] of Object.entries(files)) {
      writeFileSync(join(folder, name), gunzipSync(Buffer.from(packed, 'base64')), { mode: 0o600 });
    }
    const imported = importArchive(shell.db, folder, archiveFiles(folder), at);
    if (!imported.ok) account.failed.push('the matches of an archive were refused');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Due = Exclude<
  Written,
  Of<'read' | 'given-up' | 'pipe' | 'start' | 'secret' | 'typed' | 'import'>
>;

async function dueEntry({ shell, account }: Life, entry: Due): Promise<void> {
  const { db } = shell;
  switch (entry.is) {
    case 'asked':
      return answerWaiting(shell);
    case 'kept':
      return sendKept(shell);
    case 'expired':
      expire(shell);
      return;
    case 'lifted':
      return liftOldSuspensions(shell);
    case 'reported':
      return reportToAdmins(shell);
    case 'probe':
      return askPlus(shell, entry.host);
    case 'put-right':
      return putRight(shell, entry.at, entry.at);
    case 'away':
      transact(db, () => {
        putDowntime(db, entry.from, entry.to);
        beat(db, entry.to);
      });
      return;
    case 'morning': {
      const player = playerById(db, entry.player);
      if (player) transact(db, () => sendMorning(shell, player, zoneOf(db, player.id)));
      else account.failed.push(`player ${entry.player} is not there`);
      return;
    }
    case 'puzzle': {
      const player = playerById(db, entry.player);
      if (player) transact(db, () => sendPuzzle(shell, player, zoneOf(db, player.id)));
      else account.failed.push(`player ${entry.player} is not there`);
      return;
    }
    case 'searched':
      if (matchOf(db, entry.board)) {
        transact(db, () => noteSearch(shell, entry.board, entry.puzzle));
      } else account.failed.push(`board ${entry.board} is not there`);
      return;
    case 'forfeit': {
      const match = matchOf(db, entry.board);
      if (match && !match.outcome) {
        transact(db, () => forfeit(shell, match, match[match.position.turn].id));
      } else account.differ.set(entry.board, 'other');
      return;
    }
    case 'robot': {
      const { board, revision, move } = entry;
      if (robotTurnOf(db, board)?.revision === revision) {
        transact(db, () => playTurn(shell, { board, revision }, move));
      } else if (revisionOf(db, board) <= revision) account.differ.set(board, 'other');
      // Else it was played in a gap before.
      return;
    }
    case 'solved': {
      const analysis = nextAnalysis(db);
      if (analysis?.id === entry.id) transact(db, () => finish(shell, analysis, entry.verdict));
      else account.failed.push(`analysis ${entry.id} is not there`);
    }
  }
}
