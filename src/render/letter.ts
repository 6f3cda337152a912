import { footerOf } from '../command/letters/footer.ts';
import { findCommand } from '../command/text/registry.ts';
import { GAMES } from '../engine/registry.ts';
import type { RulesId } from '../engine/shape/ground.ts';
import type { Message, MessageFacts } from '../intent.ts';
import { shownLimits } from '../limits.ts';
import { BASE64_GROWTH, base64CharsMin, isAscii } from '../mail/compose.ts';
import { type Facts, type MomentText, type Sentence, say, type Wording } from '../sentence.ts';
import { accountContent, answerContent, askedWords } from './answer-letter.ts';
import { drawnBlocks } from './blocks/drawn-blocks.ts';
import { boardContent, puzzleContent } from './board-letter.ts';
import { confirmSubject } from './glance/glance.ts';
import { challengeContent, counterContent } from './greeting/challenge-letter.ts';
import { greetingContent } from './greeting/greeting-letter.ts';
import {
  type AttachedText,
  type Content,
  commandGroup,
  commandInNewLetter,
  type SizeLevel,
  yesAndNo,
} from './links.ts';
import { morningContent } from './morning-letter.ts';
import { type InlinePicture, makeAlbum } from './picture/album.ts';
import type { Templates } from './templates.ts';
import { wrap, wrapComment } from './wrap.ts';

export interface Reader {
  readonly userid: string | undefined;
  readonly language: string;
  readonly replyTo: string;
  /** Whether a new letter to that address carries the proof, so that links can send answers. */
  readonly links: boolean;
  /**
   * Suffix of the Content-IDs of complete boards: globally unique, not secret, as it is quoted and
   * forwarded. Undefined if no pictures can be drawn.
   */
  readonly pictures?: string | undefined;
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  /** Undefined for plain text only. */
  readonly html: string | undefined;
  readonly pictures: readonly InlinePicture[];
  readonly attached: readonly AttachedText[];
  /** A `mailto:` link to unsubscribe from such letters, if any. */
  readonly unsubscribe: string | undefined;
}

export function renderLetter(message: Message, reader: Reader, templates: Templates): Rendered {
  const { language } = reader;
  const { choices = {} } = message.facts;
  const words = wordsFor(reader, templates);
  const content = contentOf(message, reader, templates);
  const subject = words(content.subject);
  const template = `player/${content.template ?? message.kind}`;
  const spelled = (line: string) => templates.inWords(language, line);
  const textWith = (breaks: object) =>
    templates.text(language, template, { ...content.data, ...breaks, spelled });
  const footer = footerOf(message, reader.userid);
  const below = footer && !footer.isInText ? words(footer.says) : '';
  const also = choices.passwords ? [words(say('passwords-gone'))] : [];
  const last = [...also, below].filter((part) => part !== '').map((part) => wrap(part));
  const told = tidyLetter(textWith({ wrap, wrapComment }));
  const text = last.length > 0 ? `${told.trimEnd()}\n\n${last.join('\n\n')}\n` : told;
  const { attached = [] } = content;
  const unsubscribe = footer && commandInNewLetter(reader.replyTo, footer.command);
  if (choices['mail'] === 'text' || content.plain) {
    return { subject, text, html: undefined, pictures: [], attached, unsubscribe };
  }
  const to = reader.links ? { address: reader.replyTo, subject, spelled } : undefined;
  const id = choices['pictures'] === 'no' ? undefined : reader.pictures;
  const linked = (room: number, without: SizeLevel) =>
    (to && content.groups?.(to, room, without)) ?? [];
  const bodyWithout = (without: SizeLevel) => {
    const album = makeAlbum(without === 'table' ? undefined : id);
    const bodyFromText = () => {
      const links = linked(shownLimits.bytes, without).flatMap((group) => group.links);
      const said = textWith({ wrap: unwrapped, wrapComment: asWritten });
      const { drawings } = content;
      const taps = to && content.taps?.(to);
      const buttons = to && content.buttons?.(to);
      const blocks = drawnBlocks(said, { words, album, drawings, taps, links, buttons });
      return { template: 'part/blocks', data: { blocks } };
    };
    const body = renderBody(
      reader,
      content.html?.(album, to, without) ?? bodyFromText(),
      templates,
    );
    const pictures = [...album.pictures];
    const drawn = pictures.reduce((sum, { bytes }) => sum + bytes, 0);
    const left = shownLimits.bytes - bytesAsSent(text) - bytesAsSent(body) - FRAME_BYTES - drawn;
    // The links have the encoding of the body.
    const room = isAscii(body) ? left : Math.floor(left / BASE64_GROWTH);
    return { without, body, pictures, room };
  };
  let shown = bodyWithout('nothing');
  const canShorten = content.html !== undefined && message.kind !== 'morning';
  if (canShorten && shown.room < 0) shown = bodyWithout('cell-links');
  if (canShorten && shown.room < 0) shown = bodyWithout('table');
  const { body, pictures, room, without } = shown;
  const groups = linked(room, without);
  const own = groups.find((group) => group.intro)?.intro ?? content.intro;
  const isSingle = groups.flatMap(({ links }) => links).length === 1;
  const intro =
    groups.length > 0 ? words(own ?? say(isSingle ? 'links-intro-one' : 'links-intro')) : '';
  const shownFooter = [
    ...also.map((part) => ({ text: `${part} ` })),
    ...footerParts(
      below,
      footer && spelled(footer.command),
      reader.links ? unsubscribe : undefined,
    ),
  ];
  const { preheader = '' } = content;
  const frame = { subject, preheader, intro, groups, body, footer: shownFooter };
  const html = renderHtml(frame, language, templates);
  return { subject, text, html, pictures, attached, unsubscribe };
}

/** Translates sentences for a reader, whose own userid may be written as `you`. */
const wordsFor =
  ({ language, userid }: Reader, templates: Templates) =>
  (sentence: Sentence): string =>
    templates.sentence(language, sentence, userid);

/** Bytes of a letter besides text, body and pictures: header, style, commands. */
const FRAME_BYTES = 12_000;

/** Maximum encoded size of a part: with many non-ASCII characters it is sent as base64. */
function bytesAsSent(part: string): number {
  const bytes = Buffer.byteLength(part);
  const signs = bytes - part.length;
  const length = bytes + signs * '&#12345;'.length;
  return part.split('\n').length + (signs === 0 ? length : Math.min(base64CharsMin(part), length));
}

const PROVEN: ReadonlySet<string> = new Set(['sender', 'account', 'board', 'puzzle']);

/** The data of a question about commands. */
function confirmData(facts: MessageFacts<'confirm'>, words: Wording) {
  const { commands, asked, outdated } = facts;
  const needs = commands.map((line) => findCommand(line.split(' '))?.command.need);
  const needsConfirmation = needs.includes('confirmation');
  // `ADDRESS` stands for an address in a letter that anybody may have written, as in an invitation.
  const masked = commands.some((command) => /\bADDRESS\b/.test(command));
  return {
    ...facts,
    ...askedWords(asked, words),
    ...(outdated && { changed: words(outdated) }),
    // An answer to a letter about the account would have needed no question.
    avoidable: asked?.proof !== 'forged' && !outdated && !needsConfirmation,
    lasting: needsConfirmation && PROVEN.has(asked?.proof ?? 'none') && !outdated,
    masked,
    invites: commands.some((command) => command.startsWith('invite ADDRESS')),
  };
}

/** Keeps a person's lines, which the reader's program wraps. */
const asWritten = (text: string): string => text;

/** The rules in two sentences, if any. */
const rulesInBrief = (rules: RulesId, language: string, templates: Templates) =>
  templates.description(language, `rules-${rules}`) ??
  templates.description('en', `rules-${rules}`);

function contentOf(message: Message, reader: Reader, templates: Templates): Content {
  const { userid, language } = reader;
  const { choices = {} } = message.facts;
  const words = wordsFor(reader, templates);
  const brief = (rules: RulesId) => rulesInBrief(rules, language, templates);
  switch (message.kind) {
    case 'board':
    case 'show':
      return boardContent(message.facts, userid, words, choices);
    case 'answer':
      return answerContent(message.facts.sections, { userid, language, choices, templates, words });
    case 'morning': {
      const { sections, turns, board } = message.facts;
      const to = reader.links ? { address: reader.replyTo } : undefined;
      return {
        ...(sections
          ? answerContent(sections, { userid, language, choices, templates, words })
          : morningContent(message.facts, { userid, choices, to, words })),
        ...(sections && { template: 'answer', subject: say('subject-morning', { turns, board }) }),
      };
    }
    case 'puzzle':
      return puzzleContent(message.facts, userid, words, choices);
    case 'challenge':
      return challengeContent(message.facts, words, choices, brief(message.facts.rules));
    case 'counter':
      return counterContent(message.facts, words, choices, brief(message.facts.rules));
    case 'invitation':
    case 'welcome':
    case 'first':
    case 'introduction':
      return greetingContent(message, words, brief);
    case 'confirm':
      return {
        subject: confirmSubject(message.facts.commands),
        data: confirmData(message.facts, words),
        groups: commandGroup(words(say('word-yes')), words(say('word-no'))),
        buttons: yesAndNo(words),
      };
    case 'broadcast':
      return { subject: say('subject-broadcast'), data: message.facts };
    case 'notice':
      return {
        subject: say('subject-notice'),
        data: { says: message.facts.says.map(words), comment: message.facts.comment },
      };
    case 'report': {
      const when = (at: MomentText) => words(say('moment', { at }));
      return { subject: say('subject-report'), data: { ...message.facts, when } };
    }
    case 'probe':
      return { subject: say('subject-probe'), data: message.facts };
    default:
      return accountContent(message, words);
  }
}

/** The footer in parts, of which its command is a link to a filled-in letter; may be empty. */
function footerParts(words: string, command: string | undefined, href: string | undefined) {
  const at = command === undefined ? -1 : words.lastIndexOf(command);
  if (command === undefined || at < 0) return words === '' ? [] : [{ text: words }];
  return [
    { text: words.slice(0, at) },
    { text: command, href },
    { text: words.slice(at + command.length) },
  ];
}

/** Renders a template `part/NAME` of the same language, for use in another one. */
type Part = (name: string, data: object) => string;

/** Translates a sentence for markup, which has no words of its own. */
type Tell = (code: string, facts?: Facts) => string;

/**
 * Preserves the blanks of a line, also in programs without `white-space`: as non-breaking ones, except the
 * last of each run, where the line may break.
 */
const spaced = (line: string): string => line.replace(/^ | (?= )/g, '\u00a0');

/**
 * Prevents line breaks after hyphens in typed text, such as `-size=6x6`, `e4-e2`, `2026-12-24` and
 * `forms-original`.
 */
function unbroken(markup: string, part: Part): string {
  // Fast path: most letters have none.
  if (markup.search(TYPED) < 0) return markup;
  let left = TYPED_MAX;
  return markup.replace(/>[^<]+/g, (words) =>
    words.replace(TYPED, (typed) => (left-- > 0 ? part('typed', { typed }) : typed)),
  );
}

/** Above the number on a help page; a person's words may hold many more. */
const TYPED_MAX = 60;

/** Rules ids with a hyphen: the parts before and after the first one. */
const HYPHENATED = GAMES.map(({ rules }) => /^(.*?)-(.*)$/.exec(rules) ?? []).filter(
  ([rules]) => rules !== undefined,
);

/**
 * Matches from the hyphen on, as no line breaks before it. The hyphen comes first: a lookbehind at every
 * character takes four times as long.
 */
const TYPED = new RegExp(
  `-(?:${[
    '(?<=[\\s([>]-)[a-z]+(?:=[^\\s,.;:)|&]*)?',
    // Links to moves do not break anyway.
    '(?<=[\\s(][a-z]\\d{1,2}-)[a-z]\\d+',
    '(?<=[\\s(>]\\d{4}-)\\d\\d-\\d\\d',
    ...HYPHENATED.map(([, head, tail]) => `(?<=\\b${head}-)${tail}`),
  ].join('|')})`,
  'g',
);

function renderBody(
  { language, userid }: { readonly language: string; readonly userid: string | undefined },
  { template, data }: { readonly template: string; readonly data: object },
  templates: Templates,
): string {
  const tell: Tell = (code, facts = {}) => templates.sentence(language, { code, facts }, userid);
  const part: Part = (name, data) =>
    templates.html(language, `part/${name}`, { ...data, part, tell, spaced });
  return unbroken(templates.html(language, template, { ...data, part, tell, spaced }), part);
}

/** Renders the complete HTML part, with links below the body. The preheader is hidden, for lists of letters. */
function renderHtml(
  frame: { readonly preheader: string },
  language: string,
  templates: Templates,
): string {
  const inner: Part = (name, data) => templates.html(language, `part/${name}`, data);
  const part: Part = (name, data) => unbroken(inner(name, { ...data, part: inner }), inner);
  const padding = paddingFor(frame.preheader);
  return templates.html(language, 'letter', { language, ...frame, padding, part });
}

/** An invisible non-blank, so that the following blank is kept; a character reference, which is ASCII. */
const UNSEEN = '&#847;';

/** Number in a line, to limit line lengths. */
const UNSEEN_IN_LINE = 12;

/** Padding after a preheader, so that lists do not show the following text. */
function paddingFor(preheader: string): string {
  const lacking = preheader === '' ? 0 : Math.max(0, shownLimits.preheaderChars - preheader.length);
  const line = `\n${Array(UNSEEN_IN_LINE).fill(UNSEEN).join(' ')}`;
  return line.repeat(Math.ceil(lacking / UNSEEN_IN_LINE));
}

/** Replaces `wrap` in text for HTML: a sentence is a paragraph, whatever its length. */
const unwrapped = (text: string, indent = ''): string => (indent === '' ? `${text}\n` : text);

/** Tidies a complete letter: no blanks at line ends, no two empty lines in a row, one final newline. */
const tidyLetter = (text: string): string =>
  `${text
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
