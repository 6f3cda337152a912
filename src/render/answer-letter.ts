import { moveLine } from '../command/shape/move-choices.ts';
import type { Command } from '../command/shape/types.ts';
import { nearest } from '../command/shape/words.ts';
import { CLASSIC_LINES } from '../command/text/classic-lines.ts';
import { COMMANDS } from '../command/text/registry.ts';
import { offeredRules } from '../engine/registry.ts';
import type { Asked, Choices, HelpPage, Message, Section } from '../intent.ts';
import { shownLimits } from '../limits.ts';
import { withoutTag } from '../mail/reply.ts';
import { type Sentence, say, type Wording } from '../sentence.ts';
import { drawBoard } from './ascii.ts';
import { drawnBlocks } from './blocks/drawn-blocks.ts';
import { htmlBoard, tapsOf } from './board-letter.ts';
import { boardPage } from './board-page.ts';
import { answerSubject, boardSubject, confirmSubject } from './glance/glance.ts';
import { sampleBoard } from './greeting/challenge-letter.ts';
import {
  type Content,
  commandGroup,
  commandLink,
  type Link,
  type ReplyTo,
  type SizeLevel,
  yesAndNo,
} from './links.ts';
import type { Album } from './picture/album.ts';
import type { Templates } from './templates.ts';
import { drawList, wrap } from './wrap.ts';

interface AnswerReader {
  readonly userid: string | undefined;
  readonly language: string;
  readonly choices: Choices;
  readonly templates: Templates;
  readonly words: Wording;
}

export function answerContent(sections: readonly Section[], reader: AnswerReader): Content {
  const pages = sections.map((section) => sectionPage(section, reader));
  const typed = sections.flatMap(({ answers: commands = [], lists = [] }) => [
    ...commands,
    ...lists.flatMap((list) => list.answers ?? []),
  ]);
  const answers = [...new Set(typed)];
  const group = commandGroup(...answers);
  const told = sections.filter(({ understood, board }) => (understood ?? board) !== undefined);
  const [section] = told;
  const page = section && pages[sections.indexOf(section)];
  const unclear = told.length === 1 ? unclearOn(section, page) : undefined;
  const isChoice = unclear !== undefined && targetsOf(section, page) !== undefined;
  const isUnproven = sections.some(({ asks: unproven }) => unproven);
  return {
    subject: unclear
      ? unclearSubject(unclear, reader.choices)
      : answerSubject(sections.map(({ understood }) => understood)),
    attached: sections.flatMap(({ attached = [] }) => attached),
    ...(answers.length > 0 &&
      !isChoice && { groups: isUnproven ? (to) => group(withoutProof(to)) : group }),
    data: { sections: pages },
    html: (album, to, without) => ({
      template: 'player/answer',
      data: {
        sections: htmlSections(sections, pages, reader.words, album, { to, isUnproven, without }),
      },
    }),
  };
}

/** A command and its result, in words. */
type SectionPage = ReturnType<typeof sectionPage>;

const sectionPage = (section: Section, reader: AnswerReader) => ({
  // The board that is shown needs no number.
  understood: section.understood?.replace(`move ${section.board?.board} `, ''),
  says: section.says.map(reader.words),
  text: section.text,
  lists: (section.lists ?? []).map((list) => drawList(list, reader.words)),
  page: section.page && helpPage(section.page, reader),
  board: section.board && boardPage(section.board, reader.userid, reader.words, reader.choices),
});

/** A section about what was not understood on a board. */
function unclearOn(section: Section | undefined, page: SectionPage | undefined) {
  const { understood, board: facts, answers = [] } = section ?? {};
  const isAsked = understood === undefined && answers.length > 0;
  return isAsked && facts && page?.board ? { facts, page: page.board, answers } : undefined;
}

/** The subject of the board, so that programs keep the letter in its thread. A first board has no number. */
const unclearSubject = (
  { facts, page }: NonNullable<ReturnType<typeof unclearOn>>,
  choices: Choices,
): Sentence =>
  facts.board === 0
    ? say('subject-first', { game: page.game })
    : boardSubject(facts, page, choices);

/** The offered moves, by the cell in which each ends; undefined unless each answer is a move to a cell of its own. */
function targetsOf(
  section: Section | undefined,
  page: SectionPage | undefined,
): ReadonlyMap<string, string> | undefined {
  const { answers = [], understood } = section ?? {};
  const lines = page?.board?.drawing?.view.lines ?? [];
  const cells = lines.flatMap(({ spots }) => spots.map((spot) => spot?.name ?? ' '));
  const targets = new Map<string, string>();
  for (const answer of understood === undefined ? answers : []) {
    const ends = cells.filter((cell) => answer.endsWith(cell));
    const target = ends.reduce((one, next) => (next.length > one.length ? next : one), '');
    if (target !== '') targets.set(target, answer);
  }
  return targets.size > 0 && targets.size === answers.length ? targets : undefined;
}

/** A button to choose a line; one for a move names the move alone. */
const choiceLink = (to: ReplyTo, answer: string): Link => ({
  ...commandLink(to, answer),
  label: answer.replace(/^move \d+ /, ''),
});

/** Buttons for what a section leaves open: one of several moves, or a yes to its only offer. */
function choicesOf(
  section: Section | undefined,
  targets: ReadonlyMap<string, string> | undefined,
  words: Wording,
  to: ReplyTo,
): readonly Link[] {
  const { offers, answers = [], asks } = section ?? {};
  if (offers && answers.length === 1 && !asks) return yesAndNo(words)(to);
  return targets ? [...targets.values()].map((move) => choiceLink(to, move)) : [];
}

const linksTo = (targets: ReadonlyMap<string, string>, to: ReplyTo): ReadonlyMap<string, string> =>
  new Map([...targets].map(([cell, move]) => [cell, commandLink(to, move).attribute]));

interface Linking {
  readonly to: ReplyTo | undefined;
  /** The sender is unproven: cells are no links, and other links carry no proof. */
  readonly isUnproven: boolean;
  readonly without: SizeLevel;
}

/** Cells are links, unless that makes the letter too long. */
const htmlSections = (
  sections: readonly Section[],
  pages: readonly SectionPage[],
  words: Wording,
  album: Album,
  { to, isUnproven, without }: Linking,
): readonly object[] => {
  let room = shownLimits.linkedSide ** 2;
  const replyTo = isUnproven && to ? withoutProof(to) : to;
  return pages.map((page, at) => {
    const help = sections[at]?.page;
    room -= page.board?.moves.length ?? 0;
    const link = room >= 0 && without === 'nothing' && !isUnproven ? to : undefined;
    const line = (move: string) => moveLine(page.board?.board ?? 0, move);
    const targets = page.board && targetsOf(sections[at], page);
    const taps =
      targets && link
        ? { links: linksTo(targets, link), says: words(say('tap-target')) }
        : page.board && tapsOf(page.board, link, words, line);
    return {
      ...page,
      blocks: help && page.page ? helpBlocks(help, page.page, words, album, replyTo) : [],
      board: page.board && htmlBoard(page.board, words, album, taps, without),
      choices: replyTo ? choicesOf(sections[at], targets, words, replyTo) : [],
    };
  });
};

/** Boards of a help page are drawn as in a letter, except on the page about display. */
const helpBlocks = (
  { kind, topic }: HelpPage,
  text: string,
  words: Wording,
  album: Album,
  to: ReplyTo | undefined,
) =>
  drawnBlocks(text, {
    words,
    album,
    links: to && kind === 'help' && topic === '' ? firstStepLinks(to, words) : [],
    typed: kind === 'command',
    like: kind === 'game' ? sampleBoard(topic) : undefined,
    keepsDiagrams: kind === 'display',
  });

/** Commands of the first help page that can be sent unchanged. */
const firstStepLinks = (to: ReplyTo, words: Wording): readonly Link[] =>
  words(say('help-links'))
    .split(', ')
    .map((command) => commandLink(to, command));

function helpPage(page: HelpPage, reader: AnswerReader): string {
  const { kind, topic } = page;
  const { language, templates } = reader;
  if (kind === 'game') return templates.text(language, `game/${topic}`, {});
  if (kind === 'command') return commandPage(topic, reader);
  if (kind === 'text') return templates.text(language, `page/${topic}`, { lines: CLASSIC_LINES });
  if (kind === 'display') {
    return templates.text(language, 'page/display', {
      diagram: drawBoard(sampleBoard(topic)),
    });
  }
  const commands = COMMANDS.filter(
    ({ audience }) => (audience === 'admin') === (topic === 'admin'),
  ).map((command) => described(command, reader));
  const name = topic === '' ? 'page/help' : 'page/commands';
  const pad = Math.max(12, ...commands.map(({ called }) => called.length)) + 2;
  const isPlayer = reader.userid !== undefined;
  const offered = page.topic === '' ? page.games : undefined;
  const games = offered ?? offeredRules();
  const data = { commands, games, wrap, pad, tie: '\u00a0', isPlayer };
  return templates.text(language, name, data);
}

/** The help page of a command, with its optional `command/NAME` template. */
function commandPage(topic: string, reader: AnswerReader): string {
  const { language, templates } = reader;
  const found = COMMANDS.find(({ name }) => name === topic);
  const command = found && described(found, reader);
  const own = `command/${topic.replaceAll(' ', '-')}`;
  const more = templates.hasText(language, own) ? templates.text(language, own, {}) : '';
  // Aliases that are mere typos are not shown.
  const aliases = command?.aliases?.filter((alias) => nearest(alias, [topic]) === undefined) ?? [];
  const names = [...templates.names(language, topic), ...aliases];
  const answer = templates.example(language, topic);
  return templates.text(language, 'page/command', { command, aliases: names, more, answer, wrap });
}

/** A command with its name, usage, summary and example in the reader's language, or else in English. */
function described(command: Command, { language, templates }: AnswerReader) {
  const name = command.name.replaceAll(' ', '-');
  const told = (what: 'usage' | 'summary' | 'example') =>
    templates.description(language, `${what}-${name}`);
  const spelled = (what: 'usage' | 'example') =>
    templates.spelled(language, told(what) ?? command[what]);
  const [called = command.name] = templates.names(language, command.name);
  const [usage, summary, example] = [
    spelled('usage'),
    told('summary') ?? command.summary,
    spelled('example'),
  ];
  return { ...command, called, usage, summary, example };
}

/** Letters about accounts and between people, without a board. */
type AccountMessage = Extract<
  Message,
  {
    readonly kind: 'address' | 'signoff' | 'message' | 'feedback' | 'export';
  }
>;

/** The origin of a question, in words; empty for questions of older versions. */
export function askedWords(asked: Asked | undefined, words: Wording) {
  if (!asked) return {};
  const { at, proof, last } = asked;
  return {
    came: words(say(`question-${proof}`, { at })),
    unproven: proof === 'none' || proof === 'forged',
    ...(last && { last: words(say('question-last')) }),
  };
}

export function accountContent(message: AccountMessage, words: Wording): Content {
  switch (message.kind) {
    case 'address':
    case 'signoff':
      return {
        subject: confirmSubject([message.kind === 'signoff' ? 'signoff' : 'address add']),
        data: { ...message.facts, ...askedWords(message.facts.asked, words) },
        groups: commandGroup(words(say('word-yes'))),
      };
    case 'message':
      return {
        subject: say('subject-message', { userid: message.facts.from }),
        data: message.facts,
        groups: commandGroup(`message ${message.facts.from}`, `block ${message.facts.from}`),
      };
    case 'feedback':
      return {
        subject: say('subject-feedback', { userid: message.facts.from }),
        data: message.facts,
        groups: commandGroup(`message ${message.facts.from}`),
      };
    case 'export':
      return {
        subject: say('subject-export'),
        data: { json: JSON.stringify(message.facts.everything, undefined, 1) },
        plain: true,
      };
  }
}

/** Removes the reply token from the address. */
const withoutProof = (to: ReplyTo): ReplyTo => ({
  ...to,
  address: withoutTag(to.address),
});
