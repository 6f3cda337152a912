const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Bytes as base32 without padding (RFC 4648, section 6), in lower case. */
export function makeBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >> bits) & 31];
    }
  }
  if (bits > 0) text += ALPHABET[(held << (5 - bits)) & 31];
  return text;
}

/** The bytes of a base32 text in any case, or undefined when it is none. */
export function parseBase32(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text.toLowerCase()) {
    const value = ALPHABET.indexOf(char);
    if (value < 0) return undefined;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  const spare = held & ((1 << bits) - 1);
  return bits >= 5 || spare !== 0 ? undefined : Uint8Array.from(bytes);
}
