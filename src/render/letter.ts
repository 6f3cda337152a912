import { COMMANDS } from '../command/registry.ts';
import { makeSize } from '../engine/notation.ts';
import { ENGINES, engineOf } from '../engine/registry.ts';
import type { CounterFacts, Message, OfferedTerms, Section } from '../intent.ts';
import { type Sentence, say } from '../sentence.ts';
import { type BoardPage, boardPage } from './board-page.ts';
import { type AnswerTo, commandLink, type LinkGroup, linksAreWhole, moveLinks } from './links.ts';
import { drawList } from './list.ts';
import type { Templates } from './templates.ts';
import { tidyLetter, wrap, wrapComment } from './wrap.ts';

/** Who reads a letter, and where an answer to it goes. */
export interface Reader {
  readonly userid: string | undefined;
  readonly language: string;
  readonly replyTo: string;
  /** Whether a new letter to that address carries the proof: then links can stand for answers. */
  readonly links: boolean;
}

/** A letter in words. */
export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a kind of letter contributes; the rest is the same for all. */
interface Content {
  readonly subject: Sentence;
  readonly data: object;
  /** The template's name, where it is not the kind's. */
  readonly template?: string;
  /** What stands above the links. */
  readonly intro?: Sentence;
  readonly groups?: (to: AnswerTo) => readonly LinkGroup[];
}

/** Turns what a letter says into words for its reader. */
export function renderLetter(message: Message, reader: Reader, templates: Templates): Rendered {
  const { language } = reader;
  const words = (sentence: Sentence) => templates.sentence(language, sentence);
  const content = contentOf(message, reader, templates);
  const subject = words(content.subject);
  const data = { ...content.data, wrap, wrapComment };
  const text = tidyLetter(
    templates.text(language, `player.${content.template ?? message.kind}`, data),
  );
  const groups = reader.links ? (content.groups?.({ address: reader.replyTo, subject }) ?? []) : [];
  const intro = groups.length > 0 ? words(content.intro ?? say('links-intro')) : '';
  const html = templates.html(language, 'letter', { language, subject, text, intro, groups });
  return { subject, text, html };
}

function contentOf(message: Message, reader: Reader, templates: Templates): Content {
  const words = (sentence: Sentence) => templates.sentence(reader.language, sentence);
  switch (message.kind) {
    case 'board':
    case 'show':
      return boardContent(boardPage(message.facts, reader.userid, words), words);
    case 'answer':
      return {
        subject: say('subject-answer'),
        data: {
          sections: message.facts.sections.map((section) =>
            sectionData(section, reader, templates),
          ),
        },
      };
    case 'challenge': {
      const { facts } = message;
      const { name: game, author, year } = engineOf(facts.rules);
      return {
        subject: say('subject-challenge', {
          challenger: facts.challenger,
          game,
          number: facts.number,
        }),
        data: {
          ...facts,
          game,
          author,
          year,
          first: words(say(`first-${facts.first}`, { userid: facts.challenger })),
        },
        groups: commandGroup(
          `accept ${facts.number}`,
          `decline ${facts.number}`,
          `help ${facts.rules}`,
          'help counter',
        ),
      };
    }
    case 'counter':
      return counterContent(message.facts, words);
    case 'confirm':
      return {
        subject: say('subject-confirm'),
        data: message.facts,
        groups: commandGroup('yes'),
      };
    case 'welcome':
      return {
        subject: say('subject-welcome', { userid: message.facts.userid }),
        data: message.facts,
        groups: commandGroup('challenges', 'challenge open forms', 'help', 'help forms', 'games'),
      };
    case 'broadcast':
      return { subject: say('subject-broadcast'), data: message.facts };
    case 'notice':
      return {
        subject: say('subject-notice'),
        data: { says: message.facts.says.map(words) },
      };
  }
}

/** Both offers side by side, as the reader sees them. */
function counterContent(facts: CounterFacts, words: (sentence: Sentence) => string): Content {
  const { number, challenger, rules, before } = facts;
  const shown = ({ rules: id, cols, rows }: OfferedTerms, first: string, mine: string) => ({
    game: engineOf(id).name,
    size: makeSize({ cols, rows }),
    first: words(
      say('first-in-list', {
        who: first === 'random' ? 'chance' : first === mine ? 'you' : 'they',
      }),
    ),
  });
  return {
    subject: say('subject-counter', { challenger, number }),
    data: {
      ...facts,
      ...shown(facts, facts.first, 'them'),
      before: { ...before, ...shown(before, before.first, 'me') },
    },
    groups: commandGroup(`accept ${number}`, `decline ${number}`, `help ${rules}`, 'help counter'),
  };
}

const commandGroup =
  (...commands: readonly string[]) =>
  (to: AnswerTo): readonly LinkGroup[] => [
    { title: '', links: commands.map((command) => commandLink(to, command)) },
  ];

function boardContent(page: BoardPage, words: (sentence: Sentence) => string): Content {
  const { game, board, black, white, rules, opponent } = page;
  const also = page.playing
    ? [`resign ${board}`, `show ${board}`, 'games', `help ${rules}`]
    : page.over && opponent
      ? [`challenge ${opponent} ${rules}`, `show ${board}`, 'games']
      : [`show ${board}`, ...(page.watching ? [`unwatch ${board}`] : [])];
  return {
    subject: say('subject-board', { game, board, black, white }),
    template: 'board',
    data: page,
    intro: say(linksAreWhole(page) ? 'links-intro' : 'links-intro-stones'),
    groups: (to) => [
      ...moveLinks(page, to),
      { title: words(say('links-also')), links: also.map((command) => commandLink(to, command)) },
    ],
  };
}

function sectionData(section: Section, reader: Reader, templates: Templates) {
  const words = (sentence: Sentence) => templates.sentence(reader.language, sentence);
  return {
    understood: section.understood,
    says: section.says.map(words),
    lists: (section.lists ?? []).map((list) => drawList(list, words)),
    page: section.page && helpPage(section.page, reader, templates),
    board: section.board && boardPage(section.board, reader.userid, words),
  };
}

function helpPage(
  { kind, topic }: NonNullable<Section['page']>,
  { language }: Reader,
  templates: Templates,
): string {
  if (kind === 'game') return templates.text(language, `game.${topic}`, {});
  const commands = COMMANDS.filter(
    ({ audience }) => (audience === 'admin') === (topic === 'admin'),
  );
  const command = COMMANDS.find(({ name }) => name === topic);
  return templates.text(language, `page.${kind}`, { commands, games: ENGINES, command, wrap });
}
