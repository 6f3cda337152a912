import { type Exit, exits } from '../src/cli/command.ts';
import { findGame } from '../src/engine/registry.ts';
import { makeSize } from '../src/engine/stones/notation.ts';
import { won } from './prove.ts';
import { StrategyCheck } from './strategy/check.ts';
import type { Fault } from './strategy/fault.ts';
import { linesOf, TOO_LONG } from './strategy/strategy-file.ts';
import { LINE_CHARS_MAX } from './strategy/strategy-text.ts';

/**
 * What `turnpost verify FILE` does: plays everything against a strategy that the other side can play.
 *
 * @returns what it prints, or the first fault of the file with its line
 */
export async function verifyFile(file: string, say: (line: string) => void): Promise<Exit> {
  const check = new StrategyCheck(findGame, (proven) => say(`${proven} positions checked so far`));
  let line = 0;
  try {
    for await (const text of linesOf(file, LINE_CHARS_MAX)) {
      line++;
      const fault = text === TOO_LONG ? { line, code: 'too-long' as const } : check.add(text);
      if (fault) return wrong(file, fault);
    }
  } catch (error) {
    return cannotRead(file, line, error as NodeJS.ErrnoException);
  }
  const checked = check.finish();
  if (!checked.ok) return wrong(file, checked.error);
  const { rules, size, winner, positions } = checked.value;
  const name = findGame(rules)?.name ?? rules;
  return {
    code: exits.ok,
    prints: [
      `${won(`${name} on ${makeSize(size)}`, winner)}: ${file} has a reply to everything.`,
      `Positions: ${positions}`,
    ],
  };
}

const wrong = (file: string, fault: Fault): Exit => ({
  code: exits.data,
  line: `${file}, line ${fault.line}: ${saysOf(fault)}`,
});

/** A file that is not there, or one whose bytes are not what `.gz` promises. */
function cannotRead(
  file: string,
  line: number,
  { code = '', message }: NodeJS.ErrnoException,
): Exit {
  return code.startsWith('Z_')
    ? { code: exits.data, line: `${file}: broken after line ${line} (${message}).` }
    : { code: exits.failed, line: `The file could not be read: ${message}` };
}

function saysOf(fault: Fault): string {
  switch (fault.code) {
    case 'head':
      return fault.name === ''
        ? 'the head ends with an empty line, which is missing here.'
        : `the head has "${fault.name}: ..." here, which is missing or wrong.`;
    case 'no-such-game':
      return 'there is no such game.';
    case 'no-such-board':
      return 'the game has no such board.';
    case 'no-beginning':
      return 'there is no reply for the first position.';
    case 'too-long':
      return 'the line is longer than any position.';
    case 'not-a-position':
      return 'that is no position of the game, or it is not written as turnpost writes it.';
    case 'other-size':
      return 'the position is on a board of another size.';
    case 'not-to-move':
      return 'the winner is not to move there.';
    case 'game-over':
      return 'the game is over there.';
    case 'not-a-move':
      return 'the reply is not legal, or it is not written as turnpost writes it.';
    case 'reply-loses':
      return 'the reply ends the game and does not win it.';
    case 'too-few':
      return `the file ends here, before its ${fault.positions} positions.`;
    case 'too-many':
      return `there are more lines than the ${fault.positions} positions of the head.`;
    case 'twice':
      return `the position, or an image of it, stands on line ${fault.other} already.`;
    case 'unanswered':
      return `what ${fault.defence} then leads to has no reply.`;
    case 'defence-wins':
      return `${fault.defence} then ends the game, and the winner has not won.`;
    case 'circle':
      return `${fault.defence} then leads back to where the play has been.`;
    case 'unused':
      return 'no play leads to this position.';
  }
}
