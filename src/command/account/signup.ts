import { gameOf, offeredRules } from '../../engine/registry.ts';
import { LEVELS } from '../../engine/robot/level.ts';
import type { WaitingMatch } from '../../intent.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import { playMove } from '../../match/play.ts';
import { type Challenge, ROBOT } from '../../match/types.ts';
import { parseAddress, parseUserid, useridKey } from '../../player/address.ts';
import { LANGUAGES, type Player } from '../../player/settings.ts';
import { err } from '../../result.ts';
import { type Sentence, say } from '../../sentence.ts';
import { takeTurn } from '../board/move.ts';
import { challengeLetter, newChallenge } from '../challenge/new-challenge.ts';
import { boardFacts, boardLetters, noticeTo, toPlayer } from '../letters/letters.ts';
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
import { outsideBand } from '../shape/open-challenge.ts';
import type {
  Change,
  Command,
  CommandContext,
  Decision,
  Effects,
  PlayerContext,
  Queries,
} from '../shape/types.ts';

/**
 * Opens an account for the address that the letter comes from, once its owner has confirmed. A password after
 * the userid, as on the classic server, is ignored, and so is a further address, which a stranger may have put
 * there: the welcome says how its owner adds it.
 */
export const signup: Command = {
  name: 'signup',
  aliases: ['sign up'],
  usage: 'signup USERID',
  summary: 'opens an account; the answer asks you to confirm it',
  example: 'signup carol',
  audience: 'anyone',
  need: 'confirmation',

  read({ words: [name, ...rest] }) {
    if (name === undefined) return err(say('signup-shape'));
    const userid = parseUserid(name);
    if (!userid.ok) return userid;
    const others = rest.filter((word) => !isMailbox(word));
    if (others.length > 1) return err(say('signup-shape'));
    const hasOther = rest.some((word) => isMailbox(word) || word === OTHER);
    const text = ['signup', userid.value, ...(hasOther ? [OTHER] : [])].join(' ');
    return parsed(text, (context) => open(userid.value, hasOther, context));
  },
};

/** Stands for a further address in the command in our own spelling. */
const OTHER = 'ADDRESS';

/** A host of at least two labels, so that a password with an `@` does not count. */
export const isMailbox = (word: string): boolean => /@.*\./.test(word) && parseAddress(word).ok;

/** @returns why nobody may have this userid; undefined if it is allowed */
function useridProblem(
  command: 'signup' | 'name',
  userid: string,
  { mistakenFor, queries }: Pick<CommandContext, 'mistakenFor' | 'queries'>,
): Sentence | undefined {
  const mistaken = mistakenFor(userid);
  if (mistaken === 'domain') {
    return say('userid-domain', { command, userid, other: userid.replaceAll('.', '-') });
  }
  if (mistaken) return say('userid-mistaken', { command, userid, mistaken });
  return queries.useridTaken(userid) ? say('userid-taken', { command, userid }) : undefined;
}

/** Stores a language that is not the default as a setting, where it can be changed. */
const languageChosen = ({ id: playerId, language: value }: Player): readonly Change[] =>
  value === LANGUAGES[0] ? [] : [{ do: 'put-setting', playerId, name: 'language', value }];

/** The result of an invitation, and the challenge made of it. */
interface InvitationResult extends Effects {
  readonly challenge?: Challenge;
}

/** The challenge that a new player finds from the sender of the invitation. */
function challengeFromInvitation(player: Player, queries: Queries): InvitationResult {
  const invitation = queries.invitationFor(player.address);
  const inviter = invitation && queries.playerById(invitation.inviterId);
  if (!inviter) return { changes: [], letters: [] };
  const { rules, size, first } = invitation;
  const { userid } = player;
  // Two friends play for fun, unless they agree on more later.
  const terms = {
    game: gameOf(rules),
    size,
    first,
    pace: DEFAULT_PACE,
    rated: false,
    hints: false,
  };
  const challenge = newChallenge(inviter, player, terms, queries);
  const { number } = challenge;
  return {
    challenge,
    changes: [
      { do: 'put-challenge', challenge: challenge },
      { do: 'take-invitation', address: player.address },
    ],
    letters: [
      challengeLetter(player, challenge, ''),
      noticeTo(toPlayer(inviter), [say('invite-taken', { userid, number })]),
    ],
  };
}

/**
 * The match that a new player can begin with one letter: that of the invitation, or the first open challenge
 * that admits the player and whose maker is not suspended.
 */
function waitingMatch(
  player: Player,
  invited: Challenge | undefined,
  queries: Queries,
): WaitingMatch | undefined {
  const offered = (challenge: Challenge) =>
    !queries.isSuspended(challenge.challenger.id) && !outsideBand(challenge, player, queries);
  const challenge = invited ?? queries.challengesToAll().find(offered);
  if (!challenge) return undefined;
  const { number, rules, size, challenger } = challenge;
  return { number, rules, ...size, challenger: challenger.userid, invited: invited !== undefined };
}

function open(userid: string, hasOther: boolean, context: CommandContext): Decision {
  const {
    queries,
    player: account,
    address,
    language,
    trialReply,
    hasOtherCommands = false,
  } = context;
  if (account) return refuse(say('has-account', { userid: account.userid }));
  const hindrance = useridProblem('signup', userid, context);
  if (hindrance) return refuse(hindrance);
  const player = { id: queries.nextPlayerId(), userid, address, language };
  const invited = challengeFromInvitation(player, queries);
  // Accepted by the next command of the letter.
  const accepts = trialReply !== undefined && invited.challenge !== undefined;
  const isOffered = invited.challenge !== undefined || !hasOtherCommands;
  const match = isOffered ? waitingMatch(player, invited.challenge, queries) : undefined;
  const waiting = accepts ? ('accepted' as const) : match;
  return {
    changes: [{ do: 'add-player', player }, ...languageChosen(player), ...invited.changes],
    letters: [
      {
        to: toPlayer(player),
        message: {
          kind: 'welcome',
          facts: {
            userid,
            games: offeredRules(),
            ...(waiting && { waiting }),
            ...(hasOther && { hasOther }),
            ...(hasOtherCommands && { asksMore: true }),
          },
        },
        // To one who was invited, the welcome offers that match alone.
        reply: invited.challenge
          ? { purpose: 'account', number: accepts ? 0 : invited.challenge.number }
          : { purpose: 'account', number: 0, asks: hasOtherCommands ? undefined : 'first' },
      },
      ...(accepts ? [] : invited.letters),
    ],
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
    if (written === undefined) return tellName;
    const userid = parseUserid(written);
    if (!userid.ok) return userid;
    if (more.length > 0) return err(say('userid-shape'));
    // Harmless: nobody else knows the userid yet.
    return parsed({ text: `name ${userid.value}`, harmless: true }, (context) =>
      rename(userid.value, context),
    );
  },
};

const tellName = parsed('name', ({ player: { userid } }) =>
  tell({ says: [say('userid-how', { userid })] }),
);

function rename(userid: string, context: PlayerContext): Decision {
  const { player, queries } = context;
  const section = tellRenamed(userid, context);
  if (userid === player.userid) return tell(section);
  if (queries.hasMetAnyone(player.id)) {
    return refuse(say('userid-seen', { userid: player.userid }));
  }
  const isOwn = useridKey(userid) === useridKey(player.userid);
  const hindrance = isOwn ? undefined : useridProblem('name', userid, context);
  if (hindrance) return refuse(hindrance);
  return { changes: [{ do: 'rename', playerId: player.id, userid }], section };
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
  if (account && queries.isSuspended(account.id)) return refuse(say('suspended'));
  const earlier = account && queries.tutorialBoard(account.id);
  if (earlier) {
    const match = queries.match(earlier.board);
    const says = say('first-begun', { board: earlier.board });
    return refuse(says, match && boardFacts(match, []));
  }
  const player = account ?? newcomerOf(context);
  const fromInvitation = account ? NOTHING : challengeFromInvitation(player, queries);
  const board = queries.nextNumber() + (fromInvitation.challenge ? 1 : 0);
  const start = firstMatch(game, player, board);
  if (!start.ok) return refuse(start.error);
  const { match, events, changes: begins } = beginMatch(start.value);
  const changes = [
    ...(account ? [] : [{ do: 'add-player', player } as const, ...languageChosen(player)]),
    ...fromInvitation.changes,
    ...begins,
    { do: 'put-tutorial-board', playerId: player.id, board, hasGeneratedUserid: !account } as const,
  ];
  const move = trialReply?.move;
  if (move === undefined) {
    const facts = { userid: ROBOT.userid, level: game.level, most: LEVELS.length };
    const news = [say('robot-begins', facts), ...events];
    const letters = boardLetters(match, contextOf(player, context), news);
    return {
      changes,
      letters: [...fromInvitation.letters, ...letters],
      pinnedCommand: text,
      ...(!account && !trialReply && { need: 'confirmation' }),
    };
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

/** Refuses the move: the same board with the legal moves that begin or end as written, or else with the reason. */
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
  return refuseWith({ understood: move, says: [why], ...moves, board });
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
