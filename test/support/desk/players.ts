import type { Desk, Sent } from './desk.ts';

export const CAROL = 'carol@else.test';

/** Opens an account by letter; the userid is the address's local part. */
export async function signUp(desk: Desk, address: string): Promise<void> {
  await desk.post({ from: address, subject: `signup ${address.split('@')[0]}`, text: '' });
  await desk.answer(address, 'yes');
}

/** A letter's text on one line, so that a sentence is found wherever it was broken. */
export const flat = (letter: Sent | undefined): string => (letter?.text ?? '').replace(/\s+/g, ' ');
