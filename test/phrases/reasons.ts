/** Sentences that say only that nothing was understood, and what can be written. */
const GENERAL = new Set(
  (
    'no-command unread-by-program nothing-written nothing-asked did-you-mean ' +
    'did-you-mean-which offer-line offer-how offer-both how-to-move to-move can-write ' +
    'text-to-send again-challenge unread unread-below'
  ).split(' '),
);

/** The sentences by which a reason is told, where they have other names. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'one-cell': ['not-a-move', 'moves-of', 'moves-to'],
  'two-cells': ['not-a-move'],
  'no-pass': ['not-a-move'],
  'your-turn': ['queue-your-turn'],
  'not-your-turn': ['not-your-turn', 'moved-on'],
  'wrong-ply': ['other-ply'],
  'no-such-option': ['unknown-option', 'unknown-option-near', 'no-options'],
  'no-such-page': ['no-help', 'no-help-near'],
  'which-board': ['board-number-missing', 'show-shape'],
  'which-move': ['move-missing'],
  'which-game': ['standings-shape', 'history-shape'],
  'which-challenge': ['challenge-number-missing'],
  'which-userid': ['signup-shape'],
  'userid-form': ['userid-shape', 'no-words-wanted'],
  'no-draw': ['draw-never'],
  'nothing-to-undo': ['undo-nothing'],
  'nothing-open': ['no-open-offer', 'no-such-challenge', 'challenge-accepted'],
  'nothing-to-say': ['say-nothing'],
  'nothing-queued': ['queue-empty'],
  'own-board': ['watch-own'],
  yourself: ['challenge-yourself'],
  'no-vacation': ['vacation-none'],
  'already-account': ['has-account'],
  'still-playing': ['solve-running', 'solve-courtesy'],
  'date-form': ['vacation-shape', 'no-such-day'],
  'value-form': ['switch-shape', 'option-value'],
};

/** Whether what was said tells a reason; `*` is any that is not the general word. */
export function isReason(reason: string, codes: readonly string[]): boolean {
  const told = codes.filter((code) => !GENERAL.has(code));
  if (reason === '*') return told.length > 0;
  const names = [reason, reason.replace(/-form$/, '-shape'), ...(NAMED[reason] ?? [])];
  return told.some((code) => names.includes(code));
}
