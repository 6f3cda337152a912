import { makePosition } from '../engine/notation.ts';
import type { BoardFacts, Intent, Recipient } from '../intent.ts';
import { colourOf } from '../match/seats.ts';
import type { Match } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import type { Sentence } from '../sentence.ts';
import type { Asking } from './types.ts';

/** The player behind an address of our own books. */
export const toPlayer = (player: Player): Recipient => ({
  playerId: player.id,
  userid: player.userid,
  address: player.address,
  language: player.language,
});

/** Whoever wrote the letter, with or without an account. */
export const toSender = ({
  player,
  address,
  language,
}: Pick<Asking, 'player' | 'address' | 'language'>): Recipient =>
  player ? toPlayer(player) : { playerId: undefined, userid: undefined, address, language };

/** A short letter with news; none when there is no such player. */
export const noticeTo = (
  player: Player | undefined,
  says: readonly Sentence[],
): readonly Intent[] =>
  player
    ? [
        {
          to: toPlayer(player),
          message: { kind: 'notice', facts: { says } },
          reply: { purpose: 'account', number: 0 },
        },
      ]
    : [];

/** What a board letter shows of a match; the newest position unless `plies` says otherwise. */
export function boardFacts(
  match: Match,
  events: readonly Sentence[],
  { whole = false, comment, plies = match.moves.length, watching }: BoardOptions = {},
): BoardFacts {
  return {
    board: match.board,
    // No revision is 0: a board of the past moves nothing.
    revision: plies < match.moves.length ? 0 : match.revision,
    rules: match.rules,
    black: match.black.userid,
    white: match.white.userid,
    start: makePosition(match.start),
    moves: match.moves.slice(0, plies),
    outcome: plies === match.moves.length ? match.outcome : undefined,
    past: plies < match.moves.length,
    events,
    whole: whole || match.outcome !== undefined,
    comment,
    ...(watching && { watching }),
  };
}

interface BoardOptions {
  readonly whole?: boolean;
  readonly plies?: number;
  readonly comment?: BoardFacts['comment'];
  readonly watching?: boolean;
}

/**
 * A board letter to one player. Its answer moves on this board, in the state shown here; where the
 * reader has no move to make, it opens the account instead, so that a return match is one line.
 */
export function boardLetter(
  match: Match,
  reader: Player,
  facts: BoardFacts,
  kind: 'board' | 'show' = 'board',
): Intent {
  const playing = match.outcome === undefined && colourOf(match, reader.id) !== undefined;
  return {
    to: toPlayer(reader),
    message: { kind, facts },
    reply: playing
      ? { purpose: 'board', number: match.board, revision: facts.revision }
      : { purpose: 'account', number: match.board },
  };
}

/**
 * The board letters that follow a change of the match: one to each player, and one to each spectator
 * without the comment, which is between the players. Where nothing has happened that a spectator
 * may know of, there is none for spectators.
 */
export function boardLetters(
  match: Match,
  asking: Pick<Asking, 'reading' | 'comment'>,
  events: readonly Sentence[],
  by?: Player,
): readonly Intent[] {
  const { reading } = asking;
  const comment = by && asking.comment !== '' ? { by: by.userid, text: asking.comment } : undefined;
  const facts = boardFacts(match, events, { comment });
  const toPlayers = [match.black, match.white].flatMap(({ id }) =>
    letterTo(reading.playerById(id), match, facts),
  );
  const seen = boardFacts(match, events, { watching: true });
  const toWatchers = reading
    .watchers(match.board)
    .filter(({ what }) => match.outcome || (what === 'boards' && events.length > 0))
    .flatMap(({ playerId }) => letterTo(reading.playerById(playerId), match, seen));
  return [...toPlayers, ...toWatchers];
}

const letterTo = (reader: Player | undefined, match: Match, facts: BoardFacts) =>
  reader ? [boardLetter(match, reader, facts)] : [];
