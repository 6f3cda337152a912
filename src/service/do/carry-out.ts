import { chargedAs } from '../../budget/charge.ts';
import { answerToRemark } from '../../command/meant/remark.ts';
import type {
  Change,
  Command,
  CommandContext,
  Decision,
  Effects,
  LetterContext,
} from '../../command/shape/types.ts';
import { type ReadyCommand, readLine } from '../../command/text/line.ts';
import type { ParsedLetter } from '../../command/text/read.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import type { ReplyPurpose, Section } from '../../intent.ts';
import { dayAt } from '../../match/clock.ts';
import { OFFER_KINDS } from '../../match/offer.ts';
import { isEnoughProof, isProven, type Proof } from '../../player/proof.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { End } from '../../store/letters/inbox.ts';
import { noteActive, playerByAddress, playerById } from '../../store/people/players.ts';
import { revisionOf } from '../../store/play/matches.ts';
import type { Shell } from '../shell/shell.ts';
import {
  answerWith,
  askedOn,
  asLastAnswer,
  asSections,
  ENOUGH_ANSWERS,
  leaveUnanswered,
  mayAnswer,
} from './answer.ts';
import { apply } from './apply.ts';
import { holdAndAsk } from './hold.ts';
import { intendLetter, playersWithEndedTokens, sendBoardsAgain } from './intend.ts';
import { chargedWith, commandContext, isStranger, type Sender, withProof } from './sender.ts';
import { isSlight, keepComment, readUnclear, sceneOf } from './unclear.ts';

/** A held command in our own spelling, and its board. */
interface HeldLine {
  readonly text: string;
  readonly board: number | undefined;
  /** Set if the answered letter does not show what it is about. */
  readonly outdated: Sentence | undefined;
}

/** The results of the lines so far. */
interface Results {
  readonly sections: readonly Section[];
  /** Commands that wait for a proof. */
  readonly held: readonly HeldLine[];
  /** Commands carried out, with their changes and letters. */
  readonly done: readonly (Effects & { readonly command: Command })[];
  /** The writer's comment, until a command takes it. */
  readonly comment: string;
}

/** The sender, context and proof of all commands of a letter. */
interface LetterScope {
  readonly shell: Shell;
  readonly sender: Sender;
  readonly letterContext: LetterContext;
  readonly proof: Proof;
  /** The boards of the commands that the answered letter does not show as they are now. */
  readonly outdated: ReadonlyMap<number, Sentence>;
  /** Whether the letter has several commands. */
  readonly hasOtherCommands: boolean;
}

/** The end of a stranger's letter without a command open to strangers. */
export const IGNORED_STRANGER: End = { state: 'ignored', reason: 'a stranger' };

/**
 * Carries out the commands of one letter, in order and within its transaction. Changes without a proof are
 * held until the registered address says `yes`; the other results are sent in one answer, unless a board
 * letter shows them.
 */
export function carryOut(
  shell: Shell,
  from: Sender,
  orders: ParsedLetter,
  letterContext: LetterContext,
  proof: Proof,
): End {
  const sender = chargedWith(withProof(from, proof), chargedAs(proof));
  const { player, owner, cause } = sender;
  const today = dayAt(cause.charge.at, 'UTC');
  // The day of a player's last letter is public; an unproven letter does not count.
  if (player && isProven(proof.kind) && (owner?.activeDay ?? -1) < today) {
    noteActive(shell.db, player.id, today);
  }
  const outdated = outdatedBoards(shell, orders, letterContext);
  const hasOtherCommands = orders.lines.length > 1;
  const scope: LetterScope = { shell, sender, letterContext, proof, outdated, hasOtherCommands };
  const start: Results = { sections: [], held: [], done: [], comment: orders.comment };
  const done = orders.lines.reduce((results, line) => carryOutNext(scope, line, results), start);
  const outcome = proof.kind === 'forged' ? askAboutWords(scope, proof.board, done) : done;
  return conclusion(scope, orders, outcome);
}

/** Asks about held commands, sends the answer, and returns the end of the letter. */
function conclusion(scope: LetterScope, orders: ParsedLetter, outcome: Results): End {
  const { shell, sender } = scope;
  const question = outcome.held.length > 0 ? holdAll(scope, outcome) : undefined;
  const isHeld = question?.isHeld === true;
  const isDone = outcome.done.length > 0;
  const says = [...outcome.sections, ...(question?.sections ?? [])];
  const { laterLines = 0 } = orders;
  const end = isHeld || isDone ? 'done' : 'refused';
  // Unread parts are mentioned even if another letter is the answer.
  const isAnswer = says.length > 0 || (laterLines > 0 && end === 'done');
  const comment = isHeld ? '' : outcome.comment;
  const isAnswered =
    isAnswer && answer(scope, orders, { ...outcome, sections: says, comment }, end);
  sendBoardsAgain(shell, new Set(playersWithEndedTokens(changesIn(outcome))), sender.cause);
  if (isHeld) return { state: 'held' };
  if (changesIn(outcome).length > 0) return { state: 'done' };
  const isTold = isAnswered || outcome.done.some(({ letters }) => letters.length > 0);
  const why = question?.why ?? (isAnswer ? ENOUGH_ANSWERS : undefined);
  if (!isTold && why !== undefined) return leaveUnanswered(shell, sender, why);
  if (isDone) return { state: 'done' };
  return says.length > 0 ? { state: 'refused' } : IGNORED_STRANGER;
}

const changesIn = ({ done }: Results): readonly Change[] => done.flatMap(({ changes }) => changes);

const hasLeft = (outcome: Results): boolean =>
  changesIn(outcome).some((change) => change.do === 'sign-off');

/**
 * Sends the one answer to a letter.
 *
 * @returns whether it is sent, now or later
 */
function answer(
  { shell, sender, letterContext, proof }: LetterScope,
  orders: ParsedLetter,
  outcome: Results,
  end: 'done' | 'refused',
): boolean {
  const { laterLines: lines = 0, unread } = orders;
  const changed = changesIn(outcome).length > 0;
  const { trialPurpose: _, ...served } = sender;
  const reader = changed && !hasLeft(outcome) ? currentSender(shell, served) : sender;
  const language = languageToOffer(reader, orders);
  const { comment } = outcome;
  const keeping = keepComment(shell, sender, letterContext, outcome);
  const notes = [
    ...(keeping || comment === '' || (end === 'done' && isSlight(shell, comment))
      ? []
      : [say('comment-not-sent')]),
    ...(unread ? [unread] : []),
    ...(lines > 0 ? [say('unread-part', { lines })] : []),
    ...(language === undefined ? [] : [say('language-offer', { language })]),
  ];
  const last = notes.length > 0 ? [{ understood: undefined, says: notes }] : [];
  const sections = [...(keeping ?? outcome.sections), ...last];
  // After a refusal, a reply to the answer counts as a reply to the letter before.
  const reply =
    end === 'refused' ? sameReplyPurpose(sender, letterContext, proof, sections) : undefined;
  const isAnswered = answerWith(shell, reader, sections, { end, changed, reply });
  if (isAnswered && language !== undefined) keepLanguage(shell, reader);
  return isAnswered;
}

/**
 * The boards of these commands that the answered letter does not show as they are now; none if it shows no
 * board.
 */
function outdatedBoards(
  { db }: Shell,
  { lines }: ParsedLetter,
  { shownRevisions }: LetterContext,
): ReadonlyMap<number, Sentence> {
  const outdated = new Map<number, Sentence>();
  if (!shownRevisions || shownRevisions.size === 0) return outdated;
  for (const line of lines) {
    const board = line.kind === 'command' ? line.ready.board : undefined;
    const revision = board === undefined ? undefined : shownRevisions.get(board);
    // A challenge that a line above accepts begins at revision 1.
    if (board === undefined || revision === (revisionOf(db, board) || 1)) continue;
    outdated.set(board, say(revision ? 'question-changed' : 'question-unshown', { board }));
  }
  return outdated;
}

/** Holds the comment to a move in a forged letter, which may be anyone's words. */
function askAboutWords(scope: LetterScope, board: number | undefined, outcome: Results): Results {
  const hasMoved = outcome.done.some(({ command }) => command.need === 'move');
  if (outcome.comment === '' || !hasMoved || outcome.held.length > 0) return outcome;
  const line = readLine(`say ${board}`, scope.letterContext);
  return line.kind === 'command' ? carryOutLine(scope, line, outcome) : outcome;
}

/** The language of the letter, if it is not that of the player's letters and the player never chose one. */
function languageToOffer(
  { player }: Sender,
  { lines, writtenIn }: ParsedLetter,
): string | undefined {
  if (!player || player.settings?.language !== undefined) return undefined;
  const asks = lines.some(({ kind }) => kind === 'command');
  return asks && writtenIn !== player.language ? writtenIn : undefined;
}

/** Stores the current language as chosen, so that the offer is not repeated. */
function keepLanguage(shell: Shell, { player, cause }: Sender): void {
  if (!player) return;
  const { id: playerId, language: value } = player;
  apply(shell, { do: 'put-setting', playerId, name: 'language', value }, cause);
}

/** The purpose of a reply to a refusal: as before, with the board as shown. */
function sameReplyPurpose(
  sender: Sender,
  { number, revision, asks, puzzle }: LetterContext,
  proof: Proof,
  sections: readonly Section[],
): ReplyPurpose | undefined {
  if (!sender.player || sender.trialPurpose) return undefined;
  if (puzzle?.revision !== undefined) {
    return { purpose: 'puzzle', number: puzzle.number, revision: puzzle.revision };
  }
  if (number === undefined) {
    // With a board and suggested commands, the reply still opens the account.
    const isUnclear = sections.some(({ answers }) => answers !== undefined);
    return isUnclear && proof.kind === 'account' ? { purpose: 'account', number: 0 } : undefined;
  }
  const shown = sections.find(({ board }) => board?.board === number)?.board;
  if (revision === undefined || shown?.outcome) return { purpose: 'account', number };
  const offer = OFFER_KINDS.find((kind) => kind === asks);
  const asked = shown ? askedOn(shown, sender) : offer;
  return { purpose: 'board', number, revision: shown?.revision || revision, asks: asked };
}

/** The sender after the changes of the letter so far, so that the answer follows new settings. */
function currentSender({ db }: Shell, sender: Sender): Sender {
  const { player, address } = sender;
  const account = player ? playerById(db, player.id) : playerByAddress(db, address);
  // An answer to an address just added still goes there.
  const current = player || account?.address === address ? account : undefined;
  return current ? { ...sender, player: current } : sender;
}

/** A line as read for a sender without an account. */
function asForStranger(line: ParsedLetter['lines'][number]): ParsedLetter['lines'][number] {
  const other = line.kind === 'command' ? line.ready.strangerCommand : undefined;
  const read = other === undefined ? undefined : readLine(other, NO_CONTEXT);
  return !read || read.kind === 'prose' ? line : read;
}

/** Strangers may use only commands open to them, clearly asked for. */
function mayAsk(sender: Sender, { kind, command }: ParsedLetter['lines'][number]): boolean {
  if (!isStranger(sender)) return true;
  if (command?.answersStrangers) return true;
  if (command?.audience !== 'anyone') return false;
  // "Help wanted" is no request; a failed sign-up is answered.
  return kind === 'command' || command.need === 'confirmation';
}

/** Holds a command with those before it, until the address says yes. */
const holdLine = (base: Results, text: string, board?: number, outdated?: Sentence): Results => ({
  ...base,
  held: [...base.held, { text, board, outdated }],
});

/** Carries out the next line, after the changes of those before it. Lines after a `signoff` are ignored. */
function carryOutNext(
  scope: LetterScope,
  written: ParsedLetter['lines'][number],
  outcome: Results,
): Results {
  if (hasLeft(outcome)) return outcome;
  const { shell, sender: before } = scope;
  const sender = changesIn(outcome).length > 0 ? currentSender(shell, before) : before;
  const line = sender.player ? written : asForStranger(written);
  // Commands for players wait with the sign-up above them.
  const waits = isStranger(sender) && outcome.held.some(({ text }) => text.startsWith('signup '));
  if (waits && line.kind === 'command' && line.audience === 'player') {
    return holdLine(outcome, line.ready.text, line.ready.board);
  }
  return mayAsk(sender, line) ? carryOutLine({ ...scope, sender }, line, outcome) : outcome;
}

function carryOutLine(
  scope: LetterScope,
  line: ParsedLetter['lines'][number],
  before: Results,
): Results {
  const { shell, sender, letterContext, proof, outdated, hasOtherCommands } = scope;
  const saying = (base: Results, ...sections: readonly Section[]): Results => ({
    ...base,
    sections: [...base.sections, ...sections],
  });
  if (line.kind === 'trouble') {
    const unclear = readUnclear(shell, sender, line, letterContext);
    const { toRun, sections = [], comment = before.comment } = unclear;
    const said = saying({ ...before, comment }, ...sections);
    return toRun ? carryOutLine(scope, toRun, said) : said;
  }
  const { command, ready } = line;
  const { board, text } = ready;
  const holding = (base: Results, waits = text, why = outdated.get(board ?? 0)) =>
    holdLine(base, waits, board, why);
  const run = admit(line, sender);
  if (!run.ok) {
    const barred = run.error;
    // Said once, not for every command of the letter.
    return before.sections.some(({ says }) => says[0]?.code === barred.code)
      ? before
      : saying(before, { understood: text, says: [barred] });
  }
  const about = { board, hasChanged: board !== undefined && outdated.has(board) };
  if (command.need === 'proof-to-read' && !isEnoughProof(proof, command.need, about)) {
    // A reply to our answer would be forged as well.
    return proof.kind === 'forged'
      ? holding(before)
      : saying(before, { understood: text, says: [say('proof-to-read')] });
  }
  // The words in a reply to a board belong to that board alone.
  const { number = board } = letterContext;
  const takes = line.takesComment && (board === undefined || board === number);
  const wantsNone = takes && !ready.wantsText && sender.player?.settings?.comments === 'no';
  const outcome = wantsNone ? { ...before, comment: '' } : before;
  const isForgedMove = proof.kind === 'forged' && command.need === 'move';
  const comment = takes && !isForgedMove ? outcome.comment : '';
  const isRemark = command.need === 'move' && comment !== '';
  const scene = isRemark ? sceneOf(shell, sender, letterContext) : undefined;
  // Called only for a match against the robot.
  const isAnswered = () => scene !== undefined && answerToRemark(comment, scene) !== undefined;
  const answeredContext = { ...commandContext(shell, sender, comment), isAnswered };
  const decision = run.value({ ...answeredContext, hasOtherCommands });
  if (decision.refused) return saying(outcome, decision.section);
  const { changes = [], letters = [], section } = decision;
  const need = decision.need ?? command.need;
  if (changes.length > 0 && !isEnoughProof(proof, need, about)) {
    const isUnseen = decision.need === 'confirmation' && board !== undefined;
    const asks = isUnseen ? say('question-unshown', { board }) : undefined;
    return holding(outcome, decision.pinnedCommand, asks);
  }
  // Requests open to anyone in a player's name are capped, so that they cannot flood the player.
  if (command.need === 'nothing' && letters.length > 0 && !mayAnswer(shell, sender)) {
    const done = [...outcome.done, { command, changes: [], letters: [] }];
    return saying({ ...outcome, done }, ...asSections(letters, text));
  }
  const { cause } = command.audience === 'admin' ? chargedWith(sender, 'admin') : sender;
  for (const change of changes) apply(shell, change, cause);
  shell.crash.reach('read: applied');
  for (const letter of letters) intendLetter(shell, asLastAnswer(shell, sender, letter), cause);
  const all = [...outcome.done, { command, changes, letters }];
  const after = { ...outcome, done: all, comment: takes && !isForgedMove ? '' : outcome.comment };
  const answer = scene && answerToRemark(comment, scene);
  const said = [section, answer].filter((each) => each !== undefined);
  return said.length > 0 ? saying(after, ...said) : after;
}

/**
 * Asks the registered address about all held commands at once. The question shows the boards as they are now:
 * the yes is bound to them like any reply.
 *
 * @returns whether they are held, the sections of the answer, and why a stranger is not answered
 */
function holdAll(
  { shell, sender, letterContext }: LetterScope,
  { sections, held, comment }: Results,
): { readonly isHeld: boolean; readonly sections: readonly Section[]; readonly why?: string } {
  const lines = held.map(({ text }) => text);
  const boards = held.flatMap(({ board }) => board ?? []);
  const shownRevisions = new Map(boards.map((board) => [board, revisionOf(shell.db, board)]));
  const why = held.flatMap(({ outdated }) => outdated ?? [])[0];
  const context = { ...letterContext, shownRevisions };
  const refused = holdAndAsk(shell, sender, lines, context, { comment }, why);
  if (!refused) {
    const says = [say('held-for-yes')];
    const sectionsOfHeld = sections.length > 0 ? [{ understood: lines.join(', '), says }] : [];
    return { isHeld: true, sections: sectionsOfHeld };
  }
  // Forged sign-ups do not cause a letter each.
  return isStranger(sender)
    ? { isHeld: false, sections: [], why: refused.code }
    : { isHeld: false, sections: [{ understood: undefined, says: [refused] }] };
}

/**
 * The function that decides a sender's command, or why the sender may not use it. Commands rely on this
 * check: one for players is given a player.
 */
function admit(
  order: ReadyCommand,
  { player, admin }: Sender,
): Result<(context: CommandContext) => Decision, Sentence> {
  if (order.audience !== 'player') {
    return order.audience === 'admin' && !admin ? err(say('admins-only')) : ok(order.ready.run);
  }
  if (!player) return err(say('no-account'));
  if (player.suspended) return err(say('suspended'));
  const { run } = order.ready;
  return ok((context) => run({ ...context, player }));
}
