import type { BoardFacts, Message, MessageKind } from '../src/intent.ts';
import type { Database } from '../src/store/file/database.ts';
import { messageById } from '../src/store/letters/outbox.ts';
import type { Entry, Tab } from './mailbox.ts';

/** What a visitor may do, one thing after another. */
interface Step {
  /** What to do, in one line. */
  readonly text: string;
  /** The name of the mailbox where it is done. */
  readonly mailbox: string;
  /** What is to be written there, if it is not in a link of a letter. */
  readonly line?: string;
  /** It is written in the answer to the newest letter of this kind. */
  readonly answers?: MessageKind;
}

/** What the sandbox shows a visitor of the games, and how far the visitor has come. */
export interface Guide {
  readonly steps: readonly Step[];
  /** Whether each of the steps was done. Nothing is kept: the letters that came say it. */
  progress(tabs: readonly Tab[]): Promise<readonly boolean[]>;
  /** What kind of letter it is; undefined of what the server has not written. */
  kindOf(entry: Entry): MessageKind | undefined;
}

/** A letter of the server in somebody's mailbox. */
interface Came {
  readonly to: string;
  readonly seen: boolean;
  readonly message: Message;
}

interface Lesson extends Step {
  /** Whether a letter shows that the step was done. */
  readonly shownBy: (came: Came) => boolean;
}

const LESSONS: readonly Lesson[] = [
  {
    text: 'It is alice’s turn: tap one of her stones, type the number of a move, and Send.',
    mailbox: 'alice',
    shownBy: ({ message }) => hasMoved('alice', boardOf(message)),
  },
  {
    text: 'Both have the new board. Open bob’s: now it is his turn.',
    mailbox: 'bob',
    shownBy: ({ to, seen, message }) => to === 'bob' && seen && hasMoved('alice', boardOf(message)),
  },
  {
    text: 'Move a stone as bob, write alice a word below it, and Send.',
    mailbox: 'bob',
    shownBy: ({ message }) => bobSpoke(boardOf(message)),
  },
  {
    text: 'Read it as alice: his word came with the board.',
    mailbox: 'alice',
    shownBy: ({ to, seen, message }) => to === 'alice' && seen && bobSpoke(boardOf(message)),
  },
  {
    text: 'carol is a stranger who has asked for a game. Move a stone, and Send.',
    mailbox: 'carol',
    shownBy: ({ to, message }) => to === 'carol' && areAt(boardOf(message), 'robot'),
  },
  {
    text: 'The robot has answered, and carol has an account. Answer with: name carol',
    mailbox: 'carol',
    line: 'name carol',
    answers: 'board',
    shownBy: ({ to, message }) => to === 'carol' && asksFor(message, 'name carol'),
  },
  {
    text: 'Answer the letter that comes with: challenge alice forms -size=3x2 -first=them',
    mailbox: 'carol',
    line: 'challenge alice forms -size=3x2 -first=them',
    answers: 'answer',
    shownBy: ({ to, message }) =>
      to === 'alice' && message.kind === 'challenge' && message.facts.challenger === 'carol',
  },
  {
    text: 'alice is asked for a match: tap accept, then Send.',
    mailbox: 'alice',
    shownBy: ({ message }) => areAt(boardOf(message), 'alice', 'carol'),
  },
  {
    text: 'It is a very small board. Play it to its end, each move a tap and Send.',
    mailbox: 'alice',
    shownBy: ({ message }) => boardOf(message)?.outcome !== undefined,
  },
];

/** @param db what the server that writes the letters knows of them */
export function makeGuide(db: Database): Guide {
  const said = ({ letter: { messageId } }: Entry): Message | undefined =>
    messageId === undefined ? undefined : messageById(db, messageId);
  return {
    steps: LESSONS.map(({ shownBy: _, ...step }) => step),
    async progress(tabs) {
      const came = await Promise.all(tabs.map((tab) => lettersTo(tab, said)));
      return LESSONS.map(({ shownBy }) => came.flat().some(shownBy));
    },
    kindOf: (entry) => said(entry)?.kind,
  };
}

async function lettersTo(
  { name, mailbox }: Tab,
  said: (entry: Entry) => Message | undefined,
): Promise<readonly Came[]> {
  return (await mailbox.list()).flatMap((entry) => {
    const message = entry.sent ? undefined : said(entry);
    return message ? [{ to: name, seen: entry.seen, message }] : [];
  });
}

const boardOf = (message: Message): BoardFacts | undefined =>
  message.kind === 'board' ? message.facts : undefined;

/** Whether a letter answers this command. */
const asksFor = (message: Message, command: string): boolean =>
  message.kind === 'answer' &&
  message.facts.sections.some(({ understood }) => understood === command);

const areAt = (facts: BoardFacts | undefined, ...userids: readonly string[]): boolean =>
  userids.every((userid) => userid === facts?.black || userid === facts?.white);

/** Black makes the first ply. */
const hasMoved = (userid: string, facts: BoardFacts | undefined): boolean =>
  facts !== undefined &&
  areAt(facts, userid) &&
  facts.moves.length > (facts.black === userid ? 0 : 1);

const bobSpoke = (facts: BoardFacts | undefined): boolean =>
  facts?.comment?.by === 'bob' && hasMoved('bob', facts);
