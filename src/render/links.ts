import { moveLinksMax, stoneLinksMax } from '../limits.ts';
import { makeMailto, withoutTag } from '../mail/mailto.ts';
import { type Sentence, say } from '../sentence.ts';
import type { BoardPage } from './board-page.ts';

/** A link that opens a filled-in answer. */
export interface Link {
  readonly label: string;
  readonly href: string;
}

/** Links under one heading. */
export interface LinkGroup {
  readonly title: string;
  readonly links: readonly Link[];
}

/** What a letter's answers have in common. */
export interface ReplyTo {
  readonly address: string;
  readonly subject: string;
}

/** The same to an address that shows nothing about who writes. */
export const withoutProof = (to: ReplyTo): ReplyTo => ({
  ...to,
  address: withoutTag(to.address),
});

/** A link whose answer consists of one command. */
export const commandLink = (to: ReplyTo, command: string): Link =>
  linkTo(to, command, `${command}\n`);

/**
 * A link to a new letter with a command as its subject and its text: there are programs that fill in only
 * one of them.
 */
export const commandInNewLetter = (address: string, command: string): string =>
  makeMailto(address, command, `${command}\n`);

/** A link to a new letter whose subject is the command: it needs no letter of ours to answer. */
export const subjectLink = ({ address }: ReplyTo, command: string): Link => ({
  label: command,
  href: makeMailto(address, command),
});

const linkTo = ({ address, subject }: ReplyTo, label: string, body: string): Link => ({
  label,
  href: makeMailto(address, `Re: ${subject}`, body),
});

/** Links to play a move with, and the sentence that says what they do. */
export interface MoveLinks {
  readonly intro: Sentence;
  groups(to: ReplyTo): readonly LinkGroup[];
}

/**
 * Every legal move as a link, grouped by stone. Where there are more than a letter can hold, one
 * link a stone, which fills in the cell it stands on; where even these are too many, one link to an
 * answer without the move.
 */
export function moveLinks({ board, moves }: Pick<BoardPage, 'board' | 'moves'>): MoveLinks {
  const count = moves.reduce((sum, group) => sum + group.moves.length, 0);
  // In some games a move names one cell, and needs no heading that says the same.
  if (count <= stoneLinksMax && moves.every(({ from, moves: [move] }) => move === from)) {
    return {
      intro: say('links-intro'),
      groups: (to) => ungrouped(moves.map(({ from }) => commandLink(to, from))),
    };
  }
  if (count <= moveLinksMax) {
    return {
      intro: say('links-intro'),
      groups: (to) =>
        moves.map(({ from, moves: texts }) => ({
          title: from,
          links: texts.map((text) => commandLink(to, text)),
        })),
    };
  }
  if (moves.length <= stoneLinksMax) {
    return {
      intro: say('links-intro-stones'),
      groups: (to) => ungrouped(moves.map(({ from }) => linkTo(to, from, from))),
    };
  }
  return {
    intro: say('links-intro-empty'),
    groups: (to) => ungrouped([linkTo(to, `move ${board}`, `move ${board} `)]),
  };
}

const ungrouped = (links: readonly Link[]): readonly LinkGroup[] =>
  links.length > 0 ? [{ title: '', links }] : [];
