import { boardLetters } from '../command/letters/letters.ts';
import { rawHash } from '../mail/fingerprint.ts';
import { startMatch } from '../match/start.ts';
import type { Player } from '../player/types.ts';
import { say } from '../sentence.ts';
import { intendLetter } from '../service/do/intend.ts';
import type { Shell } from '../service/shell/shell.ts';
import { transact } from '../store/file/database.ts';
import { storePiped } from '../store/letters/inbox.ts';
import { addPlayer, nextPlayerId } from '../store/people/players.ts';
import { nextNumber } from '../store/play/challenges.ts';
import { noteEvent, startMatch as storeMatch } from '../store/play/matches.ts';
import { readingOf } from '../store/reading/reading.ts';

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
    const match = startMatch(nextNumber(db), 'forms', SIZE, { black, white });
    if (!match.ok) throw new Error(`the first board is refused: ${match.error.code}`);
    storeMatch(db, match.value, time.now());
    const { board, revision } = match.value;
    noteEvent(db, { board, revision, event: 'start', inboxId: undefined }, time.now());
    const asking = { reading: readingOf(db, time.now()), comment: '' };
    for (const letter of boardLetters(match.value, asking, [say('started-by-sandbox')])) {
      intendLetter(shell, letter, 'clock');
    }
    if (stranger === undefined) return;
    const raw = Buffer.from(
      [
        `From: ${stranger}`,
        `To: ${shell.address}`,
        'Subject: play',
        `Date: ${new Date(time.now()).toUTCString()}`,
        '',
        '',
      ].join('\r\n'),
    );
    storePiped(db, raw, rawHash(raw), time.now());
  });
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
