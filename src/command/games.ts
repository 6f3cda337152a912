import { listLinesMax } from '../limits.ts';
import { colourOf, opponentOf } from '../match/seats.ts';
import type { Match } from '../match/types.ts';
import type { Player } from '../player/types.ts';
import { parseUserid } from '../player/userid.ts';
import { err, ok } from '../result.ts';
import { type Sentence, say } from '../sentence.ts';
import { offersOf, offersTo } from './challenges.ts';
import { refuse, tell } from './decision.ts';
import { findFinished, finishedOf } from './history.ts';
import { boardFacts } from './letters.ts';
import { makeList, makePage, type Page, readPage } from './list.ts';
import type { Asking, Command, Decision, Reading } from './types.ts';

const WHICH = ['active', 'all', 'next'] as const;
type Which = (typeof WHICH)[number];

/** Lists the boards of a player, and the sender's own challenges. */
export const games: Command = {
  name: 'games',
  aliases: ['boards'],
  usage: 'games [USERID] [active/all/next] [-page=2]',
  summary: 'lists your boards, or those of another player',
  example: 'games next',
  audience: 'player',
  need: 'nothing',
  takesComment: false,
  options: ['page'],

  read(line) {
    const { words } = line;
    const last = words.at(-1)?.toLowerCase();
    const which = WHICH.find((each) => each === last);
    const [name, ...rest] = which ? words.slice(0, -1) : words;
    if (rest.length > 0) return err(say('games-shape'));
    const userid = name === undefined ? undefined : parseUserid(name);
    if (userid && !userid.ok) return err(say('games-shape'));
    const page = readPage(line, 'games');
    if (!page.ok) return page;
    const command = ['games', userid?.value, which].filter((word) => word !== undefined).join(' ');
    const text = makePage(command, page.value);
    const part = { number: page.value, next: makePage(command, page.value + 1) };
    return ok({
      text,
      board: undefined,
      run(asking) {
        const { player, reading } = asking;
        const whose = userid ? reading.playerByUserid(userid.value) : player;
        if (!player) return refuse(text, say('no-account'));
        if (!whose) return refuse(text, say('no-such-player', { userid: userid?.value ?? '' }));
        return which === 'next'
          ? listNext(text, whose, asking, part)
          : listBoards(text, whose, which ?? 'active', asking, part);
      },
    });
  },
};

/** Running boards, the sender's challenges and, when all are asked for, what is finished. */
function listBoards(
  text: string,
  whose: Player,
  which: Which,
  { reading, player }: Asking,
  page: Page,
): Decision {
  const own = whose.id === player?.id;
  const offers = { number: page.number, next: makePage('challenges', page.number + 1) };
  const lists = [
    ...boardList(reading.activeMatches(whose.id), whose, own, page),
    ...(own ? [...offersTo(whose, reading, offers), ...offersOf(whose, reading, offers)] : []),
    ...(which === 'all' ? listFinished(whose, reading, page.number) : []),
  ];
  const none = own ? say('no-games') : say('no-games-of', { userid: whose.userid });
  const nothing = page.number === 1 ? none : say('no-such-page');
  const boards = own ? reading.watches(whose.id).map(({ board }) => board) : [];
  return tell({
    understood: text,
    says: [
      ...(lists.length > 0 ? [] : [nothing]),
      ...(boards.length > 0 ? [say('watch-list', { boards: boards.join(', ') })] : []),
    ],
    lists,
  });
}

function listFinished({ id, userid }: Player, reading: Reading, page: number) {
  const skip = (page - 1) * listLinesMax;
  const found = findFinished(reading, { rules: undefined, playerId: id, skip });
  return finishedOf(userid, found, makePage(`history ${userid}`, page + 1));
}

/** The boards where it is a player's turn, the longest wait first, and the first of them. */
function listNext(text: string, whose: Player, { reading, player }: Asking, page: Page): Decision {
  const own = whose.id === player?.id;
  const matches = reading.turnsOf(whose.id);
  const [first] = matches;
  const { userid } = whose;
  if (!first) {
    const says = [own ? say('no-turns') : say('no-turns-of', { userid })];
    return tell({ understood: text, says });
  }
  const lists = boardList(matches, whose, own, page);
  return tell({ understood: text, says: [], lists, board: boardFacts(first, []) });
}

function boardList(matches: readonly Match[], whose: Player, own: boolean, page: Page) {
  const title: Sentence = own ? say('your-boards') : say('boards-of', { userid: whose.userid });
  return makeList(
    title,
    ['board', 'game', 'against', 'side', 'ply', 'turn'],
    matches,
    (match) => {
      const colour = colourOf(match, whose.id) ?? 'black';
      const turn = match.position.turn === colour ? (own ? 'you' : 'yes') : own ? 'they' : 'no';
      return [
        match.board,
        match.rules,
        match[opponentOf(colour)].userid,
        say('side-in-list', { side: colour }),
        match.moves.length + 1,
        say('turn-in-list', { turn }),
      ];
    },
    own ? [] : [say('boards-of-hint', { board: matches[0]?.board ?? 0 })],
    page,
  );
}
