/**
 * The lines of the classic server, and some of other servers, with their equivalents here. Lower-case words
 * are literal; words in capitals are placeholders: `N` the number of a board, `NAME` another player,
 * `WORDS` any words or none. `USERID PASSWORD` is optional, and so is `GAME` in front, unless the
 * equivalent names the game.
 */
export type ClassicLine = { readonly line: string } & (
  | {
      /** The equivalent line. */
      readonly here: string;
    }
  | {
      /** The nearest line, for the answer; nothing here is equivalent. */
      readonly instead: string;
      /** The sentence for this line, if it has its own. */
      readonly says?: 'no-pass' | 'no-swap';
    }
);

export const CLASSIC_LINES: readonly ClassicLine[] = [
  { line: 'help WORDS', here: 'help WORDS' },
  { line: 'GAME help', here: 'help GAME' },
  { line: 'multiple', here: 'multiple' },

  { line: 'signup NAME PASSWORD ADDRESS', here: 'signup NAME ADDRESS' },
  { line: 'userid NAME', here: 'signup NAME' },
  { line: 'userid NAME PASSWORD', here: 'signup NAME' },
  { line: 'userid NAME PASSWORD ADDRESS', here: 'signup NAME ADDRESS' },
  { line: 'add USERID PASSWORD ADDRESS', here: 'address add ADDRESS' },
  { line: 'change address USERID PASSWORD ADDRESS', here: 'address add ADDRESS' },
  { line: 'change password WORDS', here: 'password' },
  { line: 'signoff USERID PASSWORD', here: 'signoff' },
  { line: 'delete USERID PASSWORD', here: 'signoff' },
  { line: 'vacation USERID PASSWORD WORDS', here: 'vacation WORDS' },

  { line: 'list', here: 'games' },
  { line: 'list games', here: 'games' },
  { line: 'list boards', here: 'games' },
  { line: 'list challenges', here: 'challenges' },
  { line: 'who', here: 'players' },
  { line: 'who is here', here: 'players' },
  { line: 'list GAME', here: 'games GAME' },
  { line: 'all show', here: 'games' },
  { line: 'all show NAME', here: 'games NAME' },
  { line: 'all show NAME STATE', here: 'games NAME STATE' },
  { line: 'all games', here: 'games' },
  { line: 'all games NAME', here: 'games NAME' },
  { line: 'all games NAME STATE', here: 'games NAME STATE' },
  { line: 'GAME games NAME STATE', here: 'games NAME GAME STATE' },
  { line: 'GAME history', here: 'history GAME' },
  { line: 'GAME standings', here: 'standings GAME' },
  { line: 'GAME ratings', here: 'standings GAME' },

  { line: 'message USERID PASSWORD NAME', here: 'message NAME' },
  { line: 'broadcast USERID PASSWORD', instead: 'message bob' },
  { line: 'GAME chat N USERID PASSWORD', here: 'say N' },

  { line: 'GAME challenge NAME OTHER', here: 'challenge NAME OTHER GAME' },
  { line: 'GAME seek', instead: 'challenge open GAME' },
  { line: 'GAME seek USERID PASSWORD', instead: 'challenge open GAME' },
  { line: 'GAME accept USERID PASSWORD all', here: 'limit GAME off' },
  { line: 'GAME accept USERID PASSWORD none', here: 'limit GAME 0' },
  { line: 'accept USERID PASSWORD WORDS', here: 'accept WORDS' },
  { line: 'reject USERID PASSWORD all', here: 'accept none' },
  { line: 'GAME limit USERID PASSWORD COUNT', here: 'limit GAME COUNT' },

  { line: 'GAME show N', here: 'show N' },
  { line: 'GAME show NAME STATE', here: 'games NAME GAME STATE' },
  { line: 'GAME showas USERID PASSWORD WORDS', here: 'show WORDS' },
  { line: 'GAME preview N WORDS', here: 'preview N WORDS' },
  { line: 'GAME preview new COUNT WORDS', here: 'preview new GAME WORDS' },
  { line: 'preview new COUNT WORDS', here: 'preview new WORDS' },
  { line: 'GAME replay N PLY WORDS', here: 'preview N #PLY WORDS' },
  { line: 'GAME subscribe N USERID PASSWORD', here: 'watch N' },
  { line: 'GAME subscribe all USERID PASSWORD', instead: 'watch N' },
  { line: 'GAME subscribe USERID PASSWORD', here: 'watch' },
  { line: 'GAME unsubscribe N USERID PASSWORD', here: 'unwatch N' },
  { line: 'GAME unsubscribe all USERID PASSWORD', instead: 'unwatch N' },
  { line: 'GAME notify N USERID PASSWORD', here: 'notify N' },
  { line: 'GAME notify USERID PASSWORD', here: 'notify' },

  { line: 'GAME move N USERID PASSWORD MOVE', here: 'move N MOVE' },
  { line: 'GAME board N USERID PASSWORD MOVE', here: 'move N MOVE' },
  { line: 'GAME move N USERID PASSWORD resign', here: 'resign N' },
  { line: 'GAME move N USERID PASSWORD undo', here: 'undo N' },
  { line: 'GAME move N USERID PASSWORD propose', here: 'draw N' },
  { line: 'GAME move N USERID PASSWORD accept', here: 'accept N' },
  { line: 'GAME move N USERID PASSWORD reject', here: 'decline N' },
  { line: 'GAME move N USERID PASSWORD pass', instead: 'move N e4e2', says: 'no-pass' },
  { line: 'GAME move N USERID PASSWORD swap', instead: 'move N e4e2', says: 'no-swap' },
  { line: 'GAME queue N USERID PASSWORD MOVE', here: 'queue N MOVE' },
  { line: 'GAME moveq N USERID PASSWORD MOVE', here: 'queue N MOVE' },
  { line: 'GAME submit N USERID PASSWORD MOVE', here: 'submit N MOVE' },
  { line: 'GAME confirm N USERID PASSWORD', here: 'confirm N' },
  { line: 'GAME resign N USERID PASSWORD', here: 'resign N' },
  { line: 'GAME undo N USERID PASSWORD', here: 'undo N' },
  { line: 'GAME propose N USERID PASSWORD', here: 'draw N' },
  { line: 'GAME accept N USERID PASSWORD', here: 'accept N' },
  { line: 'GAME reject N USERID PASSWORD', here: 'decline N' },
];
