import { startMatch } from '../../match/start.ts';
import { parseUserid } from '../../player/userid.ts';
import { err, ok } from '../../result.ts';
import { say } from '../../sentence.ts';
import { agreedHints } from '../letters/agreed-hints.ts';
import { beginMatch } from '../letters/forced-pass.ts';
import { boardLetters } from '../letters/letters.ts';
import { refuse } from '../shape/decision.ts';
import { unusualPace } from '../shape/pace-options.ts';
import { makeWishes, readTerms, TERM_OPTIONS } from '../shape/terms.ts';
import type { Command } from '../shape/types.ts';

/** Starts a match between two players, the first one Black. */
export const adminStart: Command = {
  name: 'admin start',
  aliases: [],
  usage:
    'admin start GAME BLACK WHITE [-size=8x8] [-rated] [-hints] [-nag=7d] [-forfeit=21d] [-total=90d]',
  summary: 'starts a match between two players, the first one Black',
  example: 'admin start forms alice bob -size=6x6',
  audience: 'admin',
  need: 'confirmation',
  takesComment: true,
  options: TERM_OPTIONS.filter((option) => option !== 'first'),

  read(words) {
    const [named, first, second, ...rest] = words.words;
    if (first === undefined || second === undefined || rest.length > 0) {
      return err(say('admin-start-shape'));
    }
    const black = parseUserid(first);
    const white = parseUserid(second);
    if (!black.ok || !white.ok) return err(say('userid-shape'));
    // Nobody has agreed to have a rating changed by it.
    const terms = readTerms(named, words, false);
    if (!terms.ok) return terms;
    const { game, size, pace, rated, hints } = terms.value;
    const options = makeWishes({
      size,
      pace: unusualPace(pace),
      rated: rated || undefined,
      hints: hints || undefined,
    });
    const text = `admin start ${game.rules} ${black.value} ${white.value} ${options}`;
    return ok({
      text,
      board: undefined,
      run(asking) {
        const { reading } = asking;
        const blackPlayer = reading.playerByUserid(black.value);
        const whitePlayer = reading.playerByUserid(white.value);
        if (!blackPlayer) return refuse(text, say('no-such-player', { userid: black.value }));
        if (!whitePlayer) return refuse(text, say('no-such-player', { userid: white.value }));
        if (blackPlayer.id === whitePlayer.id) return refuse(text, say('challenge-yourself'));
        const started = startMatch(reading.nextNumber(), game.rules, size, {
          black: { id: blackPlayer.id, userid: blackPlayer.userid },
          white: { id: whitePlayer.id, userid: whitePlayer.userid },
        });
        if (!started.ok) return refuse(text, started.error);
        const match = {
          ...started.value,
          pace: pace === 'none' ? undefined : pace,
          ...(rated && { rated }),
          ...(hints && { hints }),
        };
        const { board } = match;
        const begun = beginMatch(match);
        return {
          changes: [...begun.changes, { do: 'log-admin', act: text }],
          letters: boardLetters(begun.match, asking, [
            say('started-by-admin'),
            ...agreedHints(begun.match),
            ...begun.events,
          ]),
          section: { understood: text, says: [say('you-started', { board })] },
        };
      },
    });
  },
};
