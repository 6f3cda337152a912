import { oneDayMs } from '../../src/limits.ts';
import {
  ADMIN,
  ALICE,
  BOB,
  type Desk,
  openBoard,
  openDesk,
  type Sent,
} from '../support/desk/desk.ts';
import { CAROL, signUp } from '../support/desk/players.ts';
import { answerTo } from '../support/post/letters.ts';

/** What has happened before a phrase is written, and which letter it answers. */
export interface Context {
  readonly from: string;
  /** Undefined for a new letter. */
  readonly answers: Sent | undefined;
  readonly headers?: readonly string[];
}

const EVE = 'eve@far.test';

const forms = (desk: Desk): Promise<void> => openBoard(desk, 'forms -size=8x8');
const minefield = (desk: Desk): Promise<void> => openBoard(desk, 'minefield -size=8x8');

async function twoPlayers(desk: Desk): Promise<void> {
  await signUp(desk, ALICE);
  await signUp(desk, BOB);
}

/** In answer to the welcome letter, which is a proof for the whole account. */
const toWelcome = (desk: Desk, address: string, text: string) => {
  const welcome = desk.sent.find(({ to, subject }) => to === address && WELCOME.test(subject));
  if (!welcome) throw new Error(`${address} was not welcomed`);
  return desk.post(answerTo(welcome, text));
};
const WELCOME = /welcome/i;

async function inGerman(desk: Desk): Promise<void> {
  for (const address of [ALICE, BOB]) await toWelcome(desk, address, 'set language de');
}

/** Her turn on Forms board 1 and Minefield board 2, told in the letter of the day. */
async function twoBoardsInTheMorning(desk: Desk, language = 'en'): Promise<Context> {
  await forms(desk);
  await toWelcome(desk, ALICE, 'challenge bob minefield -size=8x8 -first=me');
  await desk.answer(BOB, 'accept');
  await toWelcome(desk, ALICE, 'set notify daily');
  if (language !== 'en') await toWelcome(desk, ALICE, `set language ${language}`);
  desk.time.now += oneDayMs;
  await desk.round();
  return newest(desk, ALICE);
}

/** The letter that somebody answers. */
const newest = (desk: Desk, from: string): Context => ({ from, answers: desk.newest(from) });
const fresh = (from: string): Context => ({ from, answers: undefined });

/** The states that phrases are written in, by their names. */
const CONTEXTS: Readonly<Record<string, (desk: Desk) => Promise<Context>>> = {
  async 'board-answer'(desk) {
    await forms(desk);
    return newest(desk, ALICE);
  },
  async 'board-answer-machine'(desk) {
    await forms(desk);
    return { ...newest(desk, ALICE), headers: ['Auto-Submitted: auto-replied'] };
  },
  async 'board-answer-waiting'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'e4e5');
    return newest(desk, ALICE);
  },
  async 'board-answer-minefield'(desk) {
    await minefield(desk);
    return newest(desk, ALICE);
  },
  async 'german-board-answer'(desk) {
    await forms(desk);
    await inGerman(desk);
    await desk.answer(ALICE, 'show 1');
    return newest(desk, ALICE);
  },
  async 'challenge-answer'(desk) {
    await twoPlayers(desk);
    await desk.answer(ALICE, 'challenge bob forms -size=6x6 -first=me');
    return newest(desk, BOB);
  },
  async 'german-challenge-answer'(desk) {
    await twoPlayers(desk);
    await inGerman(desk);
    await desk.answer(ALICE, 'challenge bob forms -size=6x6 -first=me');
    return newest(desk, BOB);
  },
  async 'confirm-answer'(desk) {
    await desk.post({ from: ALICE, subject: 'signup alice', text: '' });
    return newest(desk, ALICE);
  },
  async 'german-confirm-answer'(desk) {
    await twoPlayers(desk);
    await inGerman(desk);
    await desk.post({ from: ALICE, subject: 'block bob', text: '' });
    return newest(desk, ALICE);
  },
  async 'draw-answer'(desk) {
    await minefield(desk);
    await desk.answer(ALICE, 'e4');
    await desk.answer(BOB, 'draw');
    return newest(desk, ALICE);
  },
  async 'german-draw-answer'(desk) {
    await minefield(desk);
    await desk.answer(ALICE, 'e4');
    const board = desk.newest(BOB);
    await inGerman(desk);
    await desk.post(answerTo(board, 'draw'));
    return newest(desk, ALICE);
  },
  async 'undo-answer'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'e4e5');
    await desk.answer(ALICE, 'undo');
    return newest(desk, BOB);
  },
  async 'end-answer'(desk) {
    await openBoard(desk, 'forms -size=2x2');
    await desk.answer(BOB, 'resign');
    return newest(desk, ALICE);
  },
  async 'account-answer'(desk) {
    await twoPlayers(desk);
    return newest(desk, ALICE);
  },
  async 'german-account-answer'(desk) {
    await twoPlayers(desk);
    await inGerman(desk);
    await desk.answer(ALICE, 'help');
    return newest(desk, ALICE);
  },
  async 'invitation-answer'(desk) {
    await forms(desk);
    await toWelcome(desk, ALICE, `invite ${CAROL} minefield`);
    return newest(desk, CAROL);
  },
  async 'stranger-board'(desk) {
    await desk.post({ from: EVE, subject: 'play', text: '' });
    return newest(desk, EVE);
  },
  async 'german-stranger-board'(desk) {
    await desk.post({ from: EVE, subject: 'spielen', text: '' });
    return newest(desk, EVE);
  },
  async 'robot-board'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'play forms -size=6x6 -first=me');
    return newest(desk, ALICE);
  },
  async 'german-robot-board'(desk) {
    await signUp(desk, ALICE);
    await toWelcome(desk, ALICE, 'set language de');
    await desk.answer(ALICE, 'play forms -size=6x6 -first=me');
    return newest(desk, ALICE);
  },
  async 'hint-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'play forms -size=6x6 -first=me');
    await desk.answer(ALICE, 'hint');
    await desk.round();
    return newest(desk, ALICE);
  },
  async 'puzzle-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'puzzle');
    return newest(desk, ALICE);
  },
  async 'german-puzzle-answer'(desk) {
    await signUp(desk, ALICE);
    await toWelcome(desk, ALICE, 'set language de');
    await toWelcome(desk, ALICE, 'puzzle');
    return newest(desk, ALICE);
  },
  async 'meant-answer'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'I wonder whether e4e5 is good');
    return newest(desk, ALICE);
  },
  async 'german-meant-answer'(desk) {
    await forms(desk);
    const board = desk.newest(ALICE);
    await inGerman(desk);
    await desk.post(answerTo(board, 'Ob e4e5 wohl gut ist?'));
    return newest(desk, ALICE);
  },
  async 'meant-resign'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'I think I resign');
    return newest(desk, ALICE);
  },
  async 'digest-answer'(desk) {
    return twoBoardsInTheMorning(desk);
  },
  async 'german-digest-answer'(desk) {
    return twoBoardsInTheMorning(desk, 'de');
  },
  async 'board-over'(desk) {
    await openBoard(desk, 'forms -size=2x2');
    await desk.answer(ALICE, 'a1b1');
    return newest(desk, BOB);
  },
  async 'counter-answer'(desk) {
    await twoPlayers(desk);
    await desk.answer(ALICE, 'challenge bob forms -size=6x6 -first=me');
    await desk.answer(BOB, 'counter 1 -size=4x4');
    return newest(desk, ALICE);
  },
  async 'meant-two'(desk) {
    await twoBoardsInTheMorning(desk);
    await desk.post(answerTo(desk.newest(ALICE), 'I want to resign'));
    return newest(desk, ALICE);
  },
  async 'meant-unproven'(desk) {
    await forms(desk);
    await desk.post({ from: ALICE, subject: '', text: 'I think I resign' });
    return newest(desk, ALICE);
  },
  async 'which-answer'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'e4');
    return newest(desk, ALICE);
  },
  async 'unclear-answer'(desk) {
    await forms(desk);
    await desk.answer(ALICE, 'how are you');
    return newest(desk, ALICE);
  },
  async 'list-answer'(desk) {
    await forms(desk);
    await desk.post({ from: ALICE, subject: 'games', text: '' });
    return newest(desk, ALICE);
  },
  async 'help-answer'(desk) {
    await twoPlayers(desk);
    await desk.answer(ALICE, 'help forms');
    return newest(desk, ALICE);
  },
  async 'introduction-answer'(desk) {
    await desk.post({ from: EVE, subject: 'Hello', text: 'Hi, how do I play?' });
    return newest(desk, EVE);
  },
  async 'waiting-welcome'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'challenge open forms -size=6x6');
    await signUp(desk, BOB);
    return newest(desk, BOB);
  },
  async 'signoff-answer'(desk) {
    await forms(desk);
    await toWelcome(desk, ALICE, 'signoff');
    return newest(desk, ALICE);
  },
  async 'address-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'address add alice@new.test');
    await desk.answer(ALICE, 'yes');
    return newest(desk, 'alice@new.test');
  },
  async 'meant-invite'(desk) {
    await twoPlayers(desk);
    await toWelcome(desk, ALICE, `I would like to play with ${CAROL}`);
    return newest(desk, ALICE);
  },
  async 'message-answer'(desk) {
    await twoPlayers(desk);
    await desk.answer(ALICE, 'message bob\nHello there, shall we?');
    return newest(desk, BOB);
  },
  async 'notice-answer'(desk) {
    await twoPlayers(desk);
    await desk.answer(ALICE, 'challenge bob forms');
    await desk.answer(BOB, 'decline');
    return newest(desk, ALICE);
  },
  async 'export-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'whoami all');
    await desk.answer(ALICE, 'yes');
    return newest(desk, ALICE);
  },
  async 'broadcast-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.post({ from: ADMIN, subject: 'admin broadcast', text: 'We move on Sunday.' });
    await desk.answer(ADMIN, 'yes');
    return newest(desk, ALICE);
  },
  async 'feedback-answer'(desk) {
    await signUp(desk, ALICE);
    await desk.answer(ALICE, 'feedback\nThe boards are small.');
    return newest(desk, ADMIN);
  },
  async fresh(desk) {
    await forms(desk);
    return fresh(ALICE);
  },
  async classic(desk) {
    await forms(desk);
    await signUp(desk, CAROL);
    await desk.answer(BOB, 'challenge carol forms -size=8x8 -first=me');
    await desk.answer(CAROL, 'accept');
    await desk.answer(BOB, 'challenge alice forms -size=8x8 -first=me');
    await desk.answer(ALICE, 'accept');
    return fresh(ALICE);
  },
  async stranger() {
    return fresh(EVE);
  },
  async 'stranger-again'(desk) {
    await desk.post({ from: EVE, subject: 'Hello', text: 'Hi, how do I play?' });
    return fresh(EVE);
  },
};

const states = new Map<string, Promise<{ readonly desk: Desk; readonly context: Context }>>();

/** A desk in such a state, and what is answered there; the caller closes it. */
export async function inContext(name: string): Promise<{ desk: Desk; context: Context }> {
  const state = states.get(name) ?? prepare(name);
  states.set(name, state);
  const { desk, context } = await state;
  return { desk: desk.copy(), context };
}

async function prepare(name: string) {
  const make = CONTEXTS[name];
  if (!make) throw new Error(`there is no context ${name}`);
  const desk = openDesk();
  return { desk, context: await make(desk) };
}

/** Closes what the copies were made from. */
export async function closeContexts(): Promise<void> {
  for (const { desk } of await Promise.all(states.values())) desk.close();
  states.clear();
}
