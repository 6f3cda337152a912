import { commandsIn } from '../../command/meant/meanings.ts';
import { defaultNumbersOf } from '../../command/meant/scene.ts';
import { HELP_INVITE, invitationIn, wishesIn, withTermsBelow } from '../../command/meant/wishes.ts';
import type { Offered } from '../../command/shape/move-choices.ts';
import type { LetterContext, LetterPuzzle } from '../../command/shape/types.ts';
import { readLine } from '../../command/text/line.ts';
import {
  askIfRepeated,
  type ParsedLetter,
  readBelow,
  readFresh,
  readReply,
  type Text,
} from '../../command/text/read.ts';
import { isSigned, languageOf, NO_CONTEXT } from '../../command/text/subject.ts';
import { startPosition } from '../../engine/puzzle/puzzle.ts';
import { gameOf } from '../../engine/registry.ts';
import { letterLimits, oneMebibyte } from '../../limits.ts';
import { automaticReason, RELAYED } from '../../mail/automatic.ts';
import type { Letter } from '../../mail/letter.ts';
import type { Seal } from '../../mail/part.ts';
import { fingerprint, tokenText } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import { colourOf, type Match } from '../../match/types.ts';
import { addressKey } from '../../player/address.ts';
import { isProven, type Proof } from '../../player/proof.ts';
import type { Result } from '../../result.ts';
import { say } from '../../sentence.ts';
import {
  duplicateOf,
  type End,
  finishLetter,
  type Likeness,
  type StoredLetter,
} from '../../store/letters/inbox.ts';
import { playerById, playerByUserid } from '../../store/people/players.ts';
import { matchOf } from '../../store/play/matches.ts';
import { attemptOf } from '../../store/puzzle/puzzles.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { answerOneLine, answerOutdated } from '../do/answer.ts';
import { carryOut, IGNORED_STRANGER } from '../do/carry-out.ts';
import { answerQuestion, countUnproven, typesCommand } from '../do/confirm.ts';
import { asPlayer, isStranger, lineQueries, type Sender } from '../do/sender.ts';
import { liftSuspensionOf } from '../due/reachable.ts';
import { type Shell, shellFor } from '../shell/shell.ts';
import type { OpenedLetter, ParseFailure } from '../thread/parser.ts';
import { offeredIn, whatWasAnswered } from './answered-letter.ts';
import { takeReturned } from './bounces.ts';
import { answerFirst } from './first-answer.ts';
import { type Incoming, incoming } from './incoming.ts';
import { answerInvitee, introduce } from './introduce.ts';
import { answerInvited, helpPageOf } from './invitation-answer.ts';
import { isOwned, notifyTokenOwner, tellUnread } from './unread.ts';

/** A stored letter and its parse result. */
export interface Parsed {
  readonly id: number;
  readonly stored: StoredLetter;
  readonly opened: Result<OpenedLetter, ParseFailure>;
}

/** Decides a letter and gives it its terminal state. Call within a transaction. */
export function conclude(baseShell: Shell, { id, stored, opened }: Parsed): End {
  // The clock stands at the letter's arrival; random numbers are derived from its hash.
  const shell = shellFor(baseShell, stored);
  const { db, address: serverAddress, secrets, crash } = shell;
  const letter = opened.ok ? opened.value.letter : undefined;
  const likeness: Likeness = {
    fingerprint: letter && fingerprint(letter),
    token: letter && tokenText(letter, serverAddress, secrets),
  };
  const first = duplicateOf(db, id, stored.hash, likeness);
  const end: End =
    first !== undefined
      ? { state: 'ignored', reason: `the same as ${first}` }
      : opened.ok
        ? (takeReturned(shell, stored.raw, opened.value.letter) ??
          screenAndCarryOut(shell, id, opened.value.letter, stored))
        : { state: 'put-aside', reason: stored.fullBytes === undefined ? opened.error : TOO_LARGE };
  // A letter that may be read again is not packed; neither is one that packing would not shrink.
  const packed = opened.ok && end.state !== 'put-aside' ? opened.value.packed : undefined;
  const small = packed?.packed === 1 ? packed : undefined;
  const sender = letter?.sender.ok ? addressKey(letter.sender.value) : undefined;
  const senderKey = end.senderKey ?? sender;
  const known = { ...likeness, senderKey, sameAs: first };
  finishLetter(db, id, { ...end, ...known }, baseShell.time.now(), small);
  // On a busy machine, parsing of valid letters times out, too; no mail program makes the other failures.
  const mayBeValid = !opened.ok && opened.error === 'reading took too long';
  if (mayBeValid && first === undefined) tellUnread(shell, id, stored);
  if (first === undefined) notifyTokenOwner(shell, id, stored, end.reason, letter);
  crash.reach('read: concluded');
  return end;
}

function screenAndCarryOut(
  shell: Shell,
  inboxId: number,
  letter: Letter,
  stored: StoredLetter,
): End {
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const it = incoming(shell, inboxId, letter, letter.sender.value, stored);
  for (const stage of STAGES) {
    const end = stage(it);
    if (end) return end;
  }
  return carryOutLines(it);
}

/** A stage of screening: ends the letter, or returns undefined for the next stage. */
type Stage = (it: Incoming) => End | undefined;

/** A relayed letter with a token comes from a person. */
const ignoreMachine: Stage = ({ shell, letter, address, sendersToken }) => {
  const reason = automaticReason(letter, address, shell.address);
  const isPerson = reason === undefined || (reason === RELAYED && sendersToken);
  return isPerson ? undefined : { state: 'ignored', reason };
};

/** DMARC failed, and no token makes up for it. */
const FORGED: End = { state: 'ignored', reason: 'dmarc=fail' };

const ignoreForged: Stage = ({ proof, valid }) =>
  proof.kind === 'forged' && !valid ? FORGED : undefined;

const liftItsSuspension: Stage = ({ shell, from, address }) => {
  const mayBounce = from.owner?.bounces ?? true;
  if (!isStranger(from) && mayBounce) liftSuspensionOf(shell, address);
  return undefined;
};

const TOO_LARGE = 'too large';

/** Only the header is known: a player is notified, a stranger is not. */
const refuseTooLarge: Stage = ({ shell, sender, stored }) => {
  if (stored.fullBytes === undefined) return undefined;
  const mebibytes = letterLimits.bytes / oneMebibyte;
  if (sender.player) answerOneLine(shell, sender, say('too-large', { mebibytes }));
  return { state: 'put-aside', reason: TOO_LARGE };
};

/** A sender without an account may answer a letter of another server, and is read as new. */
const refuseUnclearToken: Stage = ({ shell, answered, from, sender }) => {
  if (answered.ok || (answered.error === 'other-server' && isStranger(from))) return undefined;
  return isStranger(sender)
    ? { state: 'ignored', reason: answered.error }
    : answerOneLine(shell, sender, say(answered.error));
};

/** Takes the answer to a question; a command in it goes on to the last stage. */
const takeYesNo: Stage = (it) => {
  const { shell, letter, from, sender, token, status, valid, words } = it;
  if (token?.purpose !== 'held' || sender.trialPurpose) return undefined;
  if (typesCommand(shell, from, token, letter.lines, words)) return undefined;
  if (status !== 'counts') return answerOneLine(shell, sender, say('confirm-too-late'));
  if (letter.sealed && valid) {
    const reply = { purpose: 'held', number: token.number } as const;
    return answerOneLine(shell, sender, say(`sealed-${letter.sealed}`), reply);
  }
  const end = answerQuestion(shell, sender, token.number, letter.lines, words);
  return end === IGNORED_STRANGER ? asStranger(it, from) : end;
};

const takeInvitation: Stage = (it) =>
  it.valid?.purpose === 'invitation' ? (answerInvited(it, it.valid.number) ?? FORGED) : undefined;

/** Answers a reply to an outdated letter with the current state. */
const showCurrent: Stage = ({ shell, sender, sendersToken, status }) =>
  sendersToken && status && status !== 'counts'
    ? answerOutdated(shell, sender, sendersToken, status)
    : undefined;

/** In order: each stage relies on those before it. */
const STAGES: readonly Stage[] = [
  ignoreMachine,
  ignoreForged,
  liftItsSuspension,
  refuseTooLarge,
  refuseUnclearToken,
  answerFirst,
  takeYesNo,
  takeInvitation,
  showCurrent,
];

/** The last stage: reads the lines of a letter and carries them out. */
function carryOutLines(it: Incoming): End {
  const { shell, letter, from, sender, sendersToken, proof: letterProof } = it;
  const around = {
    ...lineQueries(shell),
    // Numbers that may be left out.
    defaultNumbers: from.player
      ? defaultNumbersOf(from.player, queriesOf(shell.db, shell.time.now()))
      : {},
    writer: isProven(letterProof.kind) ? from.player?.userid : undefined,
  };
  const offered =
    sendersToken?.offer === undefined ? undefined : offeredIn(shell, letter, sendersToken);
  const letterContext = {
    ...letterContextOf(shell, sendersToken, offered),
    ...(sendersToken && whatWasAnswered(shell, letter, sendersToken)),
    ...around,
  };
  // The board went only to the asked address: a sign-up in reply to it needs no further confirmation.
  const isAsked =
    sender.trialPurpose && !from.player && !from.admin && letterProof.kind !== 'forged';
  const proof: Proof = isAsked ? { kind: 'confirmed' } : letterProof;
  const orders = ordersIn(it, letterContext, around, isProven(proof.kind));
  const { lines, others } = byWriter(shell, from, orders.lines);
  let end: End | undefined;
  for (const [playerId, theirs] of others) {
    const player = playerById(shell.db, playerId);
    if (!player) continue;
    const named = asPlayer(from, player);
    const context = { ...NO_CONTEXT, ...around };
    end = carryOut(shell, named, { ...orders, lines: theirs }, context, { kind: 'none' });
    countUnproven(shell, named);
  }
  if (end && lines.length === 0) return end;
  const page = isStranger(sender) ? helpPageOf(shell, sender, lines) : undefined;
  const invited = page && answerInvitee(shell, sender, page);
  if (invited) return invited;
  const all = isStranger(sender) ? withInvitation(it, lines) : lines;
  end = carryOut(shell, sender, { ...orders, lines: all }, letterContext, proof);
  if (!isProven(proof.kind)) countUnproven(shell, from);
  return end === IGNORED_STRANGER ? asStranger(it, sender) : end;
}

/** Parses the lines of a letter as a reply or as a new letter. */
function ordersIn(
  { shell, letter, sendersToken, words }: Incoming,
  letterContext: LetterContext,
  around: Omit<LetterContext, keyof typeof NO_CONTEXT>,
  isProven: boolean,
): ParsedLetter {
  const isReply = sendersToken && !isSigned(letter.subject, words, { ...NO_CONTEXT, ...around });
  // Text below a quotation is read only in a reply.
  const written = isReply || !letter.below ? letter.lines : [];
  const subject = isReply
    ? letter.subject
    : withTermsBelow(letter.subject, written, shell.meanings, words);
  const text = { subject, lines: written };
  const readAnswer = letter.below ? readBelow : readReply;
  const read = isReply ? readAnswer(text, letterContext, words) : readFresh(text, words, around);
  const orders = isReply ? askIfRepeated(read, text, letter.theirWords ?? '', words) : read;
  return {
    ...encryptedNotice(orders, letter.sealed),
    ...(letter.laterLines !== undefined && { laterLines: letter.laterLines }),
    writtenIn: isProven ? languageOfCommands(shell, text, letterContext) : undefined,
  };
}

/**
 * A stranger's sign-up, and the invitation that the words beside it ask for: "and invite Tom,
 * tom@home.example".
 */
function withInvitation(
  { letter, shell, words }: Incoming,
  lines: ParsedLetter['lines'],
): ParsedLetter['lines'] {
  if (!lines.some(isSignUp)) return lines;
  const { meanings } = shell;
  // Another address on the line of the sign-up is the writer's own.
  const beside = letter.lines.filter((line) => !isSignUp(readLine(line, NO_CONTEXT, words)));
  const written = beside.find((line) => line.includes('@')) ?? '';
  const isComplete = lines.some(isInvitation) && wishesIn(written, meanings).rules;
  if (isComplete || !commandsIn(beside.join('\n'), meanings).includes(HELP_INVITE)) return lines;
  const text = invitationIn(beside.join('\n'), meanings);
  const line = text === undefined ? undefined : readLine(text, NO_CONTEXT);
  // In the place of an invitation that stands there without its game.
  return line?.kind === 'command' ? [...lines.filter((each) => !isInvitation(each)), line] : lines;
}

const isNamed = (name: string) => (line: ReturnType<typeof readLine>) =>
  line.kind !== 'prose' && line.command?.name === name;
const isSignUp = isNamed('signup');
const isInvitation = isNamed('invite');

/**
 * Groups the lines of a letter by writer. A line of the classic server, and the lines below it, belong to the
 * player whom it names.
 */
function byWriter({ db }: Shell, { player }: Sender, lines: ParsedLetter['lines']) {
  const ownLines: ParsedLetter['lines'][number][] = [];
  const others = new Map<number, ParsedLetter['lines'][number][]>();
  let theirs = ownLines;
  for (const line of lines) {
    const named = line.writer === undefined ? undefined : playerByUserid(db, line.writer);
    if (named) {
      theirs = named.id === player?.id ? ownLines : (others.get(named.id) ?? []);
      if (theirs !== ownLines) others.set(named.id, theirs);
    }
    theirs.push(line);
  }
  return { lines: ownLines, others };
}

/** The language of the first command of a letter; undefined if the command is in the server's own words. */
function languageOfCommands(
  { tellingWords }: Shell,
  { subject, lines }: Text,
  letterContext: LetterContext,
) {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if ([subject, first].some((line) => readLine(line, NO_CONTEXT).kind !== 'prose'))
    return undefined;
  // A move made of words shows no language.
  if (readLine(first, letterContext).kind === 'command') return undefined;
  return languageOf({ subject, lines: [first], contentLanguage: [] }, tellingWords);
}

/** Answers a letter as a stranger's; ignored if its token belongs to somebody else. */
const asStranger = (it: Incoming, sender: Sender): End =>
  it.token && isOwned(it.shell, it.token)
    ? { state: 'ignored', reason: 'another address' }
    : introduce(it, sender);

function letterContextOf(
  shell: Shell,
  token: Token | undefined,
  offered: Offered | undefined,
): LetterContext {
  // The token of a first board asks for a move.
  const purpose = token?.purpose;
  const asked = token?.asks === 'first' ? undefined : token?.asks;
  const offer = offered && offered.state !== 'typed' ? 'offer' : undefined;
  return {
    // The token of a question or a puzzle has no board number.
    number: purpose === 'held' || purpose === 'puzzle' ? undefined : token?.number || undefined,
    puzzle: token && purpose === 'puzzle' ? puzzleAt(shell, token) : undefined,
    revision: purpose === 'board' ? token?.revision : undefined,
    asks: offer ?? asked ?? (token && isOpenChallenge(shell, token) ? 'challenge' : undefined),
    offered,
    ...(token &&
      purpose === 'board' && {
        agreement: () => agreementAt(shell, token),
        playable: (text: string) => playableAt(shell, token, text),
        countsMoves: (number: number) => countsMoves(shell, token, number),
      }),
  };
}

/** The move that a yes to the board with this token means, where the sides settle its result. */
function agreementAt({ db }: Shell, token: Token): string | undefined {
  const match = shownMatch(db, token);
  if (!match) return undefined;
  const game = gameOf(match.rules);
  const move = game.agreement?.(match.position);
  return move && game.makeMove(move, match.position);
}

/** The legal move that a text is on the board with this token, as the letter showed it. */
function playableAt({ db }: Shell, token: Token, text: string): string | undefined {
  const match = shownMatch(db, token);
  if (!match) return undefined;
  const game = gameOf(match.rules);
  const move = game.parseMove(match.position, text);
  return move.ok ? game.makeMove(move.value, match.position) : undefined;
}

/** Whether a number is about that of the next move on the board with this token, and of nothing else that is the player's. */
function countsMoves({ db, time }: Shell, token: Token, number: number): boolean {
  const other = matchOf(db, number);
  const isBoard = other !== undefined && colourOf(other, token.player) !== undefined;
  const isOpen = queriesOf(db, time.now()).challenge(number)?.state === 'open';
  return !isBoard && !isOpen && number <= (shownMatch(db, token)?.moves.length ?? 0) + 2;
}

/** The running match of a token, if it has not changed since. */
function shownMatch(db: Shell['db'], { number, revision }: Token): Match | undefined {
  const match = matchOf(db, number);
  return match?.revision === revision && !match.outcome ? match : undefined;
}

function puzzleAt({ db }: Shell, { player, number, revision }: Token): LetterPuzzle {
  const attempt = attemptOf(db, player, number);
  const game = attempt && gameOf(startPosition(attempt.puzzle).rules);
  return { number, revision, game };
}

/** Whether the letter with this token offered its reader a challenge that is still open. */
function isOpenChallenge({ db, time }: Shell, { purpose, number, player }: Token): boolean {
  if (purpose !== 'account' || number === 0) return false;
  const challenge = queriesOf(db, time.now()).challenge(number);
  return challenge?.state === 'open' && challenge.challenged?.id === player;
}

/** Replaces the orders by the reason why the letter cannot be read, unless its subject has a command. */
const encryptedNotice = (orders: ParsedLetter, seal: Seal | undefined): ParsedLetter =>
  seal && orders.lines.every(({ kind }) => kind === 'trouble')
    ? { ...orders, lines: [{ kind: 'trouble', command: undefined, why: say(`sealed-${seal}`) }] }
    : orders;
