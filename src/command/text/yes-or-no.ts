import { plainLine } from '../shape/words.ts';

/** Whole lines that answer a question, in each language of the letters. */
const YES = `
  yes|y|yep|yeah|yes please|ok|okay|sure|accept|accepted|i accept|agreed|confirm|confirmed|go ahead
  ja|ja bitte|ja gern|ja gerne|gern|gerne|klar|annehmen|einverstanden|angenommen|in ordnung|bestätigt
`;
const NO = `
  no|n|nope|no thanks|no thank you|reject|decline|declined|i decline|stop|cancel|unsubscribe
  nein|nein danke|ablehnen|abgelehnt|lieber nicht|abbestellen
`;

const linesOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/\||\n/)
      .map((line) => line.trim()),
  );

const YES_LINES = linesOf(YES);
const NO_LINES = linesOf(NO);

/** Whether a line is a yes or a no and nothing else; a sentence around the word is neither. */
export function yesOrNo(line: string): 'yes' | 'no' | undefined {
  const words = plainLine(line.replace(/^[\s*_"'([]+|[\s*_"')\]]+$/g, ''))
    .toLowerCase()
    .replace(/\s*,\s*|\s+/g, ' ');
  if (YES_LINES.has(words)) return 'yes';
  return NO_LINES.has(words) ? 'no' : undefined;
}
