import { chargedAs } from '../../budget/charge.ts';
import { onlyNumbersOf } from '../../command/meant/scene.ts';
import type { LetterContext, OnlyNumbers, PuzzlePlace } from '../../command/shape/types.ts';
import { readBelow } from '../../command/text/below.ts';
import { readLine } from '../../command/text/line.ts';
import { type ParsedLetter, readFresh, readReply, type Text } from '../../command/text/read.ts';
import { isSigned, languageOf, NOWHERE } from '../../command/text/subject.ts';
import { startPosition } from '../../engine/puzzle/puzzle.ts';
import { gameOf } from '../../engine/registry.ts';
import { letterBytesMax, oneMebibyte } from '../../limits.ts';
import { senderVerdict } from '../../mail/authentication-results.ts';
import { automaticReason, RELAYED } from '../../mail/automatic.ts';
import { valuesOf } from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { fingerprint, linesAboveToken, replyToken, tagsOf, tokenText } from '../../mail/reply.ts';
import type { Token } from '../../mail/token.ts';
import { isProven, type Proof, proofOf } from '../../player/proof.ts';
import { ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import {
  duplicateOf,
  type End,
  finishLetter,
  type Likeness,
  type Stored,
} from '../../store/letters/inbox.ts';
import { authservFound } from '../../store/letters/probes.ts';
import { playerById, playerByUserid } from '../../store/people/players.ts';
import { attemptOf } from '../../store/puzzle/attempts.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { noteDecided } from '../../store/server/values.ts';
import { answerOneLine, answerOutdated } from '../do/answer.ts';
import { carryOut, IGNORED_STRANGER } from '../do/carry-out.ts';
import { answerQuestion, countUnproven, typesCommand } from '../do/confirm.ts';
import { learnEpoch, tokenBelongsTo, tokenStatus } from '../do/reply-token.ts';
import {
  asPlayer,
  chargedWith,
  contextOf,
  isStranger,
  lookUps,
  type Sender,
  type SenderStanding,
  senderOf,
} from '../do/sender.ts';
import { liftSuspensionOf } from '../due/suspend.ts';
import { decisionTime, withClockAt } from '../shell/moment.ts';
import type { Shell } from '../shell/shell.ts';
import type { Opened, ParseFailure } from '../thread/parser.ts';
import { ANY_BOARD, boardsShown } from './answered.ts';
import {
  answerFirst,
  encryptedNotice,
  encryptedReason,
  firstOf,
  introduce,
} from './first-answer.ts';
import { tellUnread } from './give-up.ts';
import { answerInvited } from './invited.ts';
import { takeReturned } from './returned.ts';
import { isOwned, notifyTokenOwner } from './unused.ts';

/** A letter that has been taken apart, as far as that was possible. */
export interface Parsed {
  readonly id: number;
  readonly stored: Stored;
  readonly opened: Result<Opened, ParseFailure>;
}

/** The shell that decides about a letter: at the moment when it came in, by a chance of its own. */
export const decidingShell = (
  shell: Shell,
  { arrivedAt, hash }: Pick<Stored, 'arrivedAt' | 'hash'>,
): Shell => withClockAt(shell, decisionTime(shell, arrivedAt), hash);

/** Decides about a letter and gives it its terminal state, within a transaction. */
export function conclude(working: Shell, { id, stored, opened }: Parsed): End {
  const shell = decidingShell(working, stored);
  const { db, crash } = shell;
  const likeness = opened.ok ? likenessOf(shell, opened.value.letter) : NOTHING_KNOWN;
  const first = duplicateOf(db, id, stored.hash, likeness);
  const end: End =
    first !== undefined
      ? { state: 'ignored', reason: `the same as ${first}` }
      : opened.ok
        ? (takeReturned(shell, stored.raw, opened.value.letter) ??
          answer(shell, id, opened.value.letter, stored))
        : { state: 'put-aside', reason: stored.cutBytes === null ? opened.error : TOO_LARGE };
  // A letter that may be read again stays as it is, and so does one that would not get smaller.
  const packed = opened.ok && end.state !== 'put-aside' ? opened.value.small : undefined;
  const small = packed?.packed === 1 ? packed : undefined;
  finishLetter(db, id, { ...end, ...likeness, sameAs: first }, working.time.now(), small);
  // A busy machine is slow with good letters, too; the other forms no mail program makes.
  const maybeOurs = !opened.ok && opened.error === 'reading took too long';
  if (maybeOurs && first === undefined) tellUnread(shell, id, stored);
  if (first === undefined) {
    notifyTokenOwner(shell, id, stored, end.reason, opened.ok ? opened.value.letter : undefined);
  }
  noteDecided(db, shell.time.now());
  crash.reach('read: concluded');
  return end;
}

const likenessOf = ({ address: own, secrets }: Shell, letter: Letter): Likeness => ({
  fingerprint: fingerprint(letter),
  token: tokenText(letter, own, secrets),
});

/** Of a letter that could not be taken apart. */
const NOTHING_KNOWN: Likeness = { fingerprint: undefined, token: undefined };

/** Screens a letter, finds out who wrote it, and does what it says. */
function answer(
  shell: Shell,
  inboxId: number,
  letter: Letter,
  { cutBytes, arrivedAt }: Stored,
): End {
  const { db, address: own, secrets } = shell;
  if (!letter.sender.ok) return { state: 'put-aside', reason: letter.sender.error };
  const address = letter.sender.value;
  const unknown = senderOf(shell, { inboxId, messageId: letter.messageId, address, arrivedAt });
  // A player has one, whatever language the letter is in.
  const from = unknown.player
    ? unknown
    : {
        ...unknown,
        language: languageIn(shell, letter),
        standing: standingOf(shell, letter, address),
      };
  const answers = replyToken(letter, own, secrets);
  // Who has no account here may have come by a letter of another server.
  const isNew = !answers.ok && answers.error === 'other-server' && isStranger(from);
  const token = isNew ? ok(undefined) : answers;
  const known = token.ok ? tokenFor(shell, token.value, from) : undefined;
  const automatic = automaticReason(letter, address, own);
  // What carries a token comes from a person also by a relay.
  if (automatic !== undefined && !(automatic === RELAYED && known)) {
    return { state: 'ignored', reason: automatic };
  }
  const found = senderVerdict(letter.fields, address, shell.authserv);
  if (known) learnEpoch(db, known);
  const shownBy = known && tokenStatus(db, known) === 'counts' ? known : undefined;
  const shown = proofOf(proofBy(shownBy), found);
  const isForged = shown.kind === 'forged';
  if (isForged && !shownBy) return FORGED;
  if (!isStranger(from)) liftSuspensionOf(shell, address);
  const first = token.ok && firstOf(shell, address, token.value, shownBy);
  const heard = {
    ...chargedWith(from, chargedAs(shown)),
    ...(first && !first.elsewhere && { first: first.reply }),
  };
  if (cutBytes !== null) return tooLarge(shell, heard);
  if (!token.ok) return sayToPlayer(shell, heard, say(token.error));
  const answered = token.value;
  const words = shell.vocabularies(contextOf(from).language);
  const begun = first && answerFirst(shell, heard, first, letter, words, shown);
  if (begun) return begun;
  if (
    answered?.purpose === 'held' &&
    !heard.first &&
    !typesCommand(shell, from, answered, letter.lines, words)
  ) {
    if (tokenStatus(db, answered) !== 'counts')
      return answerOneLine(shell, heard, say('confirm-too-late'));
    if (letter.sealed && shownBy) {
      const reply = { purpose: 'held', number: answered.number } as const;
      return answerOneLine(shell, heard, encryptedReason(letter.sealed), reply);
    }
    const end = answerQuestion(shell, heard, answered.number, letter.lines, words);
    return end === IGNORED_STRANGER ? asStranger(shell, from, letter, answered) : end;
  }
  if (shownBy?.purpose === 'invitation') {
    return answerInvited(shell, from, shownBy.number, letter, shown) ?? FORGED;
  }
  // A token that was made for somebody else opens nothing, whoever carries it here.
  const mine = tokenFor(shell, answered, heard);
  const worth = mine && tokenStatus(db, mine);
  const told = mine && worth && answerOutdated(shell, heard, mine, worth);
  if (told) return told;
  const around = {
    ...lookUps(shell),
    only: onlyOf(shell, heard),
    writer: isProven(shown.kind) ? from.player?.userid : undefined,
  };
  const shownBoards = worth === 'lost' ? ANY_BOARD : mine && boardsShown(shell, letter, mine);
  const place = {
    ...placeOf(shell, worth === 'lost' ? undefined : mine),
    ...(shownBoards && { shown: shownBoards }),
    ...around,
  };
  const isReply = mine && !isSigned(letter.subject, words, { ...NOWHERE, ...around });
  // What stands below a quotation answers that letter, or is nothing.
  const written = isReply || !letter.below ? letter.lines : [];
  const text = { subject: letter.subject, lines: linesAboveToken(written, secrets) };
  const readAnswer = letter.below ? readBelow : readReply;
  const orders = isReply ? readAnswer(text, place, words) : readFresh(text, words, around);
  // Only who was asked has got the board: a sign-up in the answer to it needs no further question.
  const isAsked = heard.first && !from.player && !from.admin && !isForged;
  const proof: Proof = isAsked ? { kind: 'confirmed' } : shown;
  const all = {
    ...encryptedNotice(orders, letter.sealed),
    laterLines: letter.laterLines,
    writtenIn: isProven(proof.kind) ? languageOfCommands(shell, text, place) : undefined,
  };
  const { lines: theirOwn, others } = byWriter(shell, from, all.lines);
  let end: End | undefined;
  for (const [playerId, lines] of others) {
    const player = playerById(db, playerId);
    if (!player) continue;
    const named = asPlayer(from, player);
    end = carryOut(shell, named, { ...all, lines }, { ...NOWHERE, ...around }, { kind: 'none' });
    countUnproven(shell, named);
  }
  if (end && theirOwn.length === 0) return end;
  end = carryOut(shell, heard, { ...all, lines: theirOwn }, place, proof);
  if (!isProven(proof.kind)) countUnproven(shell, from);
  return end === IGNORED_STRANGER ? asStranger(shell, heard, letter, answered) : end;
}

/**
 * The lines of a letter by who is to have written them: a line of the classic, and those below it, are
 * of the player whom it names. Nothing else of the letter shows who that is.
 */
function byWriter({ db }: Shell, { player }: Sender, lines: ParsedLetter['lines']) {
  const own: ParsedLetter['lines'][number][] = [];
  const others = new Map<number, ParsedLetter['lines'][number][]>();
  let theirs = own;
  for (const line of lines) {
    const named = line.writer === undefined ? undefined : playerByUserid(db, line.writer);
    if (named) {
      theirs = named.id === player?.id ? own : (others.get(named.id) ?? []);
      if (theirs !== own) others.set(named.id, theirs);
    }
    theirs.push(line);
  }
  return { lines: own, others };
}

/** How far a stranger's letter comes before others, by what the mail host says or where it was sent. */
function standingOf(
  { db, address: own, authserv, word }: Shell,
  letter: Letter,
  from: string,
): SenderStanding {
  const host = authserv ?? authservFound(db);
  if (senderVerdict(letter.fields, from, host) === 'pass') return 'verified';
  const tags = tagsOf(letter.recipients, own).map((tag) => tag.toLowerCase());
  return word !== undefined && tags.includes(word) ? 'word' : 'unproven';
}

/** The language that a letter seems to be written in. */
const languageIn = (shell: Shell, { subject, lines, fields }: Letter): string | undefined =>
  languageOf(
    { subject, lines, contentLanguage: valuesOf(fields, 'content-language') },
    shell.tellingWords,
  );

/** That of its first command, whatever the mail program says; our own words tell none. */
function languageOfCommands(
  { tellingWords }: Shell,
  { subject, lines }: Text,
  place: LetterContext,
) {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if ([subject, first].some((line) => readLine(line, NOWHERE).kind !== 'prose')) return undefined;
  // A move that is a word tells none either.
  if (readLine(first, place).kind === 'command') return undefined;
  return languageOf({ subject, lines: [first], contentLanguage: [] }, tellingWords);
}

/** Of a letter in which nobody whom we know has asked for anything: whose token is it, if it has one? */
const asStranger = (shell: Shell, sender: Sender, letter: Letter, token: Token | undefined): End =>
  token && isOwned(shell, token)
    ? { state: 'ignored', reason: 'another address' }
    : introduce(shell, sender, letter);

/** Our mail host says that it does not come from where it says, and nothing else says that it does. */
const FORGED: End = { state: 'ignored', reason: 'dmarc=fail' };

/** The token, where it was made for this sender. */
const tokenFor = ({ db }: Shell, token: Token | undefined, sender: Sender): Token | undefined =>
  token && tokenBelongsTo(db, token, sender) ? token : undefined;

/** Says why nothing was done, but not to strangers. */
const sayToPlayer = (shell: Shell, sender: Sender, sentence: Sentence): End =>
  isStranger(sender)
    ? { state: 'ignored', reason: sentence.code }
    : answerOneLine(shell, sender, sentence);

const TOO_LARGE = 'too large';

/** Nothing is known of a letter but its header: a player is told, and nobody else. */
function tooLarge(shell: Shell, sender: Sender): End {
  const mebibytes = letterBytesMax / oneMebibyte;
  if (sender.player) answerOneLine(shell, sender, say('too-large', { mebibytes }));
  return { state: 'put-aside', reason: TOO_LARGE };
}

/** What the token of a letter shows by itself. */
function proofBy(token: Token | undefined): Proof {
  // Only who was asked has got the question.
  if (token?.purpose === 'account' || token?.purpose === 'held') return { kind: 'account' };
  if (token?.purpose === 'puzzle') return { kind: 'puzzle' };
  return token?.purpose === 'board' ? { kind: 'board', board: token.number } : { kind: 'none' };
}

/** The numbers that need not be written. */
const onlyOf = ({ db, time }: Shell, { player }: Sender): OnlyNumbers =>
  player ? onlyNumbersOf(player, queriesOf(db, time.now())) : {};

function placeOf(shell: Shell, token: Token | undefined): LetterContext {
  return {
    // Of a question it is that of no board, and so it is of a puzzle.
    number: isOfBoard(token) ? token.number || undefined : undefined,
    puzzle: token?.purpose === 'puzzle' ? puzzleAt(shell, token) : undefined,
    revision: token?.purpose === 'board' ? token.revision : undefined,
    asks: token && (offerOf(token) ?? (isOpenChallenge(shell, token) ? 'challenge' : undefined)),
  };
}

/** What it asks for a yes or a no about; a first board wants a move. */
const offerOf = ({ asks }: Token) => (asks === 'first' ? undefined : asks);

/** Whether the number of a token is that of a board or a challenge. */
const isOfBoard = (token: Token | undefined): token is Token =>
  token !== undefined && token.purpose !== 'held' && token.purpose !== 'puzzle';

/** The puzzle that the letter with this token showed. */
function puzzleAt({ db }: Shell, { player, number, revision }: Token): PuzzlePlace {
  const attempt = attemptOf(db, player, number);
  const game = attempt && gameOf(startPosition(attempt.puzzle).rules);
  return { number, revision, game };
}

/** Whether the letter with this token has brought its reader a challenge that is still open. */
function isOpenChallenge({ db, time }: Shell, { purpose, number, player }: Token): boolean {
  if (purpose !== 'account' || number === 0) return false;
  const challenge = queriesOf(db, time.now()).challenge(number);
  return challenge?.state === 'open' && challenge.challenged?.id === player;
}
