import { COMMANDS } from '../command/registry.ts';
import { makeSize } from '../engine/notation.ts';
import { ENGINES, engineOf } from '../engine/registry.ts';
import type { Choices, CounterFacts, Message, OfferedTerms, Section } from '../intent.ts';
import { type Sentence, say } from '../sentence.ts';
import { accountContent } from './account-letter.ts';
import { type BoardPage, boardPage, drawPosition } from './board-page.ts';
import { type Content, commandGroup } from './content.ts';
import { htmlBoard, htmlSection, renderHtml, unwrapped } from './html-part.ts';
import { commandLink, moveLinks } from './links.ts';
import { drawList } from './list.ts';
import { sampleBoard } from './sample-board.ts';
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
  /** Undefined for a reader who wants plain text only. */
  readonly html: string | undefined;
}

/** Turns what a letter says into words for its reader. */
export function renderLetter(message: Message, reader: Reader, templates: Templates): Rendered {
  const { language } = reader;
  const { choices = {} } = message.facts;
  const words = (sentence: Sentence) => templates.sentence(language, sentence);
  const content = contentOf(message, reader, templates);
  const subject = words(content.subject);
  const template = `player.${content.template ?? message.kind}`;
  const text = tidyLetter(
    templates.text(language, template, { ...content.data, wrap, wrapComment }),
  );
  if (choices['mail'] === 'text' || content.plain) return { subject, text, html: undefined };
  const groups = reader.links ? (content.groups?.({ address: reader.replyTo, subject }) ?? []) : [];
  const intro = groups.length > 0 ? words(content.intro ?? say('links-intro')) : '';
  const html = renderHtml(
    { language, subject, intro, groups },
    content.html ?? {
      text: () =>
        templates.text(language, template, {
          ...content.data,
          wrap: unwrapped,
          wrapComment: asWritten,
        }),
    },
    templates,
  );
  return { subject, text, html };
}

function contentOf(message: Message, reader: Reader, templates: Templates): Content {
  const words = (sentence: Sentence) => templates.sentence(reader.language, sentence);
  const { choices = {} } = message.facts;
  switch (message.kind) {
    case 'board':
    case 'show':
      return boardContent(boardPage(message.facts, reader.userid, words, choices), choices);
    case 'answer': {
      const sections = message.facts.sections.map((section) =>
        sectionData(section, reader, templates, choices),
      );
      return {
        subject: say('subject-answer'),
        data: { sections },
        html: { template: 'player.answer', data: { sections: sections.map(htmlSection) } },
      };
    }
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
          start: facts.from && words(say('challenge-start', { ...facts.from })),
          diagram: facts.from && drawPosition(facts.from.start),
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
    case 'report':
      return { subject: say('subject-report'), data: message.facts };
    case 'probe':
      return { subject: say('subject-probe'), data: message.facts };
    default:
      return accountContent(message, words);
  }
}

/** Lines of somebody's own words, which break wherever the reader's screen ends. */
const asWritten = (text: string): string => text;

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
  const data = {
    ...facts,
    ...shown(facts, facts.first, 'them'),
    before: { ...before, ...shown(before, before.first, 'me') },
  };
  return {
    subject: say('subject-counter', { challenger, number }),
    data,
    html: { template: 'player.counter', data: { ...data, comment: facts.comment.split('\n') } },
    groups: commandGroup(`accept ${number}`, `decline ${number}`, `help ${rules}`, 'help counter'),
  };
}

function boardContent(page: BoardPage, choices: Choices): Content {
  const { game, board, black, white, also, turn } = page;
  const links = moveLinks(page);
  return {
    subject:
      choices['subject'] === 'classic' && turn !== undefined
        ? say('subject-board-classic', { game, board, userid: turn })
        : say('subject-board', { game, board, black, white }),
    template: 'board',
    data: page,
    html: { template: 'player.board', data: htmlBoard(page) },
    intro: links.intro,
    groups: (to) => [
      ...links.groups(to),
      { title: '', links: also.map((command) => commandLink(to, command)) },
    ],
  };
}

function sectionData(section: Section, reader: Reader, templates: Templates, choices: Choices) {
  const words = (sentence: Sentence) => templates.sentence(reader.language, sentence);
  return {
    understood: section.understood,
    says: section.says.map(words),
    text: section.text,
    lists: (section.lists ?? []).map((list) => drawList(list, words)),
    page: section.page && helpPage(section.page, reader, templates),
    board: section.board && boardPage(section.board, reader.userid, words, choices),
  };
}

function helpPage(
  { kind, topic }: NonNullable<Section['page']>,
  { language }: Reader,
  templates: Templates,
): string {
  if (kind === 'game') return templates.text(language, `game.${topic}`, {});
  if (kind === 'command') return commandPage(topic, language, templates);
  if (kind === 'display') {
    return templates.text(language, 'page.display', { diagram: sampleBoard(topic) });
  }
  const commands = COMMANDS.filter(
    ({ audience }) => (audience === 'admin') === (topic === 'admin'),
  );
  const page = topic === '' ? 'page.help' : 'page.commands';
  const pad = Math.max(13, ...commands.map(({ name }) => name.length)) + 1;
  return templates.text(language, page, { commands, games: ENGINES, wrap, pad });
}

/** What a command says of itself and, where that is not enough, its own `command.NAME` template. */
function commandPage(topic: string, language: string, templates: Templates): string {
  const command = COMMANDS.find(({ name }) => name === topic);
  const own = `command.${topic.replaceAll(' ', '-')}`;
  const more = templates.hasText(language, own) ? templates.text(language, own, {}) : '';
  return templates.text(language, 'page.command', { command, more, wrap });
}
