import { playFirst } from '../../command/account/signup.ts';
import { levelExplained, levelFrom } from '../../command/meant/levels.ts';
import { commandsIn, type Meanings } from '../../command/meant/meanings.ts';
import { movesIn } from '../../command/meant/moves-in.ts';
import { nameGiven, nameIn } from '../../command/meant/newcomer.ts';
import { playNamed, wishesIn } from '../../command/meant/wishes.ts';
import {
  DEFAULT_FIRST_GAME,
  type FirstGame,
  firstGameCommand,
  trialBoard,
} from '../../command/robot/first-game.ts';
import { offerCommands } from '../../command/shape/decision.ts';
import type { CommandContext, LetterContext } from '../../command/shape/types.ts';
import { isAnsweringMove } from '../../command/text/leading.ts';
import { type ReadyCommand, readLine } from '../../command/text/line.ts';
import { letterOf, type ParsedLetter, readBelow, readReply } from '../../command/text/read.ts';
import { NO_CONTEXT } from '../../command/text/subject.ts';
import type { Vocabulary } from '../../command/text/vocabulary.ts';
import { firstLine, linesAfter, readYesNo } from '../../command/text/yes-no.ts';
import { gameOf } from '../../engine/registry.ts';
import { makeSize } from '../../engine/stones/notation.ts';
import type { BoardFacts, ReplyPurpose } from '../../intent.ts';
import { commandLimits } from '../../limits.ts';
import { exampleMove } from '../../match/types.ts';
import type { Proof } from '../../player/proof.ts';
import { type Sentence, say } from '../../sentence.ts';
import type { End } from '../../store/letters/inbox.ts';
import { confirmPending, dropPending, setPendingLanguage } from '../../store/letters/pending.ts';
import { playerByAddress, tutorialBoardOf } from '../../store/people/players.ts';
import { nextNumber } from '../../store/play/challenges.ts';
import { queriesOf } from '../../store/reading/reading.ts';
import { endWith } from '../do/answer.ts';
import { carryOut } from '../do/carry-out.ts';
import type { Sender } from '../do/sender.ts';
import { answerStranger } from '../do/strangers.ts';
import type { Shell } from '../shell/shell.ts';
import { answeredMessage, offeredIn } from './answered-letter.ts';
import type { Incoming } from './incoming.ts';
import { askInvitation, carryOutAlone, friendHow } from './introduce.ts';
import { ABOUT, helpPageOf } from './invitation-answer.ts';

/**
 * Carries out the answer to a first board. A move starts the match and is played; from a stranger it opens
 * the account, because the board went only to the asked address.
 *
 * @returns undefined if there is no first board, or the answer asks for something else
 */
export function answerFirst(it: Incoming): End | undefined {
  const { shell, sender: from, trial, letter, words, proof: shown } = it;
  if (!trial) return undefined;
  const { db, time } = shell;
  const { wanted, game, held, reply, elsewhere } = trial;
  const text = { subject: letter.subject, lines: letter.lines };
  const offered = it.valid && offeredIn(shell, letter, it.valid);
  const isOffered = offered !== undefined && offered.lines.length > 0;
  const verdict = isOffered ? undefined : readYesNo(text.lines, 'first', NO_CONTEXT, words)?.says;
  const read = (letterContext: LetterContext): ParsedLetter =>
    letter.below ? readBelow(text, letterContext, words) : readReply(text, letterContext, words);
  const letterContext = {
    ...letterContextOf(shell, game),
    ...(isOffered && { asks: 'offer' as const, offered }),
  };
  const orders = verdict ? letterOf('') : read(letterContext);
  const [opening, ...more] = orders.lines;
  // A move that names another board is not for this one.
  const isMove = opening?.kind === 'command' && isAnsweringMove(opening, letterContext);
  if (verdict && !held) {
    const welcome = it.valid && answeredMessage(shell, letter, it.valid);
    // Other letters with this token show no board, and a no leaves the account as it is.
    if (welcome?.kind !== 'welcome' || verdict === 'no') return undefined;
    const { waiting } = welcome.facts ?? {};
    if (waiting === 'accepted' || waiting?.invited) return undefined;
    if (waiting) return askWhich(it, [`accept ${waiting.number}`, firstGameCommand(wanted)]);
  }
  if (elsewhere) return isMove && !from.player ? showAnother(shell, from, wanted) : undefined;
  // A stranger's words may tell the language later than the first letter did.
  const language = from.language ?? held?.language;
  if (held && language !== undefined) setPendingLanguage(db, held.id, language);
  const sender = { ...from, ...(held && { language }) };
  const isNo =
    verdict === 'no' || (!verdict && !isMove && wantsNoLetters(text.lines, shell.meanings));
  if (held && isNo) {
    dropPending(db, held.id, time.now());
    const sections = [{ understood: undefined, says: [say('first-dropped')] }];
    return endWith(shell, sender, sections, { end: 'done', changed: true });
  }
  const below = linesAfter('yes', text.lines, 'first', words);
  const isNamed = held && !isMove && shown.kind !== 'forged';
  const toName = { vocabulary: words, meanings: shell.meanings };
  // A name beside the move: "b1a1, and my name is Ben". One in passing is asked about: "I'm Ben. b1a1".
  const beside = held && isMove && more.length === 0 ? orders.comment : '';
  const besideMove = nameIn(beside, toName, true);
  const inPassing = nameIn(beside, toName, false);
  if (inPassing !== undefined && (besideMove === undefined || shown.kind === 'forged')) {
    const [, , written] = opening?.kind === 'command' ? opening.ready.text.split(' ') : [];
    const board = trialBoard(game, from.player);
    return askWhich(it, openingMoves(game, shell.meanings, written), { board, reply }, inPassing);
  }
  const name = isNamed ? nameGiven(below.join('\n'), words) : besideMove;
  // The welcome shows the default board; a name alone is the yes to another one.
  const isUsual = firstGameCommand(wanted) === firstGameCommand(DEFAULT_FIRST_GAME);
  if (name !== undefined && below === text.lines && !isMove && isUsual) {
    return openAs(shell, sender, name);
  }
  if (!isMove && !verdict && name === undefined) {
    if (!held) return undefined;
    if (opensCommand(text.lines, words)) return undefined;
    const { meanings } = shell;
    const said = text.lines.join('\n');
    const invited = askInvitation(shell, sender, said, words);
    if (invited) return invited;
    const named = playNamed(said, meanings, game.rules);
    if (named !== undefined) return carryOutAlone(shell, sender, named);
    const board = trialBoard(game, from.player);
    const { line, says } = changeOf(game, said, meanings) ?? {};
    if (line !== undefined) return carryOutAlone(shell, sender, line);
    const moves = openingMoves(game, meanings, said);
    const given = nameIn(said, toName, false);
    if (moves.length > 0) return askWhich(it, moves, { board, reply }, given);
    const [move = ''] = openingMoves(game, meanings);
    const withFriend = friendHow(shell, sender, said);
    const hint = withFriend ?? says ?? say('first-again', { move, rules: game.rules });
    const why = letter.sealed
      ? say(`sealed-${letter.sealed}`)
      : opening?.kind === 'trouble' && opening.why.code !== 'no-command'
        ? opening.why
        : undefined;
    const isAsked = !says && !withFriend && said.includes('?');
    const page = isAsked
      ? helpPageOf(shell, sender, letterOf(`help ${game.rules}`).lines)
      : undefined;
    const section = { understood: undefined, says: why ? [why, hint] : [hint], board };
    return endWith(shell, sender, page ? [section, page] : [section], { end: 'refused', reply });
  }
  const order = isMove ? orderOf(game, opening) : orderOf(wanted, undefined);
  const lines = [order, ...(name === undefined ? more : letterOf(`name ${name}`).lines)];
  const { laterLines } = letter;
  const all = { ...orders, lines, comment: '', ...(laterLines !== undefined && { laterLines }) };
  // In answer to a question, the move is the yes and counts as one.
  const proof: Proof = held ? { kind: 'account' } : shown;
  const end = carryOut(shell, sender, all, NO_CONTEXT, proof);
  const player = playerByAddress(db, from.address);
  if (held && player && tutorialBoardOf(db, player.id)) confirmPending(db, held.id);
  return end;
}

/**
 * The command for a first board at the level or size that a text wishes for; or the sentence for a level that does
 * not exist, for a question about the price, or for a wish to choose the side.
 */
function changeOf(
  { rules, size, level }: FirstGame,
  text: string,
  meanings: Meanings,
): { readonly line?: string; readonly says?: Sentence } | undefined {
  const said = commandsIn(text, meanings);
  const wished = levelFrom(level, said) ?? level;
  if (typeof wished !== 'number') return { says: wished };
  // "This is 6x6, I would like 7x7."
  const { options } = wishesIn(text.replaceAll(makeSize(size), ' '), meanings);
  const other = options.find((each) => each.startsWith('-size='));
  if (wished !== level || other !== undefined) {
    return { line: `play ${rules} ${other ?? `-size=${makeSize(size)}`} -level=${wished}` };
  }
  if (said.includes(ABOUT)) return { line: ABOUT };
  if (said.includes('{free}')) return { says: say('it-is-free') };
  if (said.includes('{waits}')) return { says: say('board-waits') };
  if (said.includes('{level}')) return { says: levelExplained(rules, level) };
  const isSide = options.some((each) => each.startsWith('-first='));
  return isSide ? { says: say('first-begins', { rules }) } : undefined;
}

/** Whether somebody without an account wants no letters: "stop emailing me". */
const wantsNoLetters = (lines: readonly string[], meanings: Meanings): boolean =>
  commandsIn(lines.join('\n'), meanings).includes('signoff');

/** The context of the opening move: the next board number, at revision 1. */
const letterContextOf = ({ db }: Shell, { rules }: FirstGame): LetterContext => ({
  ...NO_CONTEXT,
  number: nextNumber(db),
  revision: 1,
  gameOn: () => gameOf(rules),
});

/** The command that starts the match, with its first move if one was written. */
function orderOf(game: FirstGame, opening: ReadyCommand | undefined): ReadyCommand {
  const read = readLine(firstGameCommand(game), NO_CONTEXT);
  if (read.kind !== 'command' || read.audience === 'player' || read.command !== playFirst) {
    throw new Error('no command for a first match');
  }
  const [, , written] = opening?.ready.text.split(' ') ?? [];
  const trialReply = { move: written };
  const { ready } = read;
  return {
    ...read,
    ready: {
      ...ready,
      run: (context: CommandContext) => ready.run({ ...context, trialReply }),
    },
  };
}

/**
 * Asks which of several matches, or of the moves on a first board, is meant.
 *
 * @param name what the writer would be called
 */
function askWhich(
  { shell, sender }: Incoming,
  lines: readonly string[],
  { reply, ...seen }: { readonly board?: BoardFacts; readonly reply?: ReplyPurpose } = {},
  name?: string,
): End {
  const queries = queriesOf(shell.db, shell.time.now());
  const section = { ...offerCommands(lines, { proven: true, queries }), ...seen };
  const { says } = section;
  const named = name === undefined ? [] : [say('name-below', { name, line: lines[0] ?? '' })];
  const sections = [{ ...section, says: [...says, ...named] }];
  const { trialPurpose: _, ...reader } = sender;
  return endWith(shell, reply ? sender : reader, sections, { end: 'refused', reply });
}

/** The opening moves that a text names, as boards write them; an example without a text. */
function openingMoves({ rules, size }: FirstGame, meanings: Meanings, text?: string) {
  const game = gameOf(rules);
  const start = game.start(size);
  if (!start.ok) return [];
  const { value: position } = start;
  const named = movesIn(text ?? '', position, meanings).map((cells) =>
    game.parseMove(position, cells),
  );
  if (text === undefined) return [exampleMove(position) ?? ''];
  const moves = named.flatMap((move) => (move.ok ? [move.value] : []));
  return moves.slice(0, commandLimits.offers).map((move) => game.makeMove(move, position));
}

/** Whether an answer begins with a command, which needs no board. */
const opensCommand = (lines: readonly string[], words: Vocabulary): boolean =>
  readLine(lines[firstLine(lines, words)] ?? '', NO_CONTEXT, words).kind === 'command';

/** Sends a board to an address that answered the board of another address. */
function showAnother(shell: Shell, from: Sender, game: FirstGame): End {
  return answerStranger(shell, from, { ask: [firstGameCommand(game)] })
    ? { state: 'held' }
    : { state: 'ignored', reason: 'confirm-enough' };
}

/** Opens the account of the address that the board went to, under a name. */
function openAs(shell: Shell, sender: Sender, name: string): End {
  return carryOut(shell, sender, letterOf(`signup ${name}`), NO_CONTEXT, { kind: 'confirmed' });
}
