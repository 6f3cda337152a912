import { offeredRules } from '../../engine/registry.ts';
import { LEVELS } from '../../engine/robot/level.ts';
import { signUpAddressesMax } from '../../limits.ts';
import { playMove } from '../../match/play.ts';
import { ROBOT } from '../../match/types.ts';
import { addressKey, parseAddress, parseUserid, useridKey } from '../../player/address.ts';
import type { MistakenFor } from '../../player/reserved-names.ts';
import { LANGUAGES, type Player } from '../../player/settings.ts';
import { err, ok, type Result } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { takeTurn } from '../board/move.ts';
import { challengeFromInvitation, waitingMatch } from '../challenge/invite.ts';
import { boardFacts, boardLetters, toPlayer } from '../letters/letters.ts';
import { beginMatch } from '../letters/with-robot.ts';
import {
  type FirstGame,
  firstGameCommand,
  firstMatch,
  NEWCOMER,
  readFirstGame,
  trialBoard,
} from '../robot/first-game.ts';
import { parsed, refuse, refuseWith, tell } from '../shape/decision.ts';
import { answerWithMoves } from '../shape/move-choices.ts';
import type {
  Change,
  Command,
  CommandContext,
  Decision,
  ParsedCommand,
  PlayerContext,
} from '../shape/types.ts';

interface Wanted {
  readonly userid: string;
  /** Addresses besides the one that the letter comes from. */
  readonly addresses: readonly string[];
}

/**
 * Opens an account for the address that the letter comes from, once its owner has confirmed. The question
 * shows no further address, because a stranger may have written it; so the yes confirms none, and the
 * welcome tells how the owner can. A password after the userid, as on the classic server, is ignored.
 */
export const signup: Command = {
  name: 'signup',
  aliases: ['sign up'],
  usage: 'signup USERID',
  summary: 'opens an account; the answer asks you to confirm it',
  example: 'signup carol',
  audience: 'anyone',
  need: 'confirmation',

  read({ words }) {
    const wanted = readWanted(words);
    if (!wanted.ok) return wanted;
    const { userid, addresses } = wanted.value;
    // Shows no address: a stranger may have put anything into it.
    const understood = `signup ${userid}`;
    const text = [understood, ...addresses].join(' ');
    return parsed(text, (context) => open(understood, wanted.value, context));
  },
};

/** A host of at least two labels, so that a password with an `@` does not count. */
export const isMailbox = (word: string): boolean => /@.*\./.test(word) && parseAddress(word).ok;

function readWanted([name, ...rest]: readonly string[]): Result<Wanted, Sentence> {
  if (name === undefined) return err(say('signup-shape'));
  const userid = parseUserid(name);
  if (!userid.ok) return userid;
  const others = rest.filter(isMailbox);
  if (rest.length - others.length > 1) return err(say('signup-shape'));
  const byKey = new Map<string, string>();
  for (const other of others) {
    const address = parseAddress(other);
    if (address.ok) byKey.set(addressKey(address.value), address.value);
  }
  return byKey.size > signUpAddressesMax
    ? err(say('signup-addresses', { count: signUpAddressesMax }))
    : ok({ userid: userid.value, addresses: [...byKey.values()] });
}

/** Why a userid is reserved; one like a domain is offered with hyphens for its dots. */
const reserved = (command: string, userid: string, mistaken: MistakenFor): Sentence =>
  mistaken === 'domain'
    ? say('userid-domain', { command, userid, other: userid.replaceAll('.', '-') })
    : say('userid-mistaken', { command, userid, mistaken });

/** @returns why nobody may have this userid; undefined if it is allowed */
function useridProblem(
  command: 'signup' | 'name',
  userid: string,
  { mistakenFor, queries }: Pick<CommandContext, 'mistakenFor' | 'queries'>,
): Sentence | undefined {
  const mistaken = mistakenFor(userid);
  if (mistaken) return reserved(command, userid, mistaken);
  return queries.useridTaken(userid) ? say('userid-taken', { command, userid }) : undefined;
}

/** Stores a language that is not the default as a setting, where it can be changed. */
const languageChosen = ({ id: playerId, language: value }: Player): readonly Change[] =>
  value === LANGUAGES[0] ? [] : [{ do: 'put-setting', playerId, name: 'language', value }];

function open(understood: string, wanted: Wanted, context: CommandContext): Decision {
  const { queries, player: account, address, language, trialReply } = context;
  const { userid } = wanted;
  if (account) return refuse(understood, say('has-account', { userid: account.userid }));
  const hindrance = useridProblem('signup', userid, context);
  if (hindrance) return refuse(understood, hindrance);
  const player = { id: queries.nextPlayerId(), userid, address, language };
  const invited = challengeFromInvitation(player, queries);
  const others = wanted.addresses.filter((other) => addressKey(other) !== addressKey(address));
  const says = others.map((other) => say('signup-adds-none', { address: other }));
  // Accepted by the next command of the letter.
  const accepts = trialReply !== undefined && invited.challenge !== undefined;
  const waiting = accepts
    ? ('accepted' as const)
    : waitingMatch(player, invited.challenge, queries);
  const more = { ...(says.length > 0 && { says }), ...(waiting && { waiting }) };
  return {
    changes: [{ do: 'add-player', player }, ...languageChosen(player), ...invited.changes],
    letters: [
      {
        to: toPlayer(player),
        message: { kind: 'welcome', facts: { userid, games: offeredRules(), ...more } },
        reply: { purpose: 'account', number: 0, asks: accepts ? undefined : 'first' },
      },
      ...(accepts ? [] : invited.letters),
    ],
    pinnedCommand: [understood, ...others].join(' '),
  };
}

/**
 * Changes a player's userid. Allowed only until the player has met another player: a newcomer who plays at
 * once has a userid from the server.
 */
export const name: Command = {
  name: 'name',
  usage: 'name NAME',
  summary: 'changes your userid, until you have met another player',
  example: 'name anna',
  audience: 'player',
  need: 'proof',

  read({ words: [written, ...more] }) {
    if (written === undefined) return ok(tellName);
    const userid = parseUserid(written);
    if (!userid.ok || more.length > 0) return userid.ok ? err(say('userid-shape')) : userid;
    const text = `name ${userid.value}`;
    // Harmless: nobody else knows the userid yet.
    return parsed({ text, harmless: true }, (context) => rename(text, userid.value, context));
  },
};

const tellName: ParsedCommand = {
  text: 'name',
  run: ({ player: { userid } }) =>
    tell({ understood: 'name', says: [say('userid-how', { userid })] }),
};

function rename(text: string, userid: string, context: PlayerContext): Decision {
  const { player, queries } = context;
  const isOwn = useridKey(userid) === useridKey(player.userid);
  if (userid === player.userid) return tell({ understood: text, ...tellRenamed(userid, context) });
  if (queries.hasMetAnyone(player.id)) {
    return refuse(text, say('userid-seen', { userid: player.userid }));
  }
  const hindrance = isOwn ? undefined : useridProblem('name', userid, context);
  if (hindrance) return refuse(text, hindrance);
  return {
    changes: [{ do: 'rename', playerId: player.id, userid }],
    section: { understood: text, ...tellRenamed(userid, context) },
  };
}

/** The userid now, and the board that waits for the player, who may have been asked for a name there. */
function tellRenamed(userid: string, { player, queries }: PlayerContext) {
  const says = [say('userid-now', { userid })];
  const [waiting] = queries.matchesToMove(player.id);
  if (!waiting) return { says };
  const { board } = waiting;
  return { says: [...says, say('board-waits-still', { board })], answers: [`show ${board}`] };
}

/**
 * Begins a newcomer's first match, against the robot. A stranger is first sent a board to confirm; the
 * reply opens the account. One per player.
 */
export const playFirst: Command = {
  name: 'play first',
  usage: 'play first [GAME] [-size=4x4] [-level=1]',
  summary: 'begins your first match, against the robot',
  example: 'play first forms',
  audience: 'anyone',
  need: 'proof',
  options: ['size', 'level'],
  gameWordIndex: () => 0,

  read(line) {
    const wanted = readFirstGame(line);
    if (!wanted.ok) return wanted;
    const text = firstGameCommand(wanted.value);
    return parsed(text, (context) => begin(text, wanted.value, context));
  },
};

function begin(text: string, game: FirstGame, context: CommandContext): Decision {
  const { player: account, queries, trialReply } = context;
  if (account && queries.isSuspended(account.id)) return refuse(text, say('suspended'));
  const earlier = account && queries.tutorialBoard(account.id);
  if (earlier) {
    const match = queries.match(earlier.board);
    const says = say('first-begun', { board: earlier.board });
    return refuse(text, says, match && boardFacts(match, []));
  }
  const player = account ?? newcomerOf(context);
  const fromInvitation = account ? NOTHING : challengeFromInvitation(player, queries);
  const board = queries.nextNumber() + (fromInvitation.challenge ? 1 : 0);
  const start = firstMatch(game, player, board);
  if (!start.ok) return refuse(text, start.error);
  const { match, events, changes: begins } = beginMatch(start.value);
  const changes = [
    ...(account ? [] : [{ do: 'add-player', player } as const, ...languageChosen(player)]),
    ...fromInvitation.changes,
    ...begins,
    { do: 'put-tutorial-board', playerId: player.id, board, hasGeneratedUserid: !account } as const,
  ];
  const move = trialReply?.move;
  if (move === undefined) {
    const { level } = game;
    const news = [
      say('robot-begins', { userid: ROBOT.userid, level, most: LEVELS.length }),
      ...events,
    ];
    const letters = [
      ...fromInvitation.letters,
      ...boardLetters(match, contextOf(player, context), news),
    ];
    const need = account || trialReply ? undefined : 'confirmation';
    return { changes, letters, section: undefined, pinnedCommand: text, ...(need && { need }) };
  }
  const moved = playMove(match, player.id, move, {});
  if (!moved.ok) return refusedMove(game, account, move, moved.error);
  const turn = takeTurn(match, moved.value, player, contextOf(player, context));
  return {
    changes: [...changes, ...turn.changes],
    letters: [...fromInvitation.letters, ...turn.letters],
    pinnedCommand: text,
  };
}

const NOTHING = { changes: [], letters: [], challenge: undefined };

/** Refuses the move: the same board with the legal moves, or why the move is illegal. */
function refusedMove(
  game: FirstGame,
  player: Player | undefined,
  move: string,
  why: Sentence,
): Decision {
  const match = firstMatch(game, player ?? NEWCOMER, 0);
  // No match exists yet, so a move needs no board number.
  const moves = match.ok ? answerWithMoves(match.value.position, move, (each) => each) : undefined;
  const board = trialBoard(game, player);
  return moves ? refuseWith({ ...moves, board }) : refuse(move, why, board);
}

/** The player for a newcomer's address. The userid reveals nothing of the address. */
function newcomerOf({ queries, address, language, mistakenFor }: CommandContext): Player {
  const id = queries.nextPlayerId();
  let number = id;
  const named = () => `guest${number}`;
  while (mistakenFor(named()) !== undefined || queries.useridTaken(named())) number++;
  return { id, userid: named(), address, language };
}

/** The context of letters to a player who is only now created. */
const contextOf = (
  player: Player,
  context: CommandContext,
): CommandContext & { readonly player: Player } => ({
  ...context,
  player,
  comment: '',
  queries: {
    ...context.queries,
    playerById: (id) => (id === player.id ? player : context.queries.playerById(id)),
  },
});
