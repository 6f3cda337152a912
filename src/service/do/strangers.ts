import { allowanceOf, chargeTo } from '../../budget/charge.ts';
import { toSender } from '../../command/letters/letters.ts';
import {
  introductionLimits,
  oneDayMs,
  oneHourMs,
  questionLimits,
  strangerLimits,
} from '../../limits.ts';
import { addressKey } from '../../player/address.ts';
import { timeWindow } from '../../ports.ts';
import { transact } from '../../store/file/database.ts';
import { answerTimes } from '../../store/letters/charges.ts';
import {
  count,
  countCap,
  noticesSentTo,
  questionsSince,
  roomLeft,
  takeRoom,
  timesOf,
} from '../../store/letters/counters.ts';
import {
  answersWaiting,
  dropOldNewcomers,
  type FirstAnswer,
  firstNewcomers,
  hasNewcomers,
  isWaiting,
  type Newcomer,
  putNewcomer,
  takeNewcomer,
  waitingFromDomain,
} from '../../store/people/newcomers.ts';
import { playerByAddress } from '../../store/people/players.ts';
import { type Shell, withClockAt } from '../shell/shell.ts';
import { askYes, commandsToConfirm, questionAbout, withoutAddresses } from './ask-yes.ts';
import { intendLetter } from './intend.ts';
import { contextOf, freeUserid, type Sender, type SenderStanding } from './sender.ts';

/**
 * Letters to senders without an account are rate-limited in queues: one each for verified senders, the
 * published word, and all others, with and without a command. In a full queue letters wait and draw lots: the
 * lowest is answered first, the first letter of a domain before its second. So neither old nor new letters
 * can block the others for good.
 */

const STANDINGS: readonly SenderStanding[] = ['verified', 'word', 'unproven'];
const QUEUES = STANDINGS.flatMap((standing) =>
  (['command', 'prose'] as const).map((what) => ({ name: `${standing} ${what}`, standing })),
);
type Queue = (typeof QUEUES)[number];

/**
 * Answers a letter of a sender without an account, now or as soon as the rate limits allow.
 *
 * @returns `false` if this address had enough, its domain has no room in time, or the lot is too high
 */
export function answerStranger(shell: Shell, sender: Sender, answer: FirstAnswer): boolean {
  const { db, time } = shell;
  const { address, cause } = sender;
  const isProven = cause.charge.proof !== 'none';
  const standing = isProven ? 'verified' : (sender.standing ?? 'unproven');
  const now = time.now();
  dropOldNewcomers(db, now - introductionLimits.waitMs);
  const waitingAnswers = answersWaiting(db, address);
  if (waitingAnswers.some((each) => JSON.stringify(each) === JSON.stringify(answer))) return true;
  const { inboxId, messageId, charge } = cause;
  const proof = charge.proof === 'sender' ? 'sender' : 'none';
  if (!mayBeAnswered(shell, address, proof, answer, waitingAnswers)) return false;
  const what = 'introduce' in answer ? 'prose' : 'command';
  const queue = { name: `${standing} ${what}`, standing };
  const { language } = contextOf(sender);
  const cap = 'ask' in answer ? 'sign-ups' : 'answers';
  const queueKey = { line: queue.name, domain: domainOf(address) };
  const { everyMs } = strangerLimits[standing].domain;
  const waitingMax = Math.min(
    introductionLimits.lettersWaiting,
    introductionLimits.waitMs / everyMs,
  );
  const waiting = waitingFromDomain(db, queueKey, waitingMax);
  // There will be no room for this letter before it expires.
  if (waiting >= waitingMax) {
    countCap(db, cap, now);
    return false;
  }
  const id = putNewcomer(
    db,
    { inboxId, messageId, address, language, proof, answer },
    { ...queueKey, lot: lotOf(shell, queue, queueKey.domain, waiting) },
    now,
  );
  const hasPlace = isWaiting(db, id);
  answerNext(shell, queue);
  if (isWaiting(db, id) || !hasPlace) countCap(db, cap, now);
  return hasPlace;
}

/** Answers waiting letters, as far as there is room by now. */
export function answerWaiting(baseShell: Shell): void {
  const now = baseShell.time.now();
  const shell = withClockAt(baseShell, now, `asked ${now}`);
  const { db } = shell;
  if (!hasNewcomers(db)) return;
  const queues = QUEUES.filter((queue) => nextOf(shell, queue) !== undefined);
  if (queues.length === 0) return;
  transact(db, () => {
    dropOldNewcomers(db, now - introductionLimits.waitMs);
    for (const queue of queues) {
      while (answerNext(shell, queue));
    }
  });
}

/** The letter of a queue with the lowest lot that the rate limits admit; undefined if there is none. */
function nextOf(
  { db, time }: Shell,
  { name, standing }: Queue,
): ReturnType<typeof firstNewcomers>[number] | undefined {
  const { all, domain: ofDomain } = strangerLimits[standing];
  const now = time.now();
  // Letters of full domains have high lots, so few of them come first.
  const first = firstNewcomers(db, name, LOOKED_AT_MAX);
  if (first.length === 0 || roomLeft(db, name, all, now) < 1) return undefined;
  return first.find(({ domain }) => roomLeft(db, `${name} ${domain}`, ofDomain, now) >= 1);
}

const LOOKED_AT_MAX = 20;

/** Answers the next letter. @returns whether there was one */
function answerNext(shell: Shell, queue: Queue): boolean {
  const { db, time } = shell;
  const next = nextOf(shell, queue);
  if (!next) return false;
  if (send(shell, takeNewcomer(db, next.id))) {
    const { all, domain } = strangerLimits[queue.standing];
    takeRoom(db, queue.name, all, time.now());
    takeRoom(db, `${queue.name} ${next.domain}`, domain, time.now());
  }
  return true;
}

/** Sends the answer to a letter. @returns whether there was one to send */
function send(shell: Shell, { address, language, proof, answer, ...letter }: Newcomer): boolean {
  const { db, time } = shell;
  const now = time.now();
  // The address may have got an account meanwhile.
  if (playerByAddress(db, address)) return false;
  const cause = { ...letter, address, proof, charge: chargeTo(undefined, proof, now) } as const;
  const context = { player: undefined, address, language };
  if ('ask' in answer) {
    const facts = {
      commands: answer.ask.map(withoutAddresses),
      hours: questionLimits.heldMs / oneHourMs,
    };
    const question = questionAbout(context, answer.ask, facts);
    const wish = commandsToConfirm(address, answer.ask);
    const most = questionLimits.signUpsPerDay;
    return askYes(shell, { ...question, wish, most }, cause) === 'asked';
  }
  const userid = freeUserid(shell, address);
  const message =
    'say' in answer
      ? ({ kind: 'answer', facts: { sections: answer.say } } as const)
      : ({
          kind: 'introduction',
          facts: { ...(userid !== undefined && { userid }), ...introducedIn(answer) },
        } as const);
  if (message.kind === 'introduction') count(db, noticesSentTo('introduction', address), now);
  const { reply, userid: called } =
    'say' in answer ? answer : { reply: { purpose: 'none' } as const, userid: undefined };
  const to = { ...toSender(context), userid: called };
  intendLetter(shell, { to, message, reply }, cause);
  return true;
}

/** What an introduction says of the game that was named. */
const introducedIn = ({ introduce: _, ...named }: Introducing) => named;
type Introducing = Extract<FirstAnswer, { readonly introduce: true }>;

/** Whether an address was recently sent the introduction. */
export const wasIntroduced = ({ db, time }: Pick<Shell, 'db' | 'time'>, address: string): boolean =>
  timesOf(
    db,
    noticesSentTo('introduction', address),
    timeWindow(time.now(), introductionLimits.everyMs),
  ).length > 0;

/** Whether an address may get one more such answer, counting those that wait. */
function mayBeAnswered(
  shell: Shell,
  address: string,
  proof: Newcomer['proof'],
  answer: FirstAnswer,
  waitingAnswers: readonly FirstAnswer[],
): boolean {
  const { db, time } = shell;
  const now = time.now();
  if ('introduce' in answer) return !wasIntroduced(shell, address);
  const { lettersMax, withinMs } = allowanceOf(proof);
  const [had, most] =
    'ask' in answer
      ? [
          questionsSince(db, address, proof === 'sender', timeWindow(now, oneDayMs)),
          questionLimits.signUpsPerDay,
        ]
      : [
          answerTimes(db, address, proof === 'none', timeWindow(now, withinMs), 0).length,
          lettersMax,
        ];
  const [kind = ''] = Object.keys(answer);
  return had + waitingAnswers.filter((each) => kind in each).length < most;
}

/** Below 1 for the first letter of a domain, plus one for each before it. */
function lotOf(shell: Shell, { name, standing }: Queue, domain: string, waiting: number): number {
  const { domain: limit } = strangerLimits[standing];
  const room = roomLeft(shell.db, `${name} ${domain}`, limit, shell.time.now());
  const random = Buffer.from(shell.random.bytes(6, 'lot')).readUIntBE(0, 6) / 2 ** 48;
  return waiting + Math.ceil(limit.atOnce - room) + random;
}

/**
 * Domains with so many users that they say nothing about the sender: the largest providers of the world,
 * and of the countries of the supported languages. Their caps are higher.
 */
const LARGE_PROVIDERS: ReadonlySet<string> = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com ' +
    'aol.com icloud.com me.com mac.com proton.me protonmail.com fastmail.com zoho.com ' +
    'mail.com gmx.com gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de posteo.de ' +
    'mailbox.org bluewin.ch comcast.net att.net verizon.net btinternet.com hotmail.co.uk ' +
    'yahoo.co.uk orange.fr free.fr laposte.net libero.it mail.ru yandex.ru qq.com 163.com ' +
    'naver.com'
  ).split(' '),
);

/** The domain of an address; for a large provider, the address itself. */
function domainOf(address: string): string {
  const key = addressKey(address);
  const domain = key.slice(key.lastIndexOf('@') + 1);
  return LARGE_PROVIDERS.has(domain) ? key : domain;
}
