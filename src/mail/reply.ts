import { splitTag } from '../player/address.ts';
import { err, ok, type Result } from '../result.ts';
import type { Letter } from './letter.ts';
import { parseToken, type Secrets, type Token } from './token.ts';

/** The tags of our own address among these: `k3f` of `games+k3f@host`. */
export const tagsOf = (recipients: readonly string[], own: string): readonly string[] =>
  recipients
    .map(splitTag)
    .filter(({ base, tag }) => base.toLowerCase() === own.toLowerCase() && tag !== '')
    .map(({ tag }) => tag);

/**
 * The token of the letter of ours that this one answers. The address it was sent to is looked at
 * first, then In-Reply-To, then the last of References; two that disagree open nothing.
 *
 * @param own the address of this server, without a tag
 */
export function replyToken(
  letter: Letter,
  own: string,
  secrets: Secrets,
): Result<Token | undefined, 'tokens-disagree'> {
  const tags = tagsOf(letter.recipients, own);
  const ids = [...letter.inReplyTo, ...letter.references.slice(-1)].map(
    (id) => id.split('.')[0] ?? '',
  );
  const toAddress = different(tags, secrets);
  if (toAddress.length > 1) return err('tokens-disagree');
  const toLetter = different(ids, secrets);
  const [first] = [...toAddress, ...toLetter];
  // The address names the letter; an In-Reply-To from elsewhere in the same board's thread is fine.
  const other = toLetter.find(
    ({ number, player }) => number !== first?.number || player !== first.player,
  );
  return other ? err('tokens-disagree') : ok(first);
}

const isOfMachines = ({ purpose }: Token): boolean => purpose === 'bounce' || purpose === 'probe';

function different(texts: readonly string[], secrets: Secrets): readonly Token[] {
  const tokens = new Map<string, Token>();
  for (const text of texts) {
    const token = parseToken(text, secrets);
    if (token && !isOfMachines(token)) tokens.set(JSON.stringify(token), token);
  }
  return [...tokens.values()];
}
