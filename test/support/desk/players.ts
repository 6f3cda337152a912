import { beginWith, type Desk, type Sent } from './desk.ts';

export const CAROL = 'carol@else.test';

/** Opens an account by letter; the userid is the address's local part. */
export async function signUp(desk: Desk, address: string): Promise<void> {
  await desk.post({ from: address, subject: `signup ${address.split('@')[0]}`, text: '' });
  await desk.answer(address, 'yes');
}

/** Opens several accounts by letter, one after the other. */
export const signUpAll = (desk: Desk, addresses: readonly string[]): Promise<void> =>
  beginWith(desk, ['accounts', ...addresses], async () => {
    for (const address of addresses) await signUp(desk, address);
  });

/** A letter's text on one line, so that a sentence is found wherever it was broken. */
export const flat = (letter: Sent | undefined): string => (letter?.text ?? '').replace(/\s+/g, ' ');
