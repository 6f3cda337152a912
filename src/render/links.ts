import { moveLinksMax } from '../limits.ts';
import { makeMailto } from '../mail/mailto.ts';
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
export interface AnswerTo {
  readonly address: string;
  readonly subject: string;
}

/** A link whose answer consists of one command. */
export const commandLink = ({ address, subject }: AnswerTo, command: string): Link => ({
  label: command,
  href: makeMailto(address, `Re: ${subject}`, `${command}\n`),
});

/**
 * Every legal move as a link, grouped by stone. Where there are more than a letter can hold, one
 * link a stone, which fills in the cell it stands on.
 */
export function moveLinks({ moves }: BoardPage, to: AnswerTo): readonly LinkGroup[] {
  const count = moves.reduce((sum, group) => sum + group.moves.length, 0);
  if (count <= moveLinksMax) {
    return moves.map(({ from, moves: texts }) => ({
      title: from,
      links: texts.map((text) => commandLink(to, text)),
    }));
  }
  const stones = moves.map(({ from }) => ({
    label: from,
    href: makeMailto(to.address, `Re: ${to.subject}`, from),
  }));
  return [{ title: '', links: stones }];
}

/** Whether `moveLinks` has a link for every move and not only one a stone. */
export const linksAreWhole = ({ moves }: BoardPage): boolean =>
  moves.reduce((sum, group) => sum + group.moves.length, 0) <= moveLinksMax;
