import { afterAll, expect, test } from 'vitest';
import { full, throwDice } from '../support/run/seed.ts';
import { closeContexts } from './contexts.ts';
import { writePhrase } from './outcome.ts';
import { type Phrase, phrasesOf } from './phrase.ts';
import { hasActed, missed, wantsNoAct } from './wants.ts';

/** What part of the phrases comes to what they want; a sample may have bad luck. */
const RIGHT_MIN = full ? 0.48 : 0.3;

const dice = throwDice('phrases');
const phrases = dice.sample(phrasesOf('phrases.jsonl'), 60);

afterAll(closeContexts);

test('what people write comes to what they want, and prose to no act', async () => {
  const wrong: string[] = [];
  const acts: string[] = [];
  for (const phrase of phrases) {
    const outcome = await writePhrase(phrase);
    const instead = missed(phrase, outcome);
    if (instead !== undefined) wrong.push(line(phrase, instead));
    if (wantsNoAct(phrase) && hasActed(outcome)) acts.push(line(phrase, instead ?? ''));
  }
  if (full) console.info(wrong.join('\n'));
  expect(acts).toEqual([]);
  const most = Math.floor(phrases.length * (1 - RIGHT_MIN));
  expect(wrong.length).toBeLessThanOrEqual(most);
});

const line = ({ id, context, subject, text, want }: Phrase, instead: string): string =>
  `${id} ${context} ${JSON.stringify(subject ?? text)} ${subject ? JSON.stringify(text) : ''}\n    wants ${want}\n    got ${instead}`;
