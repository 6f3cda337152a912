import { PASSWORD_TEXT } from '../command/account/password.ts';
import { findCommand } from '../command/text/registry.ts';
import type { Message } from '../intent.ts';
import { boardLetterBytesMax } from '../limits.ts';
import { makeMailto } from '../mail/mailto.ts';
import { type Sentence, say } from '../sentence.ts';
import { accountContent, askedWords } from './account-letter.ts';
import { answerContent } from './answer-letter.ts';
import { boardContent } from './board-letter.ts';
import { challengeContent, counterContent } from './challenge-letter.ts';
import { type AttachedText, type Content, commandGroup, type Thrift } from './content.ts';
import { renderBody, renderHtml, unwrapped } from './html-part.ts';
import { makeAlbum } from './picture/album.ts';
import type { InlinePicture } from './picture/svg.ts';
import type { Templates } from './templates.ts';
import { tidyLetter, wrap, wrapComment } from './wrap.ts';

/** Who reads a letter, and where an answer to it goes. */
export interface Reader {
  readonly userid: string | undefined;
  readonly language: string;
  readonly replyTo: string;
  /** Whether a new letter to that address carries the proof: then links can stand for answers. */
  readonly links: boolean;
  /**
   * From what the Content-IDs of this letter's pictures are made: its Message-ID, without angles.
   * Undefined where no pictures can be drawn.
   */
  readonly pictures?: string | undefined;
}

/** A letter in words. */
export interface Rendered {
  readonly subject: string;
  readonly text: string;
  /** Undefined for a reader who wants plain text only. */
  readonly html: string | undefined;
  readonly pictures: readonly InlinePicture[];
  readonly attached: readonly AttachedText[];
  /** A `mailto:` link that ends letters like this one; undefined where nothing does. */
  readonly unsubscribe: string | undefined;
}

/** Turns what a letter says into words for its reader. */
export function renderLetter(message: Message, reader: Reader, templates: Templates): Rendered {
  const { language } = reader;
  const { choices = {} } = message.facts;
  const words = (sentence: Sentence) => templates.sentence(language, sentence);
  const content = contentOf(message, reader, templates);
  const subject = words(content.subject);
  const template = `player/${content.template ?? message.kind}`;
  const textWith = (breaks: object) =>
    templates.text(language, template, { ...content.data, ...breaks });
  const text = tidyLetter(textWith({ wrap, wrapComment }));
  const { attached = [] } = content;
  const ends = content.unsubscribe;
  const unsubscribe = ends && makeMailto(reader.replyTo, ends, `${ends}\n`);
  if (choices['mail'] === 'text' || content.plain) {
    return { subject, text, html: undefined, pictures: [], attached, unsubscribe };
  }
  const to = reader.links ? { address: reader.replyTo, subject } : undefined;
  const id = choices['pictures'] === 'no' ? undefined : reader.pictures;
  const bodyWithout = (without: Thrift) => {
    const album = makeAlbum(without === 'table' ? undefined : id);
    const shown =
      content.html?.(album, to, without) ?? textWith({ wrap: unwrapped, wrapComment: asWritten });
    const body = renderBody(language, shown, templates);
    const pictures = [...album.pictures];
    const left =
      boardLetterBytesMax - bytesAsSent(text) - bytesAsSent(body) - bytesOfRest(pictures);
    // The links are written in the same way as what stands above them.
    const room = isAscii(body) ? left : Math.floor(left / BASE64_GROWTH);
    return { without, body, pictures, room };
  };
  let shown = bodyWithout('nothing');
  if (content.html && shown.room < 0) shown = bodyWithout('cell-links');
  if (content.html && shown.room < 0) shown = bodyWithout('table');
  const { body, pictures, room, without } = shown;
  const groups = (to && content.groups?.(to, room, without)) ?? [];
  const own = groups.find((group) => group.intro)?.intro ?? content.intro;
  const intro = groups.length > 0 ? words(own ?? say('links-intro')) : '';
  const html = renderHtml({ language, subject, intro, groups, body }, templates);
  return { subject, text, html, pictures, attached, unsubscribe };
}

/** What a letter has beside them: the fields of its header, its style, its commands, its pictures. */
const bytesOfRest = (pictures: readonly InlinePicture[]): number =>
  FRAME_BYTES + pictures.reduce((sum, { bytes }) => sum + bytes, 0);
const FRAME_BYTES = 12_000;

/** How much base64 adds, with its ends of lines. */
const BASE64_GROWTH = 1.4;
const isAscii = (part: string): boolean => Buffer.byteLength(part) === part.length;

/** What a part takes at most: one with many signs that are not ASCII goes out as base64. */
function bytesAsSent(part: string): number {
  const lineEnds = part.split('\n').length;
  const bytes = Buffer.byteLength(part);
  const others = bytes - part.length;
  const reference = '&#12345;'.length;
  const written =
    others === 0 ? bytes : Math.min(1_024 + BASE64_GROWTH * bytes, bytes + reference * others);
  return written + lineEnds;
}

/** Whether a command is asked about only when nothing proves who wrote. */
const wantsProofOnly = (written: string): boolean =>
  findCommand(written.split(' '))?.command.need === 'proof';

/** Lines of somebody's own words, which break wherever the reader's screen ends. */
const asWritten = (text: string): string => text;

function contentOf(message: Message, reader: Reader, templates: Templates): Content {
  const { userid, language } = reader;
  const { choices = {} } = message.facts;
  const words = (sentence: Sentence) => templates.sentence(language, sentence);
  switch (message.kind) {
    case 'board':
    case 'show':
      return boardContent(message.facts, userid, words, choices);
    case 'answer':
      return answerContent(message.facts.sections, { userid, language, choices, templates, words });
    case 'morning': {
      const { sections, daily, turns, board } = message.facts;
      return {
        ...answerContent(sections, { userid, language, choices, templates, words }),
        subject: say('subject-morning', { turns, board }),
        template: 'answer',
        unsubscribe: daily ? 'set notify each' : 'set remind no',
      };
    }
    case 'challenge':
      return challengeContent(message.facts, words, choices);
    case 'counter':
      return counterContent(message.facts, words);
    case 'confirm':
      return {
        subject: say('subject-confirm'),
        data: {
          ...message.facts,
          ...askedWords(message.facts.asked, words),
          avoidable: message.facts.commands.every(wantsProofOnly),
          unseen: message.facts.commands.includes(PASSWORD_TEXT),
        },
        groups: commandGroup('yes'),
      };
    case 'welcome':
      return {
        subject: say('subject-welcome', { userid: message.facts.userid }),
        data: { userid: message.facts.userid, says: (message.facts.says ?? []).map(words) },
        groups: commandGroup(
          'help tutorial',
          'help forms',
          'challenges',
          'challenge open forms',
          'games',
          'help',
        ),
      };
    case 'broadcast':
      return { subject: say('subject-broadcast'), data: message.facts };
    case 'notice':
      return {
        subject: say('subject-notice'),
        data: { says: message.facts.says.map(words), comment: message.facts.comment },
      };
    case 'report':
      return { subject: say('subject-report'), data: message.facts };
    case 'probe':
      return { subject: say('subject-probe'), data: message.facts };
    default:
      return accountContent(message, words);
  }
}
