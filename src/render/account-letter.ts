import type { Asked, Message } from '../intent.ts';
import { say, type Wording } from '../sentence.ts';
import { type Content, commandGroup } from './content.ts';
import { confirmSubject } from './glance/glance.ts';

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

/** The content of such a letter. */
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
