import { signup } from '../../command/account/signup.ts';
import { move } from '../../command/board/move.ts';
import { accept as acceptCommand } from '../../command/challenge/answer.ts';
import { commandsIn } from '../../command/meant/meanings.ts';
import { nameGiven } from '../../command/meant/newcomer.ts';
import type { CommandContext, LetterContext, PlayerContext } from '../../command/shape/types.ts';
import { fold, nameAtEnd } from '../../command/shape/words.ts';
import { readLine } from '../../command/text/line.ts';
import { letterOf, type ParsedLetter, readFresh, readReply } from '../../command/text/read.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import { isYes, type Vocabulary } from '../../command/text/vocabulary.ts';
import { linesAfter, readYesNo } from '../../command/text/yes-no.ts';
import { gameOf } from '../../engine/registry.ts';
import type { Section } from '../../intent.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import type { Invitation } from '../../match/types.ts';
import type { Proof } from '../../player/proof.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { Database } from '../../store/file/database.ts';
import type { End } from '../../store/letters/inbox.ts';
import { declineInvitation, invitationLanguage } from '../../store/people/addresses.ts';
import { useridTaken } from '../../store/people/players.ts';
import { nextNumber } from '../../store/play/challenges.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { endWith } from '../do/answer.ts';
import { carryOut } from '../do/carry-out.ts';
import {
  chargedWith,
  commandContext,
  DEFAULT_LANGUAGE,
  freeUserid,
  type Sender,
} from '../do/sender.ts';
import type { Shell } from '../shell/shell.ts';
import { offeredIn } from './answered-letter.ts';
import type { Incoming } from './incoming.ts';

/**
 * Carries out the answer to an invitation: a yes, a name or a move opens the account and accepts the match.
 * The token of the answer proves the address, so a sign-up needs no confirmation.
 *
 * @param number of the invitation, which went to exactly this address
 * @returns undefined for a no in a forged letter, since a no is permanent
 */
export function answerInvited(it: Incoming, number: number): End | undefined {
  const { shell, from, letter, address, valid, proof: shown } = it;
  const { db } = shell;
  const invitation = queriesOf(db, shell.time.now()).invitationFor(address);
  // The friend's own language, as soon as the friend has written.
  const language = from.language ?? invitationLanguage(db, number, address) ?? DEFAULT_LANGUAGE;
  const isForged = shown.kind === 'forged';
  // In a forged letter the token proves nothing: a sign-up needs confirmation.
  const proof: Proof = isForged ? shown : { kind: 'confirmed' };
  const sender = {
    ...chargedWith(from, isForged ? 'none' : 'token'),
    invitation: number,
    language,
  };
  const { subject } = letter;
  const lines = letter.lines.filter((line) => line.trim() !== '');
  const [first = '', ...below] = lines;
  const words = shell.vocabularies(language);
  const verdictOf = (line: string) => readYesNo([line], 'invitation', NO_CONTEXT, words);
  const verdictIn = (line: string) => verdictOf(line)?.says;
  const { says: firstVerdict, rest: beside = [] } = verdictOf(first) ?? {};
  // Words behind a yes go along, as those below it do.
  const rest = [...beside, ...below];
  const orders = readFresh({ subject, lines: firstVerdict === undefined ? lines : below }, words);
  const asks = asksForSomething(orders, firstVerdict !== undefined);
  // A mailto link fills in both; some programs drop the body or add their own words.
  const verdict = firstVerdict ?? (asks ? undefined : verdictIn(subject));
  const join = (userid: string, below: readonly string[]): End => {
    const text = { subject: '', lines: [`accept ${nextNumber(db)}`, ...below] };
    const accepts = readReply(text, letterContextOf(db, invitation), words);
    const all = { ...accepts, lines: [...letterOf(`signup ${userid}`).lines, ...accepts.lines] };
    return carryOut(shell, sender, joining(it, all, isForged || !invitation), NO_CONTEXT, proof);
  };
  const suggested = freeUserid(shell, address);
  const [called = '', ...others] = linesAfter('yes', lines, 'invitation', words);
  const named = nameOnLine(called, words);
  const isMove = !verdict && readsMove(first, letterContextOf(db, invitation), words);
  if (suggested !== undefined && isMove) return join(suggested, lines);
  if (named !== undefined) return join(named, others);
  const said = commandsIn(lines.join('\n'), shell.meanings);
  const rules = invitation && said.includes(RULES_QUESTION) ? [`help ${invitation.rules}`] : [];
  const [about = ''] = [...rules, ...said.filter((each) => each === ABOUT)];
  const isQuestion = !asks && verdict === undefined;
  const page = helpPageOf(shell, sender, isQuestion ? letterOf(about).lines : orders.lines);
  if (page && firstVerdict === undefined) {
    return endWith(shell, sender, asksAgain(shell, invitation, suggested, page), {
      end: 'refused',
    });
  }
  if (asks && verdict !== 'no') {
    return carryOut(shell, sender, joining(it, orders, isForged || !invitation), NO_CONTEXT, proof);
  }
  const userid = suggested ?? 'NAME';
  if (verdict === 'no' && !asks) {
    if (isForged) return undefined;
    declineInvitation(db, number);
    return answerInvitation(shell, sender, [say('invitation-declined')], 'done');
  }
  if (isYes(verdict)) {
    const [offered] = (valid?.offer && offeredIn(shell, letter, valid).lines) || [];
    const chosen = offered?.replace('signup ', '') ?? suggested;
    return chosen === undefined
      ? answerInvitation(shell, sender, [say('invitation-yes', { userid })], 'done', userid)
      : join(chosen, rest);
  }
  const { before, name } = nameAtEnd(first);
  const mayBeName = words.maybeNames.has(fold(`${before} {name}`)) || isYes(verdictIn(before));
  const maybe = before === '' || mayBeName ? name : undefined;
  // A word that may be a name counts only if it is the suggested userid.
  if (maybe !== undefined && maybe === suggested) return join(maybe, rest);
  if (maybe !== undefined && before !== '') {
    const says = [say('invitation-name', { userid: maybe })];
    return answerInvitation(shell, sender, says, 'refused', maybe);
  }
  return endWith(shell, sender, asksAgain(shell, invitation, suggested), { end: 'refused' });
}

/** The meanings of questions about the rules, and about the server. */
const RULES_QUESTION = 'help {rules}';
export const ABOUT = 'help about';

/** The help page that a letter asks for, and nothing else. */
export function helpPageOf(
  shell: Shell,
  sender: Sender,
  [line, ...others]: ParsedLetter['lines'],
): Section | undefined {
  const isHelp = line?.kind === 'command' && line.command.name === 'help';
  if (!isHelp || line.audience === 'player' || others.length > 0) return undefined;
  const { section } = line.ready.run(commandContext(shell, sender, ''));
  return section && { understood: line.ready.text, ...section };
}

/**
 * What somebody who was invited asks first, or the page that was asked for, and how to answer the invitation.
 *
 * @param suggested userid that a yes takes; undefined if the address has none that is free
 */
export function asksAgain(
  { db, time }: Shell,
  invitation: Invitation | undefined,
  suggested: string | undefined,
  page?: Section,
): readonly Section[] {
  const userid = suggested ?? 'NAME';
  const inviter = invitation && queriesOf(db, time.now()).playerById(invitation.inviterId);
  const who = inviter && { userid: inviter.userid };
  const open = who && say('invitation-open', { ...who, game: gameOf(invitation.rules).name });
  const facts = invitation && [
    say('invitation-facts', { days: DEFAULT_PACE.forfeitDays }),
    ...(who ? [say('invitation-who', who)] : []),
    say('in-full', { rules: invitation.rules }),
  ];
  const front = page ? (open ? [open] : []) : [...(facts ?? []), say('invitation-unread')];
  const says = [...front, say('invitation-again', { userid })];
  const offers = suggested === undefined ? {} : { offers: [] };
  const section = { understood: undefined, says, answers: [`signup ${userid}`], ...offers };
  return page ? [section, page] : [section];
}

/** The name that a line gives, as a sign-up or in words. */
function nameOnLine(line: string, words: Vocabulary): string | undefined {
  const read = readLine(line, NO_CONTEXT, words);
  const isSignup = read.kind === 'command' && read.command === signup;
  return isSignup ? read.ready.text.split(' ')[1] : nameGiven(line, words);
}

/** The context of a first move in the answer: the board that the invitation becomes, with the next number. */
function letterContextOf(db: Database, invitation: Invitation | undefined): LetterContext {
  const game = invitation && gameOf(invitation.rules);
  return { ...NO_CONTEXT, number: nextNumber(db), gameOn: () => game };
}

function readsMove(line: string, letterContext: LetterContext, words: Vocabulary): boolean {
  const read = readLine(line, letterContext, words);
  return (
    read.kind === 'command' && read.command === move && read.ready.board === letterContext.number
  );
}

/** The same order, run as one in the answer to an invitation. */
function asTrialReply(order: ParsedLetter['lines'][number]): ParsedLetter['lines'][number] {
  if (order.kind !== 'command') return order;
  const trialReply = { move: undefined };
  // Twice the same, so that the type checker sees each audience with its context.
  if (order.audience === 'player') {
    const { ready } = order;
    const run = (by: PlayerContext) => ready.run({ ...by, trialReply });
    return { ...order, ready: { ...ready, run } };
  }
  const { ready } = order;
  const run = (by: CommandContext) => ready.run({ ...by, trialReply });
  return { ...order, ready: { ...ready, run } };
}

/**
 * The orders of an answer, in which a sign-up accepts the match of the invitation. It does not if it needs a
 * confirmation, or will be refused.
 *
 * @param isAlone whether it accepts nothing in any case
 */
function joining(
  { shell: { db, mistakenFor } }: Incoming,
  orders: ParsedLetter,
  isAlone: boolean,
): ParsedLetter {
  const accept = letterOf(`accept ${nextNumber(db)}`).lines;
  const lines = orders.lines.flatMap((line) => {
    if (line.kind !== 'command' || line.audience === 'player' || line.command !== signup) {
      // The match is accepted once, behind the sign-up.
      return line.command === acceptCommand ? [] : [line];
    }
    const [, userid = ''] = line.ready.text.split(' ');
    const isFree = !mistakenFor(userid) && !useridTaken(db, userid);
    return isAlone || !isFree ? [line] : [line, ...accept].map(asTrialReply);
  });
  return { ...orders, lines };
}

/**
 * Whether the letter has a command, even a misspelt one. A known command with wrong words counts, too, but
 * below a verdict only a sign-up.
 */
const asksForSomething = ({ lines }: ParsedLetter, below: boolean): boolean =>
  lines.some(
    (line) =>
      line.kind === 'command' ||
      (line.command !== undefined && (!below || line.command === signup)) ||
      (line.kind === 'trouble' && line.why.code === 'unknown-command-near'),
  );

/** @param userid suggested for sign-up */
function answerInvitation(
  shell: Shell,
  sender: Sender,
  says: readonly Sentence[],
  end: 'done' | 'refused',
  userid?: string,
): End {
  const answers = userid === undefined ? [] : [`signup ${userid}`];
  const offers = says.some(({ code }) => code === 'invitation-name') ? { offers: [] } : {};
  const sections = [{ understood: undefined, says, answers, ...offers }];
  return endWith(shell, sender, sections, { end, changed: end === 'done' });
}
