import { chargedAs } from '../../budget/charge.ts';
import { unclearSection } from '../../command/meant/section.ts';
import { unclearPuzzle } from '../../command/puzzle/puzzle.ts';
import type { CommandContext, Decision, LetterContext } from '../../command/shape/types.ts';
import { type ParseError, type ReadyCommand, readLine } from '../../command/text/line.ts';
import type { ParsedLetter } from '../../command/text/read.ts';
import { NOWHERE } from '../../command/text/subject.ts';
import type { Intent, ReplyPurpose, Section } from '../../intent.ts';
import { dayAt } from '../../match/calendar.ts';
import { isProven, opens, type Proof } from '../../player/proof.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { End } from '../../store/letters/inbox.ts';
import { noteActive } from '../../store/people/activity.ts';
import { playerByAddress, playerById } from '../../store/people/players.ts';
import { isSuspended } from '../../store/people/suspended-players.ts';
import { revisionOf } from '../../store/play/matches.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import type { Shell } from '../shell/shell.ts';
import { answerWith, asLastAnswer, ENOUGH, enoughAnswers, mayAnswer } from './answer.ts';
import { apply } from './apply.ts';
import { sendBoardsAnew, whoseTokensEnd } from './end-tokens.ts';
import { askForYes } from './hold.ts';
import { intendLetter } from './intend.ts';
import { chargedWith, contextOf, isStranger, type Sender, shownAs } from './sender.ts';

/** A command that waits, in our own spelling, and the board that it concerns. */
interface HeldLine {
  readonly text: string;
  readonly board: number | undefined;
}

/** What the commands of one letter have come to so far. */
interface Progress {
  readonly sections: Section[];
  /** Commands that wait for a proof, with everything they were bound to. */
  readonly held: HeldLine[];
  /** Whose boards are sent anew when all is done. */
  readonly renewed: Set<number>;
  /** The boards of the commands that the answered letter does not show as they are. */
  readonly outdated: ReadonlyMap<number, Sentence>;
  /** The writer's words, until a command has taken them along. */
  comment: string;
  done: boolean;
  /** A move was played of a letter that is forged. */
  moved: boolean;
  /** Something is not as it was, so the writer is to hear of it. */
  changed: boolean;
  /** A letter goes to the writer. */
  told: boolean;
  /** Why one does not that was asked for. */
  untold: string | undefined;
  /** The account was closed. */
  left: boolean;
}

/** Somebody without an account has asked for nothing that is meant for such people. */
export const IGNORED_STRANGER: End = { state: 'ignored', reason: 'a stranger' };

/**
 * Carries out the commands of one letter, in order and within its transaction. Commands that change
 * something without a proof are held until the registered address says `yes`; what the others came
 * to is told in one answer, unless a board letter tells it already.
 */
export function carryOut(
  shell: Shell,
  from: Sender,
  orders: ParsedLetter,
  place: LetterContext,
  proof: Proof,
): End {
  const sender = chargedWith(shownAs(from, proof), chargedAs(proof));
  noteActivity(shell, sender);
  const { comment } = orders;
  const progress: Progress = {
    sections: [],
    held: [],
    renewed: new Set(),
    outdated: outdatedBoards(shell, orders, place),
    comment,
    done: false,
    moved: false,
    changed: false,
    told: false,
    untold: undefined,
    left: false,
  };
  for (const each of orders.lines) {
    // Who has signed off in this letter has no more wishes.
    if (progress.left) break;
    // Each command sees what those above it have set.
    const now = asNowSet(shell, sender);
    const line = now.player ? each : toStranger(each);
    if (mayAsk(now, line)) carryOutLine(shell, now, line, place, proof, progress);
  }
  if (proof.kind === 'forged') askAboutWords(shell, sender, place, proof, progress);
  const { sections, held } = progress;
  const waits = held.length > 0 && holdAll(shell, sender, place, progress);
  const { laterLines: lines = 0 } = orders;
  // Words that were lost are told of also where a letter of another kind is the answer.
  if (sections.length > 0 || (lines > 0 && (waits || progress.done))) {
    const { first: _, ...served } = sender;
    const reader = progress.left ? sender : asNowSet(shell, progress.changed ? served : sender);
    const offered = languageToOffer(reader, orders);
    const notes = [
      ...(progress.comment === '' ? [] : [say('comment-not-sent')]),
      ...(orders.unread ? [orders.unread] : []),
      ...(lines > 0 ? [say('unread-part', { lines })] : []),
      ...(offered === undefined ? [] : [say('language-offer', { language: offered })]),
    ];
    if (notes.length > 0) sections.push({ understood: undefined, says: notes });
    const end = waits || progress.done ? 'done' : 'refused';
    // Where nothing came of it, an answer to the answer is one to the letter before.
    const reply = end === 'refused' ? samePlace(sender, place, proof, sections) : undefined;
    const { changed } = progress;
    if (answerWith(shell, reader, sections, { end, changed, reply })) {
      progress.told = true;
      if (offered !== undefined) keepLanguage(shell, reader);
    } else progress.untold ??= ENOUGH;
  }
  sendBoardsAnew(shell, progress.renewed, sender.cause);
  if (waits) return { state: 'held' };
  if (progress.changed) return { state: 'done' };
  if (!progress.told && progress.untold) return enoughAnswers(shell, sender, progress.untold);
  if (progress.done) return { state: 'done' };
  return sections.length > 0 ? { state: 'refused' } : IGNORED_STRANGER;
}

/**
 * The boards of these commands that the answered letter does not show as they are now. A letter that
 * answers none, or one that shows no board, is about what it names.
 */
function outdatedBoards(
  { db }: Shell,
  { lines }: ParsedLetter,
  { shown }: LetterContext,
): ReadonlyMap<number, Sentence> {
  const outdated = new Map<number, Sentence>();
  if (!shown || shown.size === 0) return outdated;
  for (const line of lines) {
    const board = line.kind === 'command' ? line.ready.board : undefined;
    const revision = board === undefined ? undefined : shown.get(board);
    if (board === undefined || revision === revisionOf(db, board)) continue;
    outdated.set(board, say(revision ? 'question-changed' : 'question-unshown', { board }));
  }
  return outdated;
}

/** Words beside a move in a forged letter may be anybody's: like all else in it, they are asked about. */
function askAboutWords(
  shell: Shell,
  sender: Sender,
  place: LetterContext,
  proof: Proof & { readonly kind: 'forged' },
  progress: Progress,
): void {
  if (progress.comment === '' || !progress.moved || progress.held.length > 0) return;
  const line = readLine(`say ${proof.board}`, place);
  if (line.kind === 'command') carryOutLine(shell, sender, line, place, proof, progress);
}

/** A language that a player writes in who has never chosen one, and gets letters in another. */
function languageToOffer(
  { player }: Sender,
  { lines, writtenIn }: ParsedLetter,
): string | undefined {
  if (!player || player.settings?.language !== undefined) return undefined;
  const asks = lines.some(({ kind }) => kind === 'command');
  return asks && writtenIn !== player.language ? writtenIn : undefined;
}

/** Whoever was offered another language has chosen this one, and is not offered any again. */
function keepLanguage(shell: Shell, { player, cause }: Sender): void {
  if (!player) return;
  const { id: playerId, language: value } = player;
  apply(shell, { do: 'put-setting', playerId, name: 'language', value }, cause);
}

/** What may be done in answer to the answer: the same, at the board as it is shown. */
function samePlace(
  { player, first }: Sender,
  { number, revision, asks, puzzle }: LetterContext,
  proof: Proof,
  sections: readonly Section[],
): ReplyPurpose | undefined {
  if (!player || first) return undefined;
  if (puzzle?.revision !== undefined) {
    return { purpose: 'puzzle', number: puzzle.number, revision: puzzle.revision };
  }
  if (number === undefined) {
    // Where a board is shown beside what can be written, the answer still opens the account.
    const isUnclear = sections.some(({ answers }) => answers !== undefined);
    return isUnclear && proof.kind === 'account' ? { purpose: 'account', number: 0 } : undefined;
  }
  const shown = sections.find(({ board }) => board?.board === number)?.board;
  if (revision === undefined || shown?.outcome) return { purpose: 'account', number };
  return { purpose: 'board', number, revision: shown?.revision || revision, asks: offerOf(asks) };
}

const offerOf = (asks: LetterContext['asks']) =>
  asks === 'draw' || asks === 'undo' ? asks : undefined;

/** The sender with what the letter has set so far, so that its answer follows that already. */
function asNowSet({ db }: Shell, sender: Sender): Sender {
  const { player, address } = sender;
  const found = player ? playerById(db, player.id) : playerByAddress(db, address);
  // An address that was only added is answered there once more.
  const now = player || found?.address === address ? found : undefined;
  return now ? { ...sender, player: now } : sender;
}

/** Others are told roughly when a player was here last; a letter that proves nothing tells nothing. */
function noteActivity({ db }: Shell, { player, cause }: Sender): void {
  if (player && isProven(cause.proof)) noteActive(db, player.id, dayAt(cause.charge.at, 'UTC'));
}

/** A line as somebody without an account means it. */
function toStranger(line: ParsedLetter['lines'][number]): ParsedLetter['lines'][number] {
  const other = line.kind === 'command' ? line.ready.toStranger : undefined;
  const read = other === undefined ? undefined : readLine(other, NOWHERE);
  return !read || read.kind === 'prose' ? line : read;
}

/** Strangers are heard only with what is meant for them, and when they mean it. */
function mayAsk(sender: Sender, { kind, command }: ParsedLetter['lines'][number]): boolean {
  if (!isStranger(sender)) return true;
  if (command?.meetsStrangers) return true;
  if (command?.audience !== 'anyone') return false;
  // "Help wanted" is no question of ours; a sign-up that went wrong deserves an answer.
  return kind === 'command' || command.need === 'confirmation';
}

function carryOutLine(
  shell: Shell,
  sender: Sender,
  line: ParsedLetter['lines'][number],
  place: LetterContext,
  proof: Proof,
  progress: Progress,
): void {
  const { sections, held, outdated } = progress;
  if (line.kind === 'trouble') {
    sections.push(explainUnclear(shell, sender, line, place));
    return;
  }
  const { command, ready } = line;
  const run = admit(shell, line, sender);
  if (!run.ok) {
    const barred = run.error;
    // Said once, and not again for every command of the letter.
    if (sections.some(({ says }) => says[0]?.code === barred.code)) return;
    sections.push({ understood: ready.text, says: [barred] });
    return;
  }
  const { board } = ready;
  const about = { board, hasChanged: board !== undefined && outdated.has(board) };
  if (command.need === 'proof-to-read' && !opens(proof, command.need, about)) {
    // An answer to our answer would be forged like this one.
    if (proof.kind === 'forged') held.push({ text: ready.text, board });
    else sections.push({ understood: ready.text, says: [say('proof-to-read')] });
    return;
  }
  const takes = line.takesComment && goesAlong(ready, place);
  if (takes && !ready.wantsText && sender.player?.settings?.comments === 'no')
    progress.comment = '';
  const isForgedMove = proof.kind === 'forged' && command.need === 'move';
  const comment = takes && !isForgedMove ? progress.comment : '';
  const decision = run.value(askingAlong(shell, sender, comment));
  if (decision.refused) {
    sections.push(decision.section);
    return;
  }
  const need = decision.need ?? ready.need ?? command.need;
  if (decision.changes.length > 0 && !opens(proof, need, about)) {
    held.push({ text: decision.exact ?? ready.text, board });
    return;
  }
  // What anybody can ask for in a player's name is counted, so that nobody is flooded with it.
  if (command.need === 'nothing' && decision.letters.length > 0 && !mayAnswer(shell, sender)) {
    sections.push(...asSections(decision.letters, ready.text));
    progress.done = true;
    return;
  }
  const { cause } = command.audience === 'admin' ? chargedWith(sender, 'admin') : sender;
  for (const change of decision.changes) apply(shell, change, cause);
  shell.crash.reach('read: applied');
  progress.changed ||= decision.changes.length > 0;
  progress.told ||= decision.letters.length > 0;
  progress.left = decision.changes.some((change) => change.do === 'sign-off');
  for (const letter of decision.letters) {
    intendLetter(shell, asLastAnswer(shell, sender, letter), cause);
  }
  for (const playerId of whoseTokensEnd(decision.changes)) progress.renewed.add(playerId);
  if (decision.section) sections.push(decision.section);
  progress.done = true;
  if (isForgedMove) progress.moved = true;
  else if (takes) progress.comment = '';
}

/** Boards that somebody wants to see, as parts of an answer: that one can wait for its time. */
const asSections = (letters: readonly Intent[], understood: string): readonly Section[] =>
  letters.flatMap(({ message }) => {
    if (message.kind === 'puzzle') return [{ understood, says: [say('puzzle-later')] }];
    return message.kind === 'show' ? [{ understood, says: [], board: message.facts }] : [];
  });

/** What there is to say of a line that is no order; a player is told what may be meant. */
function explainUnclear(
  shell: Shell,
  sender: Sender,
  trouble: ParseError,
  place: LetterContext,
): Section {
  const { command, why } = trouble;
  const { player } = sender;
  if (!player || isSuspended(shell.db, player.id)) {
    return { understood: command && `${command.name} ...`, says: [why] };
  }
  const along = askingAlong(shell, sender, '');
  if (place.puzzle && !command) return unclearPuzzle(trouble, place.puzzle, { ...along, player });
  const vocabulary = shell.vocabularies(player.language);
  const { meanings } = shell;
  return unclearSection(trouble, { context: { ...along, player }, place, vocabulary, meanings });
}

/** What a command is told of who asks, and in what letter. */
export function askingAlong(shell: Shell, sender: Sender, comment: string): CommandContext {
  const heads = ((shell.random.bytes(1, 'who begins')[0] ?? 0) & 1) === 1;
  return {
    ...contextOf(sender),
    comment,
    queries: queriesOf(shell.db, shell.time.now(), sender.cause.charge.at),
    heads,
    proven: isProven(sender.cause.proof),
    hasAdmin: shell.admins.size > 0,
    vacationDays: shell.vacationDays,
    mistakenFor: shell.mistakenFor,
  };
}

/** The words below an answer to a board belong to that board and no other. */
const goesAlong = ({ board }: ReadyCommand['ready'], { number }: LetterContext): boolean =>
  board === undefined || number === undefined || board === number;

/**
 * Asks the registered address about all held commands at once. The question shows the boards as they
 * are: the yes to it is an answer like any other.
 */
function holdAll(shell: Shell, sender: Sender, place: LetterContext, progress: Progress): boolean {
  const { sections, held, outdated } = progress;
  const lines = held.map(({ text }) => text);
  const boards = held.flatMap(({ board }) => board ?? []);
  const shown = new Map(boards.map((board) => [board, revisionOf(shell.db, board)]));
  const why = boards.flatMap((board) => outdated.get(board) ?? [])[0];
  const refused = askForYes(shell, sender, lines, { ...place, shown }, progress, why);
  if (refused) {
    // Whoever forges sign-ups in somebody's name does not cause a letter for each of them.
    if (isStranger(sender)) {
      progress.untold = refused.code;
      return false;
    }
    sections.push({ understood: undefined, says: [refused] });
    return false;
  }
  progress.comment = '';
  if (sections.length > 0) {
    sections.push({ understood: lines.join(', '), says: [say('held-for-yes')] });
  }
  return true;
}

/**
 * What decides an order of this sender, or why somebody may not use the command at all. No command
 * asks that again: one for players is given a player.
 */
function admit(
  { db }: Shell,
  order: ReadyCommand,
  { player, admin }: Sender,
): Result<(context: CommandContext) => Decision, Sentence> {
  if (order.audience !== 'player') {
    return order.audience === 'admin' && !admin ? err(say('admins-only')) : ok(order.ready.run);
  }
  if (!player) return err(say('no-account'));
  if (isSuspended(db, player.id)) return err(say('suspended'));
  const { run } = order.ready;
  return ok((context) => run({ ...context, player }));
}
