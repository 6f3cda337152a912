import { makePosition } from '../engine/notation.ts';
import { engineOf } from '../engine/registry.ts';
import { positionAfter } from '../match/play.ts';
import { colourOf } from '../match/seats.ts';
import { type Challenge, FIRSTS, type First, type Match } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import { parseUserid } from '../player/userid.ts';
import { err, ok, type Result } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { refuse } from './decision.ts';
import { toPlayer } from './letters.ts';
import { offerHindrance } from './offering.ts';
import { parsePlies, pliesOn } from './ply.ts';
import type { Asking, Decision, Place, Ready, Words } from './types.ts';
import { parseNumber } from './words.ts';

/** `challenge USERID from N #PLY`: a new match from a position of an old one. */

interface WrittenFrom {
  readonly userid: string;
  readonly board: number;
  readonly plies: number | undefined;
  readonly first: First | undefined;
  /** The whole command in the server's own spelling. */
  readonly text: string;
}

/** Reads `USERID from N [#PLY]` and the option `-first=me`. */
export function readChallengeFrom(
  { words, options }: Words,
  place: Place,
): Result<Ready, Sentence> {
  const [to = '', , ...rest] = words;
  const userid = parseUserid(to);
  if (!userid.ok) return userid;
  const [number = '', ply, ...more] = rest.join(' ').split('#');
  const board = number.trim() === '' ? place.number : parseNumber(number.trim());
  const plies = ply === undefined ? undefined : parsePlies(ply);
  const wrong = ply !== undefined && plies === undefined;
  if (board === undefined || wrong || more.length > 0 || options.has('size')) {
    return err(say('from-shape'));
  }
  const wished = options.get('first')?.toLowerCase();
  const first = FIRSTS.find((each) => each === wished);
  if (wished !== undefined && !first) return err(say('first-shape'));
  const text = [
    `challenge ${userid.value} from ${board}`,
    ...(plies === undefined ? [] : [`#${plies}`]),
    ...(first ? [`-first=${first}`] : []),
  ].join(' ');
  const written = { userid: userid.value, board, plies, first, text };
  return ok({ text, board: undefined, run: (asking) => challengeFrom(written, asking) });
}

function challengeFrom(written: WrittenFrom, asking: Asking): Decision {
  const { userid, board, text } = written;
  const { reading, player, comment } = asking;
  const opponent = reading.playerByUserid(userid);
  if (!player || !opponent) return refuse(text, say('no-such-player', { userid }));
  const match = reading.match(board);
  if (!match) return refuse(text, say('no-such-board', { board }));
  const plies = pliesOn(match, written.plies);
  if (!plies.ok) return refuse(text, plies.error);
  const hindrance = offerHindrance(player, opponent, match.rules, reading);
  if (hindrance) return refuse(text, hindrance);
  const start = positionAfter(match, plies.value);
  if (engineOf(match.rules).outcome(start)) {
    return refuse(text, say('from-over', { board, userid: opponent.userid }));
  }
  const number = reading.nextNumber();
  const { cols, rows } = start.board;
  const offer: Challenge = {
    number,
    challenger: { id: player.id, userid: player.userid },
    challenged: { id: opponent.id, userid: opponent.userid },
    rules: match.rules,
    size: { cols, rows },
    first: written.first ?? firstAsBefore(match, start.turn, player, opponent),
    state: 'open',
  };
  const { rules, first } = offer;
  const from = { start: makePosition(start), board, ply: plies.value };
  const facts = { number, challenger: player.userid, rules, cols, rows, first, from, comment };
  return {
    changes: [
      { do: 'put-challenge', challenge: offer },
      { do: 'put-start', number, start },
    ],
    letters: [
      {
        to: toPlayer(opponent),
        message: { kind: 'challenge', facts },
        reply: { purpose: 'account', number },
      },
    ],
    section: {
      understood: text,
      says: [say('challenge-sent', { userid: opponent.userid, number })],
    },
  };
}

/** Whoever sat at the old board keeps the colour; between two who did not, chance decides. */
function firstAsBefore(
  match: Match,
  turn: Match['position']['turn'],
  player: Player,
  opponent: Player,
): First {
  const mine = colourOf(match, player.id);
  const theirs = colourOf(match, opponent.id);
  if (mine) return mine === turn ? 'me' : 'them';
  if (theirs) return theirs === turn ? 'them' : 'me';
  return 'random';
}
