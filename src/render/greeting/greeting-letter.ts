import { otherGames } from '../../command/letters/suggested-commands.ts';
import {
  DEFAULT_FIRST_GAME,
  NEWCOMER,
  smallFirstGame,
  trialBoard,
} from '../../command/robot/first-game.ts';
import { smallSize } from '../../command/shape/terms.ts';
import { gameOf, storedPosition } from '../../engine/registry.ts';
import type { RulesId } from '../../engine/shape/ground.ts';
import { opposite } from '../../engine/stones/board.ts';
import { makeSize, parseSize } from '../../engine/stones/notation.ts';
import type { BoardFacts, Message, MessageFacts, WaitingMatch } from '../../intent.ts';
import { makeMailto } from '../../mail/reply.ts';
import { DEFAULT_PACE } from '../../match/clock.ts';
import { type Sentence, say, type Wording } from '../../sentence.ts';
import { drawBoard, escapeMarkup } from '../ascii.ts';
import { htmlBoard, inHtmlSigns, isLinked, tapsOf } from '../board-letter.ts';
import { type BoardPage, boardPage } from '../board-page.ts';
import {
  buttonsFor,
  type Content,
  commandGroup,
  type Link,
  moveLinks,
  type ReplyTo,
  yesAndNo,
} from '../links.ts';
import { gameFacts, sampleBoard, shownStart } from './challenge-letter.ts';

/**
 * Letters to people who have not played yet, with a board, unless one comes in a letter of its own, and links
 * for a first step.
 */

/** @param brief the rules of a game in two sentences, if any */
export function greetingContent(
  message: Extract<Message, { kind: 'invitation' | 'welcome' | 'first' | 'introduction' }>,
  words: Wording,
  brief: (rules: RulesId) => string | undefined,
): Content {
  switch (message.kind) {
    case 'invitation':
      return invitationContent(message.facts, words, brief(message.facts.rules));
    case 'welcome':
      return welcomeContent(message.facts, words, brief(DEFAULT_FIRST_GAME.rules));
    case 'first':
      return firstContent(message.facts, words, brief(message.facts.board.rules));
    default:
      return introductionContent(message.facts, words);
  }
}

/** To a person without account, invited by a player. */
function invitationContent(
  facts: MessageFacts<'invitation'>,
  words: Wording,
  brief: string | undefined,
): Content {
  const { inviter, rules, userid } = facts;
  const game = gameOf(rules);
  const first = words(say(`first-${facts.first}`, { userid: inviter }));
  const { shown, drawings } = shownStart(facts, words, {});
  return {
    subject: say('subject-invitation', { userid: inviter, game: game.name }),
    data: {
      ...facts,
      ...gameFacts(game),
      first,
      facts: words(say('invitation-facts', { days: DEFAULT_PACE.forfeitDays })),
      who: words(say('invitation-who', { userid: inviter })),
      ...shown,
      brief,
    },
    drawings,
    groups: commandGroup(
      ...(userid === undefined ? [] : [words(say('word-yes'))]),
      `signup ${userid ?? 'NAME'}`,
      `help ${rules}`,
      words(say('word-no')),
    ),
    buttons:
      userid === undefined
        ? buttonsFor(words, ['signup', 'signup NAME'], ['no', words(say('word-no'))])
        : yesAndNo(words),
  };
}

/** A link to a new letter with a command as subject, outside any thread. */
function subjectLink({ address, spelled }: ReplyTo, command: string): Link {
  const label = spelled?.(command) ?? command;
  const href = makeMailto(address, label);
  return { label, href, attribute: escapeMarkup(href) };
}

/** To an unknown sender. The links are new letters, as nothing is proven. */
function introductionContent(
  {
    userid = 'NAME',
    game: rules = DEFAULT_FIRST_GAME.rules,
    size,
    absent,
  }: MessageFacts<'introduction'>,
  words: Wording,
): Content {
  const isNamed = rules !== DEFAULT_FIRST_GAME.rules || size !== undefined;
  const { name } = gameOf(rules);
  const drawing = isNamed
    ? firstDrawing(rules, size, words)
    : sampleBoard(rules, { cols: 4, rows: 4 });
  const others = otherGames(rules);
  const play = isNamed ? `play ${rules}${size ? ` -size=${size}` : ''}` : 'play';
  return {
    // A yes takes the game from its subject.
    subject: isNamed
      ? say('subject-introduction-game', { game: size ? `${name} ${size}` : name })
      : say('subject-introduction'),
    data: {
      userid,
      game: name,
      absent: absent && gameOf(absent).name,
      play,
      named: isNamed,
      invite: ['invite carol@home.example', ...play.split(' ').slice(1)].join(' '),
      board: drawing ? drawBoard(drawing) : [],
      others,
    },
    drawings: drawing ? [drawing] : [],
    buttons: (to) => [
      {
        ...subjectLink(to, play),
        label: words(say('button', { name: 'begin', userid: '', game: '', command: play })),
      },
      ...others.map((rules) => ({
        ...subjectLink(to, `play ${rules}`),
        label: gameOf(rules).name,
      })),
    ],
    groups: (to) => [
      {
        title: '',
        links: [play, `signup ${userid}`, 'help', 'help about'].map((line) =>
          subjectLink(to, line),
        ),
      },
    ],
  };
}

/** The small board of a game, or one of the wished size if a letter to anybody may show it, before its first move. */
function firstDrawing(rules: RulesId, wished: string | undefined, words: Wording) {
  const size = (wished && parseSize(wished)) || smallSize(gameOf(rules));
  const game = smallFirstGame({ ...DEFAULT_FIRST_GAME, rules, size });
  return boardPage(trialBoard(game), NEWCOMER.userid, words).drawing;
}

/** To a new player: moves on the board shown, then a link that accepts a waiting match. */
function welcomeContent(
  facts: MessageFacts<'welcome'>,
  words: Wording,
  brief: string | undefined,
): Content {
  const { userid, games = [], waiting, hasOther, asksMore } = facts;
  const board = trialBoard(DEFAULT_FIRST_GAME, { id: 0, userid });
  const page = boardPage(board, userid, words);
  const more = { userid, games, other: hasOther && words(say('welcome-address')) };
  const answers = ['challenges', 'games', 'help'];
  const isAccepted = waiting === 'accepted';
  const said = isAccepted ? say('welcome-accepted') : waiting && waitingIn(waiting);
  const accepts = isAccepted || !waiting ? [] : [`accept ${waiting.number}`];
  if (isAccepted || waiting?.invited || asksMore) {
    return {
      subject: say('subject-welcome', { userid }),
      data: { ...more, waiting: said && words(said) },
      groups: commandGroup(...accepts, ...answers),
    };
  }
  const data = {
    ...more,
    waiting: said && words(said),
    head: words(headOf(page, board)),
    board: page.diagram,
    move: page.example,
    brief,
  };
  return {
    subject: say('subject-welcome', { userid }),
    data,
    drawings: page.drawing ? [page.drawing] : [],
    taps: (to) => tapsOf(page, to, words),
    groups: (to, room) => [
      ...moveLinks(page, to, { byCell: isLinked(page), room }),
      ...commandGroup(...accepts, ...answers)(to),
    ],
  };
}

/** The game, the robot's level, the players' stones, and who begins. */
function headOf({ game, sides, columns: [first] }: BoardPage, board: BoardFacts): Sentence {
  const { robot, rules, start } = board;
  const level = robot?.level ?? DEFAULT_FIRST_GAME.level;
  return say('first-head', {
    ...{ game, size: makeSize(storedPosition(rules, start, 'first board').board), level },
    ...{ yours: sides[first], robots: sides[opposite(first)] },
  });
}

/** To a person without account who requested a game: the board to play on by answering. */
function firstContent(
  { board }: MessageFacts<'first'>,
  words: Wording,
  brief: string | undefined,
): Content {
  const page = boardPage(board, NEWCOMER.userid, words);
  const head = words(headOf(page, board));
  const more = [
    ...board.events.map(words),
    brief,
    words(say('first-opens')),
    words(say('first-not-you')),
  ];
  const data = {
    head,
    diagram: page.diagram,
    legend: page.legend,
    move: page.example,
    says: more.filter((each) => each !== undefined),
  };
  return {
    subject: say('subject-first', { game: page.game }),
    preheader: head,
    data,
    html: (album, to, without) => {
      const linked = without === 'nothing' ? to : undefined;
      const drawn = htmlBoard(page, words, album, tapsOf(page, linked, words), without);
      return {
        template: 'player/first',
        data: { ...drawn, ...data, head: inHtmlSigns(head, page, album) },
      };
    },
    groups: (to, room, without) => [
      ...moveLinks(page, to, { byCell: without === 'nothing' && isLinked(page), room }),
      ...commandGroup(`help ${page.rules}`, words(say('word-no')))(to),
    ],
  };
}

const waitingIn = ({ number, rules, challenger, invited, ...size }: WaitingMatch): Sentence =>
  say('welcome-match', {
    number,
    challenger,
    whose: invited ? 'yours' : 'theirs',
    game: gameOf(rules).name,
    size: makeSize(size),
  });
