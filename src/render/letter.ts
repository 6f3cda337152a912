import { PASSWORD_TEXT } from '../command/account/password.ts';
import { findCommand } from '../command/text/registry.ts';
import type { Message } from '../intent.ts';
import { makeMailto } from '../mail/mailto.ts';
import { type Sentence, say } from '../sentence.ts';
import { accountContent, askedWords } from './account-letter.ts';
import { type InlinePicture, makeAlbum } from './album.ts';
import { answerContent } from './answer-letter.ts';
import { boardContent } from './board-letter.ts';
import { challengeContent, counterContent } from './challenge-letter.ts';
import { type AttachedText, type Content, commandGroup } from './content.ts';
import { confirmSubject } from './glance/subject.ts';
import { renderHtml, unwrapped } from './html-part.ts';
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
  const words = wordsFor(reader, templates);
  const content = contentOf(message, reader, templates);
  const subject = words(content.subject);
  const template = `player/${content.template ?? message.kind}`;
  const textWith = (breaks: object) =>
    templates.text(language, template, { ...content.data, ...breaks });
  const text = tidyLetter(textWith({ wrap, wrapComment }));
  const album = makeAlbum(choices['mail'] === 'picture' ? reader.pictures : undefined);
  const { attached = [] } = content;
  const ends = content.unsubscribe;
  const unsubscribe = ends && makeMailto(reader.replyTo, ends, `${ends}\n`);
  if (choices['mail'] === 'text' || content.plain) {
    return { subject, text, html: undefined, pictures: [], attached, unsubscribe };
  }
  const groups = reader.links ? (content.groups?.({ address: reader.replyTo, subject }) ?? []) : [];
  const intro = groups.length > 0 ? words(content.intro ?? say('links-intro')) : '';
  const html = renderHtml(
    { language, subject, userid: reader.userid, preheader: content.preheader ?? '', intro, groups },
    content.html?.(album) ?? textWith({ wrap: unwrapped, wrapComment: asWritten }),
    templates,
  );
  return { subject, text, html, pictures: album.pictures, attached, unsubscribe };
}

/** Puts sentences into the words of a reader, who is meant by `you` in them. */
const wordsFor =
  ({ language, userid }: Reader, templates: Templates) =>
  (sentence: Sentence): string =>
    templates.sentence(language, sentence, userid);

/** Whether a command is asked about only when nothing proves who wrote. */
const wantsProofOnly = (written: string): boolean =>
  findCommand(written.split(' '))?.command.need === 'proof';

/** Lines of somebody's own words, which break wherever the reader's screen ends. */
const asWritten = (text: string): string => text;

function contentOf(message: Message, reader: Reader, templates: Templates): Content {
  const { userid, language } = reader;
  const { choices = {} } = message.facts;
  const words = wordsFor(reader, templates);
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
        subject: confirmSubject(message.facts.commands),
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
