import { type ParsedLetter, readFresh } from '../../command/text/read.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import { readYesNo } from '../../command/text/yes-no.ts';
import { linesAboveToken } from '../../mail/reply.ts';
import { parseUserid } from '../../player/address.ts';
import type { Proof } from '../../player/proof.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { End } from '../../store/letters/inbox.ts';
import { declineInvitation, invitedIn } from '../../store/people/invitations.ts';
import { answerWith, leaveUnanswered } from '../do/answer.ts';
import { carryOut } from '../do/carry-out.ts';
import { chargedWith, DEFAULT_LANGUAGE, type Sender } from '../do/sender.ts';
import { freeUserid } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';
import type { Incoming } from './incoming.ts';

/** A name after a yes, or after an introduction such as "I am". */
const NAMED =
  /^(?:(?:yes|ja|ok|okay|sure|gern)[\s,]+|(?:please )?call me |my name is |i am |i'm |name: ?|ich heiße |ich bin |nenn mich )([^\s.!]+)[.!]*$/i;

/**
 * Carries out the answer to an invitation. Its token proves the address, so a sign-up needs no confirmation.
 * A yes alone has no name: the answer explains how to choose one.
 *
 * @param number of the invitation, which went to exactly this address
 * @returns undefined for a no in a forged letter, since a no is permanent
 */
export function answerInvited(
  { shell, from, letter, address, proof: shown }: Incoming,
  number: number,
): End | undefined {
  const { db, secrets } = shell;
  const language = invitedIn(db, number, address) ?? DEFAULT_LANGUAGE;
  // In a forged letter the token proves nothing: a sign-up needs confirmation.
  const proof: Proof = shown.kind === 'forged' ? shown : { kind: 'confirmed' };
  const charged = shown.kind === 'forged' ? 'none' : 'token';
  const sender = { ...chargedWith(from, charged), invitation: number, language };
  const { subject } = letter;
  const lines = linesAboveToken(letter.lines, secrets).filter((line) => line.trim() !== '');
  const [first = '', ...rest] = lines;
  const words = shell.vocabularies(language);
  const verdictIn = (line: string) => readYesNo([line], 'invitation', NO_CONTEXT, words)?.says;
  const firstVerdict = verdictIn(first);
  const orders = readFresh({ subject, lines: firstVerdict === undefined ? lines : rest }, words);
  const asks = asksForSomething(orders);
  // A mailto link fills in both; some programs drop the body or add their own words.
  const verdict = firstVerdict ?? (asks ? undefined : verdictIn(subject));
  if (asks && verdict !== 'no') {
    return carryOut(shell, sender, orders, NO_CONTEXT, proof);
  }
  const suggested = freeUserid(shell, address);
  const userid = suggested ?? 'NAME';
  if (verdict === 'no' && !asks) {
    if (shown.kind === 'forged') return undefined;
    declineInvitation(db, number);
    return answerInvitation(shell, sender, say('invitation-declined'), 'done');
  }
  if (verdict !== undefined && verdict !== 'no')
    return answerInvitation(shell, sender, say('invitation-yes', { userid }), 'done', userid);
  const named = nameIn(first, suggested);
  return named === undefined
    ? answerInvitation(shell, sender, say('invitation-again', { userid }), 'refused', userid)
    : answerInvitation(shell, sender, say('invitation-name', { userid: named }), 'refused', named);
}

/** Whether the letter has a command, or a near miss of one. */
const asksForSomething = ({ lines }: ParsedLetter): boolean =>
  lines.some(
    (line) =>
      line.command !== undefined ||
      (line.kind === 'trouble' && line.why.code === 'unknown-command-near'),
  );

/** The userid that a line gives its writer; a bare word counts only if it is the suggested userid. */
function nameIn(line: string, suits: string | undefined): string | undefined {
  const bare = line.trim();
  const [, written = bare.toLowerCase() === suits?.toLowerCase() ? bare : ''] =
    NAMED.exec(bare) ?? [];
  const userid = parseUserid(written);
  return userid.ok ? userid.value.toLowerCase() : undefined;
}

/** @param userid suggested for sign-up */
function answerInvitation(
  shell: Shell,
  sender: Sender,
  sentence: Sentence,
  end: 'done' | 'refused',
  userid?: string,
): End {
  const answers = userid === undefined ? [] : [`signup ${userid}`];
  const sections = [{ understood: undefined, says: [sentence], answers }];
  const changed = end === 'done';
  if (!answerWith(shell, sender, sections, { end, changed })) return leaveUnanswered(shell, sender);
  return { state: end, ...(end === 'refused' && { reason: sentence.code }) };
}
