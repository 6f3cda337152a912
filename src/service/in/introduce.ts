import { invite } from '../../command/challenge/invite.ts';
import { commandsIn, type Meanings } from '../../command/meant/meanings.ts';
import { asksToPlay, nameIn, wishOf } from '../../command/meant/newcomer.ts';
import {
  HELP_INVITE,
  invitationIn,
  invitationWished,
  wishesIn,
  withWishes,
} from '../../command/meant/wishes.ts';
import { readFirstGame } from '../../command/robot/first-game.ts';
import { letterOf } from '../../command/text/read.ts';
import { bareSubject, NO_CONTEXT } from '../../command/text/subject.ts';
import { isYes, type Vocabulary } from '../../command/text/vocabulary.ts';
import { readYesNo } from '../../command/text/yes-no.ts';
import { offeredRules } from '../../engine/registry.ts';
import type { IntroducedGame, Section } from '../../intent.ts';
import { introductionLimits } from '../../limits.ts';
import { isMarkedAsSpam } from '../../mail/automatic.ts';
import { addressesIn } from '../../mail/header.ts';
import type { Letter } from '../../mail/letter.ts';
import { addressKey, splitTag } from '../../player/address.ts';
import { timeWindow } from '../../ports.ts';
import { type Sentence, say } from '../../sentence.ts';
import { count, noticesSentTo, timesOf } from '../../store/letters/counters.ts';
import type { End } from '../../store/letters/inbox.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { endWith } from '../do/answer.ts';
import { carryOut, IGNORED_STRANGER } from '../do/carry-out.ts';
import { freeUserid, type Sender } from '../do/sender.ts';
import { answerStranger, wasIntroduced } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';
import type { Incoming } from './incoming.ts';
import { ABOUT, asksAgain } from './invitation-answer.ts';

/** Strangers who write without a known request: who we are, a page, or the question about what they wish for. */

/**
 * Introduces the server to a sender without an account and without a known request: one short letter a month,
 * and only if the letter seems to be written by a person. Later a yes or a wish brings a board, and a question one
 * help page, each page once a month. Somebody who was invited gets what is to know about the invitation instead.
 */
export function introduce({ shell, letter, words }: Incoming, sender: Sender): End {
  const { subject, lines } = letter;
  const { meanings } = shell;
  const isPersonal = seemsPersonal(letter, shell.address);
  const text = [subject, ...lines].join('\n');
  const invited = isPersonal
    ? (answerInvitee(shell, sender) ?? askInvitation(shell, sender, lines.join('\n'), words))
    : undefined;
  if (invited) return invited;
  const isWritten = lines.some((line) => line.trim() !== '');
  const withFriend = isPersonal ? friendHow(shell, sender, text) : undefined;
  const wish = wishOf(isWritten ? lines : [bareSubject(subject)], meanings, words);
  if (!wasIntroduced(shell, sender.address)) {
    const isPlain = isPersonal && asksToPlay(text, meanings) && !withFriend;
    if (isPlain && wish?.startsWith('play ')) return carryOutAlone(shell, sender, wish);
    return isPersonal &&
      answerStranger(shell, sender, { introduce: true, ...gameIn(text, meanings) })
      ? { state: 'refused', reason: 'a stranger' }
      : IGNORED_STRANGER;
  }
  if (withFriend) {
    const sections = [{ understood: undefined, says: [withFriend] }];
    const end = answerOnce(shell, sender, HELP_INVITE, () =>
      endWith(shell, sender, sections, { end: 'refused' }),
    );
    return end ?? IGNORED_STRANGER;
  }
  const agrees = isYes(readYesNo(lines, 'first', NO_CONTEXT, words)?.says);
  if (agrees || (isPersonal && wish)) {
    // The subject of the introduction names the game that it shows.
    const { game } = gameIn(subject, meanings);
    const isPlain = wish === undefined || wish === 'play';
    const shown = game && withWishes('play', wishesIn(subject, meanings));
    return carryOutAlone(shell, sender, (isPlain && shown) || (wish ?? 'play'));
  }
  return isPersonal ? answerQuestion(shell, sender, letter) : IGNORED_STRANGER;
}

/** The one game that a text names, with the size that it wishes; `absent` is one that is not offered. */
function gameIn(text: string, meanings: Meanings): IntroducedGame {
  const { rules, options } = wishesIn(text, meanings);
  if (rules === undefined) return {};
  if (!offeredRules().includes(rules)) return { absent: rules };
  const size = options.find((each) => each.startsWith('-size='))?.replace('-size=', '');
  const isPossible =
    size && readFirstGame({ words: [rules], options: new Map([['size', size]]) }).ok;
  return { game: rules, ...(isPossible && { size }) };
}

/** Answers somebody who was invited and writes anew, once a month for each page; a reply to that is one to the invitation. */
export function answerInvitee(shell: Shell, sender: Sender, page?: Section): End | undefined {
  const { address } = sender;
  const invitation = queriesOf(shell.db, shell.time.now()).invitationFor(address);
  if (!invitation) return undefined;
  const { number } = invitation;
  const sections = asksAgain(shell, invitation, freeUserid(shell, address), page);
  const reply = { purpose: 'invitation', number } as const;
  return answerOnce(shell, sender, page?.understood ?? 'invitation', () =>
    endWith(shell, sender, sections, { end: 'refused', reply }),
  );
}

/** Asks whether to open an account and send the invitation that a sentence wishes for, once a month. */
export function askInvitation(
  shell: Shell,
  sender: Sender,
  text: string,
  words: Vocabulary,
): End | undefined {
  const { meanings } = shell;
  const line = invitationWished(text, meanings, words);
  const userid =
    nameIn(text, { vocabulary: words, meanings }, false) ?? freeUserid(shell, sender.address);
  if (line === undefined || userid === undefined) return undefined;
  const [, invited = ''] = line.split(' ');
  // It may be the writer's own, or that of our example in a quotation.
  const isOwn = addressKey(invited) === addressKey(sender.address);
  if (isOwn || invite.example.includes(invited)) return undefined;
  const asked = `signup ${userid}\n${line}`;
  return answerOnce(shell, sender, 'invite', () => carryOutAlone(shell, sender, asked));
}

/** Answers a question with the rules of the game that it names, or else with the help page. */
function answerQuestion(shell: Shell, sender: Sender, { subject, lines }: Letter): End {
  const { meanings } = shell;
  const text = [subject, ...lines].join('\n');
  const said = commandsIn(text, meanings);
  const asks = said.some((each) => QUESTIONS.has(each));
  if (!asks && !text.includes('?')) return IGNORED_STRANGER;
  const { rules } = wishesIn(text, meanings);
  const isAbout = said.includes(ABOUT) || said.includes('{free}');
  const page = rules !== undefined ? `help ${rules}` : isAbout ? ABOUT : 'help';
  const end = answerOnce(shell, sender, page, () => carryOutAlone(shell, sender, page));
  return end ?? IGNORED_STRANGER;
}

/** Answers a stranger with a page, once a month; undefined if that was done. */
function answerOnce(shell: Shell, { address }: Sender, page: string, answer: () => End) {
  const { db, time } = shell;
  const notice = noticesSentTo('introduction', address, page);
  const lately = timeWindow(time.now(), introductionLimits.everyMs);
  if (timesOf(db, notice, lately).length > 0) return undefined;
  const end = answer();
  if (end.state === 'ignored') return undefined;
  count(db, notice, time.now());
  return end;
}

/** How somebody without an account plays with a friend; undefined for a text about no match with one. */
export function friendHow(shell: Shell, { address }: Sender, text: string): Sentence | undefined {
  const { meanings } = shell;
  const isAboutFriend =
    commandsIn(text, meanings).includes(HELP_INVITE) || invitationIn(text, meanings) !== undefined;
  return isAboutFriend
    ? say('friend-how', { userid: freeUserid(shell, address) ?? 'anna' })
    : undefined;
}

/** The meanings of the questions that a help page answers. */
const QUESTIONS: ReadonlySet<string> = new Set([
  ...['help', 'help {rules}', 'games', 'games list', '{free}', '{moves}', ABOUT],
]);

/** Carries out one command of a stranger, such as `play`. */
export function carryOutAlone(shell: Shell, sender: Sender, command: string): End {
  const { trialPurpose: _, ...stranger } = sender;
  return carryOut(shell, stranger, letterOf(command), NO_CONTEXT, { kind: 'none' });
}

/** Whether a letter is addressed to us, not marked as bulk or automatic, and short. */
function seemsPersonal({ fields, lines }: Letter, own: string): boolean {
  const to = addressesIn(fields, ['to']).map((address) => addressKey(splitTag(address).base));
  return (
    to.includes(addressKey(own)) &&
    !isMarkedAsSpam(fields) &&
    Buffer.byteLength(lines.join('\n').trim()) <= introductionLimits.textBytes
  );
}
