import { boardLetters } from '../src/command/letters/letters.ts';
import { rawHash } from '../src/mail/reply.ts';
import { startMatch } from '../src/match/start.ts';
import type { Player } from '../src/player/settings.ts';
import { say } from '../src/sentence.ts';
import { intendLetter } from '../src/service/do/intend.ts';
import type { Shell } from '../src/service/shell/shell.ts';
import { transact } from '../src/store/file/database.ts';
import { storePiped } from '../src/store/letters/inbox.ts';
import { addPlayer, nextPlayerId } from '../src/store/people/players.ts';
import { nextNumber } from '../src/store/play/challenges.ts';
import { noteEvent, insertMatch as storeMatch } from '../src/store/play/matches.ts';
import { queriesOf } from '../src/store/reading/reading.ts';

/** Small enough that every move of the first board has a link of its own. */
const SIZE = { cols: 6, rows: 6 };

/**
 * Makes two people players, and starts a match whose first ply is the first one's. A stranger has
 * written that she would like to play, and gets a board of her own.
 */
export function seed(shell: Shell, { black: one, white: other, stranger }: People) {
  const { db, time } = shell;
  transact(db, () => {
    const [black, white] = [one, other].map(({ userid, address }): Player => {
      const player = { id: nextPlayerId(db), userid, address, language: 'en' };
      addPlayer(db, player, time.now());
      return player;
    }) as [Player, Player];
    const match = startMatch(nextNumber(db), 'forms', SIZE, { first: black, second: white });
    if (!match.ok) throw new Error(`the first board is refused: ${match.error.code}`);
    storeMatch(db, match.value, time.now());
    const { board, revision } = match.value;
    noteEvent(db, { board, revision, event: 'start', inboxId: undefined }, time.now());
    const context = { queries: queriesOf(db, time.now()), comment: '' };
    for (const letter of boardLetters(match.value, context, [say('started-by-sandbox')])) {
      intendLetter(shell, letter, 'clock');
    }
    if (stranger === undefined) return;
    const raw = firstLetter(stranger, shell.address, new Date(time.now()).toUTCString());
    storePiped(db, raw, rawHash(raw), time.now());
  });
}

/**
 * A stranger's `play`, with what mail programs and servers write above one word: the answer to an
 * unproven letter grows with that letter, and one of a hundred bytes would get plain text.
 */
function firstLetter(from: string, to: string, date: string): Buffer {
  const host = from.slice(from.indexOf('@') + 1);
  const tls = '(version=TLSv1.3 cipher=TLS_AES_256_GCM_SHA384)';
  // As long as one by a key of 2048 bits (RFC 6376); nobody checks it here.
  const signature = Buffer.alloc(256).toString('base64');
  return Buffer.from(
    [
      `Return-Path: <${from}>`,
      `Delivered-To: ${to}`,
      `Received: from smtp.${host} (smtp.${host} [127.0.0.1])`,
      `\tby mx.${host} with ESMTPS id 7f3c51a2 ${tls}`,
      `\tfor <${to}>; ${date}`,
      `Received: from phone.${host} ([127.0.0.1])`,
      `\tby smtp.${host} with ESMTPSA id 51a27f3c ${tls};`,
      `\t${date}`,
      `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${host}; s=mail;`,
      '\th=from:to:subject:date:message-id:mime-version:content-type;',
      `\tbh=${Buffer.alloc(32).toString('base64')};`,
      `\tb=${signature}`,
      `From: ${from}`,
      `To: ${to}`,
      'Subject: play',
      `Date: ${date}`,
      `Message-ID: <7f3c51a2-play@phone.${host}>`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 7bit',
      '',
      '',
    ].join('\r\n'),
  );
}

interface People {
  readonly black: Newcomer;
  readonly white: Newcomer;
  /** Their address; nobody has written where it is missing. */
  readonly stranger?: string;
}

interface Newcomer {
  readonly userid: string;
  readonly address: string;
}
