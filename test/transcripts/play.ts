import type { Authserv } from '../../src/mail/authentication-results.ts';
import type { Random } from '../../src/ports.ts';
import { runHousekeeping } from '../../src/service/due/housekeeping.ts';
import { ADMIN, ALICE, BOB, type Desk, openDesk, type Sent } from '../support/desk/desk.ts';
import { letPass } from '../support/desk/pass.ts';
import { answerTo, type Draft } from '../support/post/letters.ts';
import { changeOut, lettersOut, newestIn } from '../support/stored/letters.ts';
import { speak } from '../support/stored/people.ts';
import { boards, challenges, renumberChallenge } from '../support/stored/play.ts';
import { Told } from './told.ts';
import {
  type Given,
  type Got,
  headerOf,
  type Letter,
  type Round,
  type Transcript,
  type Written,
} from './transcript.ts';

/** What a letter of a transcript led to. */
export interface Exchange {
  readonly written: Written;
  /** The text that its writer got, or somebody else if the writer got nothing. */
  readonly answer: readonly string[];
}

export interface Played {
  /** The same transcript, with the letters that were really sent. */
  readonly rounds: readonly Round[];
  readonly exchanges: readonly Exchange[];
}

/** The server's addresses of these people; everybody else lives at home.test too. */
const ADDRESSES = new Map([
  ['alice', ALICE],
  ['bob', BOB],
  ['admin', ADMIN],
]);
const addressOf = (who: string): string =>
  who.includes('@') ? who : (ADDRESSES.get(who) ?? `${who}@home.test`);
const PERSON = /^(\w+)@home\.test$/;
const personOf = (address: string): string =>
  [...ADDRESSES].find(([, each]) => each === address)?.[0] ?? PERSON.exec(address)?.[1] ?? address;

/** Bytes that are the same in every run. */
class FixedRandom implements Random {
  /** What the next ones follow from. */
  state = 1;

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => {
      this.state = (Math.imul(this.state, 1_103_515_245) + 12_345) >>> 0;
      return this.state >>> 24;
    });
  }
}

/** Chance follows from it: who begins. */
const SECRET = 'the secret of the transcripts';

/** What a desk and its chance have come to. */
interface Come {
  readonly kept: ReturnType<Desk['keep']>;
  readonly chance: number;
}

/** By all that was given: most transcripts begin alike, and the same letters come to the same. */
const come = new Map<string, Come>();

/**
 * Plays a transcript on a desk of its own.
 *
 * @param begun called when everything given is there
 * @param language of the players' letters
 * @param authserv of the mail host, where it checks senders
 * @param after called after each round
 */
export async function play(
  transcript: Pick<Transcript, 'given' | 'showsBoards' | 'rounds'>,
  begun: (desk: Desk) => void,
  language = 'en',
  { authserv, after }: { readonly authserv?: Authserv; readonly after?: (desk: Desk) => void } = {},
): Promise<Played> {
  const random = new FixedRandom();
  const desk = openDesk({ random, secret: SECRET, log: 'silent', ...(authserv && { authserv }) });
  try {
    await arrangeAll(desk, random, transcript.given);
    speak(desk.shell.db, language);
    begun(desk);
    const rounds: Round[] = [];
    const exchanges: Exchange[] = [];
    const named = new Map<string, Sent>();
    const told = new Told(transcript.showsBoards === true);
    for (const round of transcript.rounds) {
      const sent = await carryOut(desk, round, named);
      const matched = matchUp(round, sent);
      for (const { label, letter } of matched) if (label) named.set(label, letter);
      const nobody = matched.length === 0 && (round.nobody || round.written.length > 0);
      const got = matched.map(({ letter, ...part }) => ({ ...part, letter: shown(letter, told) }));
      rounds.push({ ...round, got, nobody });
      for (const written of round.written) exchanges.push(exchangeOf(written, matched));
      after?.(desk);
    }
    return { rounds, exchanges };
  } finally {
    desk.close();
  }
}

/** Of several letters the last is the answer: news may come before it. */
function exchangeOf(written: Written, got: readonly Matched[]): Exchange {
  const own = got.findLast(({ who }) => who === written.who);
  return { written, answer: linesOf((own ?? got.at(-1))?.letter.text ?? '') };
}

/** Brings about all that is given, from where it was once before. */
async function arrangeAll(desk: Desk, random: FixedRandom, given: readonly Given[]): Promise<void> {
  const first = (count: number): string => JSON.stringify(given.slice(0, count));
  let count = given.length;
  while (count > 0 && !come.has(first(count))) count--;
  const before = come.get(first(count));
  if (before) {
    desk.resume(before.kept);
    random.state = before.chance;
  }
  for (const each of given.slice(count)) {
    await arrange(desk, each);
    come.set(first(++count), { kept: desk.keep(), chance: random.state });
  }
}

/** Brings about what is given, by letters as far as letters can. */
async function arrange(desk: Desk, given: Given): Promise<void> {
  switch (given.kind) {
    case 'players':
      for (const userid of given.userids) {
        const from = addressOf(userid);
        await desk.post({ from, subject: `signup ${userid}`, text: '' });
        await desk.answer(from, 'yes');
      }
      return;
    case 'next':
      return countOn(desk, given.number);
    case 'board': {
      const { number, terms, black, white } = given;
      await countOn(desk, number);
      await did(desk, black, `challenge ${white} ${terms} -first=me`);
      await did(desk, white, `accept ${number}`);
      return;
    }
    case 'given-up': {
      const { db } = desk.shell;
      if (!lettersOut(db).some(({ id }) => id === given.letter))
        throw new Error(`there is no letter out${given.letter}`);
      changeOut(db, { state: 'failed', lastError: 'EENVELOPE 550' }, given.letter);
      return;
    }
    case 'did':
      return did(desk, given.who, given.line);
  }
}

/** As if so many challenges had been made and withdrawn. */
async function countOn(desk: Desk, number: number): Promise<void> {
  const { db } = desk.shell;
  const last = (): number =>
    Math.max(
      0,
      ...challenges(db).map((each) => each.number),
      ...boards(db).map(({ board }) => board),
    );
  if (number === 1 || last() === number - 1) return;
  const before = last();
  await did(desk, 'alice', 'challenge open forms');
  await did(desk, 'alice', `withdraw ${before + 1}`);
  renumberChallenge(db, before + 1, number - 1);
}

async function did(desk: Desk, who: string, line: string): Promise<void> {
  const from = addressOf(who);
  if (who === 'admin') await desk.post({ from, subject: line, text: '' });
  else await desk.answer(from, line);
  const state = () => newestIn(desk.shell.db).state;
  if (state() === 'held') await desk.answer(from, 'yes');
  if (state() !== 'done') throw new Error(`given, but not done: ${who}: ${line}: ${state()}`);
}

async function carryOut(
  desk: Desk,
  { later, written }: Round,
  named: ReadonlyMap<string, Sent>,
): Promise<readonly Sent[]> {
  const meanwhile = later ? await letPass(desk, later.ms) : [];
  for (const letter of written) desk.put(draftOf(desk, letter, named));
  runHousekeeping(desk.shell);
  return [...meanwhile, ...(await desk.round())];
}

const OWN_HEADERS: ReadonlySet<string> = new Set(['From', 'To', 'Subject']);

function draftOf(desk: Desk, written: Written, named: ReadonlyMap<string, Sent>): Draft {
  const { who, letter, label, answers } = written;
  const answered = label === undefined ? undefined : named.get(label);
  if (label !== undefined && !answered) throw new Error(`no letter is called ${label}`);
  const text = letter.text.join('\n');
  const draft: Draft = answers
    ? answerTo(answered ?? desk.newest(addressOf(who)), text)
    : { from: addressOf(who), text };
  const [from, to, subject] = ['From', 'To', 'Subject'].map((name) => headerOf(letter, name));
  const others = letter.headers.filter(([name]) => !OWN_HEADERS.has(name));
  return {
    ...draft,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(subject !== undefined && { subject }),
    // Who quotes by hand quotes nothing below.
    ...(letter.text.some((line) => line.startsWith('>')) && { text }),
    headers: [...(draft.headers ?? []), ...others.map(([name, value]) => `${name}: ${value}`)],
  };
}

/** The part of the transcript that a letter belongs to. */
interface Matched extends Omit<Got, 'letter'> {
  readonly letter: Sent;
}

/**
 * Puts the letters that were sent in the places of those that were expected, person by person, and
 * the others behind them.
 */
function matchUp({ got, written }: Round, sent: readonly Sent[]): readonly Matched[] {
  const left = [...sent];
  const matched = got.flatMap((part): Matched[] => {
    const index = left.findIndex(({ to }) => to === addressOf(part.who));
    const [letter] = index < 0 ? [] : left.splice(index, 1);
    return letter ? [{ ...part, letter }] : [];
  });
  // The writer first, then the others by their names.
  const writers = written.map(({ who }) => addressOf(who));
  const rank = ({ to }: Sent) => `${writers.includes(to) ? 0 : 1}${to}`;
  left.sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
  const more = left.map((letter): Matched => {
    const who = personOf(letter.to);
    return { heading: `${who} gets`, note: [], letter, who, label: undefined };
  });
  return [...matched, ...more];
}

const linesOf = (text: string): readonly string[] => text.trimEnd().split('\n');

const shown = ({ subject, text }: Sent, told: Told): Letter => ({
  headers: [['Subject', subject]],
  text: told.shorten(linesOf(text)),
});
