// Written by `npm run sentences` from templates/en/sentences.json; not to be edited.

/** What stands in a sentence as it is given. */
type Word = string | number;
type None = Readonly<Record<never, never>>;
/** What a side is called: each has its `name-`. */
type Side = 'black' | 'white' | 'vertical' | 'horizontal' | 'nobody' | 'below';
/** A day: `2026-12-24`. */
export type DayText = `${string}-${string}-${string}`;
/** A moment by the clocks of a zone: `2026-12-24 18:00 (Europe/Berlin)`. */
export type MomentText = `${DayText} ${string}:${string} (${string})`;
/** Sentences that name the same facts. */
type Facts<Named, Code extends string> = { readonly [code in Code]: Named };

/** The facts that each of the English sentences names, by its code. */
export interface Sentences
  extends Facts<None, 'address-enough' | 'address-is-main' | 'address-join-none' | 'address-last' |
      'address-not-yours' | 'address-shape' | 'address-wrong' | 'admin-address-shape' | 'admin-end-shape' |
      'admin-letters-shape' | 'admin-log-shape' | 'admin-resign-shape' | 'admin-retry-shape' |
      'admin-start-shape' | 'admin-undo-shape' | 'admins-only' | 'bad-turn' | 'band-of-one' | 'block-none' |
      'block-yourself' | 'board-anew' | 'board-back' | 'board-differs' | 'board-waits' | 'broadcast-shape' |
      'broken-off' | 'cell-empty' | 'cell-moved' | 'cell-turned' | 'cell-vacated' | 'challenge-shape' |
      'challenge-words' | 'challenge-yourself' | 'challenges-of-yours' | 'challenges-shape' |
      'challenges-to-all' | 'challenges-to-you' | 'clock-or-none' | 'clock-shape' | 'column-active' |
      'column-against' | 'column-band' | 'column-board' | 'column-boards' | 'column-challenge' |
      'column-change' | 'column-clock' | 'column-commands' | 'column-count' | 'column-date' |
      'column-days-left' | 'column-deviation' | 'column-deviation-in-short' | 'column-draws' |
      'column-first-move' | 'column-from' | 'column-game' | 'column-hints' | 'column-kind' |
      'column-last-move' | 'column-letter' | 'column-longest' | 'column-losses' | 'column-matches' |
      'column-number' | 'column-place' | 'column-played' | 'column-player' | 'column-plies' | 'column-ply' |
      'column-rated' | 'column-rating' | 'column-reason' | 'column-result' | 'column-side' | 'column-since' |
      'column-size' | 'column-solved' | 'column-state' | 'column-takes' | 'column-time' | 'column-to' |
      'column-tried' | 'column-turn' | 'column-until' | 'column-what' | 'column-wins' | 'column-won' |
      'comment-not-sent' | 'confirm-dropped' | 'confirm-enough' | 'confirm-too-late' | 'confirm-with-yes' |
      'count-explained' | 'counter-both' | 'counter-yours' | 'counting' | 'did-you-mean-which' |
      'ending-agreed' | 'ending-as-many-stones' | 'ending-bare-material' | 'ending-cancelled-by-admin' |
      'ending-drawn-by-admin' | 'ending-fifty-moves' | 'ending-nobody-won' | 'ending-repetition' |
      'ending-stalemate' | 'everybody' | 'export-enough' | 'feedback-full' | 'feedback-nobody' |
      'feedback-sent' | 'feedback-shape' | 'first-dropped' | 'first-not-you' | 'first-opens' |
      'first-random' | 'first-shape' | 'first-them' | 'footer-account' | 'footer-broadcast' |
      'footer-challenge' | 'footer-copy' | 'footer-puzzle' | 'footer-remind' | 'footer-warned' |
      'from-shape' | 'from-unrated' | 'game-over' | 'games-here' | 'games-shape' | 'held-for-yes' |
      'help-links' | 'hints-or-rated' | 'history-shape' | 'increment-of-nothing' | 'invitation-declined' |
      'invitation-unread' | 'invite-address' | 'invite-shape' | 'invite-yourself' | 'it-is-free' |
      'kind-words' | 'late-more' | 'lesson-say' | 'letter-ended' | 'letter-lost' | 'letter-unused-stranger' |
      'letters-failed' | 'letters-held' | 'letters-quarantined' | 'level-of-robot' | 'links-intro' |
      'links-intro-empty' | 'links-intro-one' | 'links-intro-stones' | 'list-goes-on' | 'lost-words' |
      'match-rated' | 'message-shape' | 'message-yourself' | 'morning-tap' | 'moves-label' | 'must-move' |
      'name-black' | 'name-horizontal' | 'name-nobody' | 'name-vertical' | 'name-white' | 'newcomer' |
      'no-account' | 'no-acts' | 'no-capture' | 'no-castling' | 'no-chess' | 'no-command' | 'no-file-i' |
      'no-games' | 'no-history' | 'no-letters' | 'no-password' | 'no-puzzle-standings' | 'no-stones' |
      'no-such-game' | 'no-such-page' | 'no-turns' | 'not-a-diagram' | 'not-a-move' | 'not-counting' |
      'not-one-group' | 'not-read' | 'not-square' | 'not-yes-no' | 'nothing-asked' | 'nothing-written' |
      'offer-both' | 'offer-declined' | 'offer-one' | 'offer-past' | 'offer-which' | 'other-rules' |
      'other-server' | 'others-open-none' | 'passwords-gone' | 'play-shape' | 'players-here' |
      'players-shape' | 'preview-before' | 'preview-nothing' | 'preview-shape' | 'proof-to-read' |
      'puzzle-failed' | 'puzzle-gone-on' | 'puzzle-half' | 'puzzle-later' | 'puzzle-next' | 'puzzle-no-open' |
      'puzzle-shape' | 'puzzle-standings' | 'puzzle-standings-all-provisional' |
      'puzzle-standings-provisional' | 'puzzle-still-open' | 'question-last' | 'question-unanswered' |
      'queue-dropped' | 'queue-not-reached' | 'rated-or-unrated' | 'rating-shape' | 'record-no-record' |
      'remark-carries-nothing-out' | 'remark-offers-nothing' | 'reopened-by-admin' | 'repeated-line' |
      'robot-reads-nothing' | 'rules-amazons' | 'rules-breakthrough' | 'rules-chess' | 'rules-forms' |
      'rules-forms-original' | 'rules-go' | 'rules-hex' | 'rules-lines-of-action' | 'rules-minefield' |
      'rules-reversi' | 'sealed-encrypted' | 'sealed-packed' | 'sealed-winmail' | 'see-the-log' |
      'setting-accept-values' | 'setting-board-values' | 'setting-comments-values' |
      'setting-coordinates-values' | 'setting-copies-values' | 'setting-language-values' |
      'setting-mail-values' | 'setting-news-values' | 'setting-notify-values' | 'setting-order-values' |
      'setting-pictures-values' | 'setting-puzzle-values' | 'setting-remind-values' |
      'setting-subject-values' | 'setting-tips-values' | 'setting-zone-values' | 'settings-how' |
      'show-shape' | 'signup-shape' | 'solve-courtesy' | 'solve-failed' | 'solve-shape' |
      'standings-provisional' | 'started-by-admin' | 'started-by-sandbox' | 'status-server' |
      'status-unread-none' | 'status-unsent-none' | 'subject-broadcast' | 'subject-export' |
      'subject-introduction' | 'subject-notice' | 'subject-probe' | 'subject-report' | 'suspended' |
      'tap-cell' | 'tap-choose' | 'tap-dead' | 'tap-piece' | 'tap-stone' | 'tap-target' | 'term-clock' |
      'term-unrated' | 'thing-arrow' | 'tokens-disagree' | 'tokens-ended' | 'too-late-to-swap' |
      'too-long-unproven' | 'two-games' | 'unreachable' | 'unread-by-program' | 'userid-shape' |
      'vacation-dropped' | 'vacation-how' | 'vacation-none' | 'vacation-shape' | 'welcome-accepted' |
      'welcome-address' | 'whoami-all-how' | 'whoami-shape' | 'word-give-up' | 'word-hint' | 'word-no' |
      'word-puzzle' | 'word-yes' | 'you-are-restored' | 'you-are-suspended' | 'your-boards'>,
    Facts<{ readonly act: Word; readonly address: Word; readonly time: Word }, 'admin-act'>,
    Facts<{ readonly address: Word }, 'address-asked' | 'address-line' | 'address-line-main' |
      'address-main-already' | 'address-yours' | 'confirm-from' | 'letter-unused-address'>,
    Facts<{ readonly address: Word; readonly game: Word; readonly size: Word }, 'invite-sent'>,
    Facts<{ readonly address: Word; readonly userid: Word }, 'address-added' | 'address-main-now' |
      'address-removed'>,
    Facts<{ readonly again: Word; readonly days: Word; readonly game: Word; readonly number: Word; readonly size: Word },
      'expired'>,
    Facts<{ readonly again: Word; readonly days: Word; readonly game: Word; readonly number: Word; readonly size: Word; readonly userid: Word },
      'expired-unanswered'>,
    Facts<{ readonly asker: Word; readonly plies: number; readonly userid: Word }, 'undone'>,
    Facts<{ readonly at: MomentText }, 'moment' | 'question-account' | 'question-board' | 'question-confirmed' |
      'question-forged' | 'question-none' | 'question-puzzle' | 'question-sender'>,
    Facts<{ readonly band: Word; readonly game: Word; readonly number: Word; readonly rating: Word; readonly rules: Word },
      'outside-band'>,
    Facts<{ readonly band: Word; readonly number: Word }, 'band-opened'>,
    Facts<{ readonly before: Word; readonly longest: number; readonly rating: Word; readonly streak: number },
      'puzzle-standing'>,
    Facts<{ readonly before: Word; readonly number: Word }, 'counter-accept'>,
    Facts<{ readonly black: Word; readonly blackAfter: Word; readonly blackBefore: Word; readonly provisional: 'no' | 'yes'; readonly white: Word; readonly whiteAfter: Word; readonly whiteBefore: Word },
      'rating-changed'>,
    Facts<{ readonly black: Word; readonly blackNow: Word; readonly provisional: 'no' | 'yes'; readonly white: Word; readonly whiteNow: Word },
      'rating-now'>,
    Facts<{ readonly black: Word; readonly userid: Word; readonly white: Word; readonly whose: Word },
      'named-dead'>,
    Facts<{ readonly board: Word }, 'board-waits-still' | 'boards-of-hint' | 'first-begun' | 'footer-last' |
      'footer-watching' | 'hint-late' | 'hint-over' | 'hint-rated' | 'hints-agreed' | 'lesson-show' |
      'lesson-undo' | 'match-over' | 'morning-show' | 'move-awaited' | 'moved-on' | 'moves-shown' |
      'no-open-offer' | 'no-such-board' | 'not-watching' | 'not-your-board' | 'nothing-submitted' |
      'nothing-to-take-back' | 'nothing-to-withdraw' | 'notified' | 'own-draw-open' | 'own-undo-open' |
      'question-changed' | 'question-unshown' | 'queue-empty' | 'queue-off' | 'queue-shape' |
      'queue-your-turn' | 'record-of' | 'say-nothing' | 'say-shape' | 'solve-running' | 'submit-stale' |
      'undo-nothing' | 'unwatched' | 'watch-over' | 'watch-own' | 'watched' | 'you-ended' | 'you-started' |
      'you-took-back'>,
    Facts<{ readonly board: Word; readonly boards: Word }, 'suspended-boards'>,
    Facts<{ readonly board: Word; readonly command: Word }, 'footer-board' | 'move-missing' | 'ply-shape'>,
    Facts<{ readonly board: Word; readonly count: Word }, 'offer-enough' | 'say-enough' | 'too-many-watchers'>,
    Facts<{ readonly board: Word; readonly day: DayText; readonly zone: Word }, 'forfeit-near'>,
    Facts<{ readonly board: Word; readonly days: Word }, 'say-too-late'>,
    Facts<{ readonly board: Word; readonly first: Word; readonly game: Word; readonly second: Word },
      'subject-board' | 'subject-board-nobody-won'>,
    Facts<{ readonly board: Word; readonly first: Word; readonly game: Word; readonly second: Word; readonly userid: Word },
      'subject-board-turn'>,
    Facts<{ readonly board: Word; readonly game: Word }, 'draw-never'>,
    Facts<{ readonly board: Word; readonly game: Word; readonly loser: Word; readonly winner: Word },
      'subject-board-won'>,
    Facts<{ readonly board: Word; readonly game: Word; readonly move: Word; readonly mover: Word; readonly userid: Word },
      'subject-board-moved'>,
    Facts<{ readonly board: Word; readonly game: Word; readonly userid: Word }, 'subject-board-classic'>,
    Facts<{ readonly board: Word; readonly kind: 'draw' | 'undo'; readonly userid: Word }, 'offer-replaced'>,
    Facts<{ readonly board: Word; readonly last: Word; readonly ply: Word }, 'no-such-ply'>,
    Facts<{ readonly board: Word; readonly move: Word }, 'submitted'>,
    Facts<{ readonly board: Word; readonly move: Word; readonly ply: Word }, 'morning-how' | 'morning-move'>,
    Facts<{ readonly board: Word; readonly next: Word; readonly ply: Word }, 'other-ply'>,
    Facts<{ readonly board: Word; readonly plies: number }, 'moves-so-far'>,
    Facts<{ readonly board: Word; readonly ply: number }, 'challenge-start'>,
    Facts<{ readonly board: Word; readonly turns: number }, 'subject-morning'>,
    Facts<{ readonly board: Word; readonly userid: Word }, 'asks-draw' | 'asks-undo' | 'draw-offered' |
      'from-over' | 'hint-not-your-turn' | 'not-their-board' | 'not-your-turn' | 'queue-made' |
      'rematch-running' | 'undo-offered' | 'you-resigned' | 'you-withdrew-offer'>,
    Facts<{ readonly board: Word; readonly what: 'boards' | 'result' }, 'watching-already'>,
    Facts<{ readonly board: number; readonly cause: Word }, 'letter-unused'>,
    Facts<{ readonly board: number; readonly game: Word }, 'board-title'>,
    Facts<{ readonly boards: Word }, 'watch-list'>,
    Facts<{ readonly boards: Word; readonly day: DayText; readonly zone: Word }, 'forfeits-near'>,
    Facts<{ readonly boards: number; readonly challenges: number }, 'you-play'>,
    Facts<{ readonly by: Word; readonly king: Word }, 'king-in-check'>,
    Facts<{ readonly cell: Word }, 'empty-cell' | 'ko' | 'no-liberty' | 'no-piece' | 'no-stone' | 'occupied' |
      'same-cell' | 'turns-none'>,
    Facts<{ readonly cell: Word; readonly from: Word; readonly to: Word }, 'enemy-between'>,
    Facts<{ readonly cell: Word; readonly lastCell: Word }, 'off-board'>,
    Facts<{ readonly cell: Word; readonly owner: Side }, 'not-yours'>,
    Facts<{ readonly cell: Word; readonly userid: Word }, 'swapped'>,
    Facts<{ readonly cells: Word; readonly count: number; readonly side: Side }, 'words-side'>,
    Facts<{ readonly cells: Word; readonly flipped: number; readonly move: Word; readonly side: Side; readonly userid: Word },
      'played-flipping'>,
    Facts<{ readonly challenger: Word; readonly game: Word; readonly number: Word }, 'subject-challenge'>,
    Facts<{ readonly challenger: Word; readonly game: Word; readonly number: Word; readonly size: Word; readonly whose: 'yours' | 'theirs' },
      'welcome-match'>,
    Facts<{ readonly challenger: Word; readonly number: Word }, 'subject-counter'>,
    Facts<{ readonly charsMax: Word }, 'reason-too-long' | 'record-too-long' | 'too-long'>,
    Facts<{ readonly colour: Side; readonly stones: Word; readonly stonesMax: Word }, 'too-many-stones'>,
    Facts<{ readonly cols: Word; readonly count: Word; readonly others: Word; readonly owner: Side; readonly rows: Word; readonly side: Side },
      'board-at-a-glance'>,
    Facts<{ readonly cols: Word; readonly game: Word; readonly rows: Word; readonly rules: Word; readonly userid: Word },
      'would-play'>,
    Facts<{ readonly cols: Word; readonly rows: Word }, 'odd-size'>,
    Facts<{ readonly cols: Word; readonly rows: Word; readonly sideMax: Word; readonly sideMin: Word },
      'bad-size'>,
    Facts<{ readonly cols: number; readonly count: number; readonly others: Word; readonly owner: Side; readonly rows: number; readonly side: Side },
      'board-large'>,
    Facts<{ readonly cols: number; readonly rank: Word }, 'bad-rank'>,
    Facts<{ readonly cols: number; readonly rows: number }, 'board-label'>,
    Facts<{ readonly command: Word }, 'admin-suspend-shape' | 'below-quotation' | 'block-shape' |
      'board-number-missing' | 'challenge-number-missing' | 'counter-again' | 'footer-daily' | 'list-next' |
      'no-game-in-front' | 'no-options' | 'no-words-wanted' | 'page-shape' | 'play-again' |
      'play-again-open' | 'you-asked'>,
    Facts<{ readonly command: Word; readonly count: number }, 'subject-answer' | 'subject-confirm'>,
    Facts<{ readonly command: Word; readonly game: Word; readonly name: Word; readonly userid: Word }, 'button'>,
    Facts<{ readonly command: Word; readonly known: Word }, 'unknown-option'>,
    Facts<{ readonly command: Word; readonly mistaken: Word; readonly userid: Word }, 'userid-mistaken'>,
    Facts<{ readonly command: Word; readonly most: Word; readonly next: Word }, 'play-again-level'>,
    Facts<{ readonly command: Word; readonly near: Word }, 'unknown-option-near'>,
    Facts<{ readonly command: Word; readonly other: Word; readonly userid: Word }, 'userid-domain'>,
    Facts<{ readonly command: Word; readonly userid: Word }, 'userid-taken'>,
    Facts<{ readonly commands: Word }, 'can-write'>,
    Facts<{ readonly commands: Word; readonly count: Word; readonly head: Word; readonly move: Word },
      'moves-begin'>,
    Facts<{ readonly commands: Word; readonly count: Word; readonly move: Word }, 'moves-all-begin'>,
    Facts<{ readonly commands: Word; readonly count: number }, 'moves-all' | 'puzzle-meant'>,
    Facts<{ readonly commands: Word; readonly count: number; readonly head: Word }, 'moves-of' | 'moves-to'>,
    Facts<{ readonly count: Word }, 'address-many' | 'block-enough' | 'hint-enough' | 'last-refusal' |
      'preview-many' | 'puzzle-enough' | 'puzzle-pauses' | 'robot-enough-boards' | 'solve-enough' |
      'too-many-challenges' | 'too-many-watches'>,
    Facts<{ readonly count: Word; readonly hours: number }, 'feedback-enough' | 'invite-enough' | 'invite-full' |
      'last-unproven' | 'message-enough' | 'robot-enough'>,
    Facts<{ readonly count: Word; readonly hours: number; readonly userid: Word }, 'challenge-enough'>,
    Facts<{ readonly count: Word; readonly minutes: number }, 'last-answer'>,
    Facts<{ readonly count: Word; readonly move: Word }, 'preview-illegal'>,
    Facts<{ readonly count: Word; readonly others: Word; readonly owner: Side; readonly side: Side },
      'answered-counts' | 'count-counts' | 'last-pass-counts' | 'named-counts' | 'over-counts' |
      'pass-counts'>,
    Facts<{ readonly count: number }, 'invitations-wait' | 'many-unproven' | 'morning-more' | 'morning-turns' |
      'moves-earlier' | 'offer-how' | 'offer-typed' | 'solved-open' | 'you-broadcast'>,
    Facts<{ readonly count: number; readonly moves: Word }, 'puzzle-solution'>,
    Facts<{ readonly count: number; readonly moves: Word; readonly value: 'win' | 'draw' }, 'solved-moves'>,
    Facts<{ readonly count: number; readonly others: Word; readonly owner: Side; readonly side: Side }, 'score' |
      'taken'>,
    Facts<{ readonly count: number; readonly userids: Word }, 'block-list'>,
    Facts<{ readonly day: DayText }, 'move-by' | 'vacation-over'>,
    Facts<{ readonly day: DayText; readonly gone: number; readonly left: number; readonly userid: Word; readonly whose: 'yours' | 'theirs'; readonly zone: Word },
      'clock-runs'>,
    Facts<{ readonly day: DayText; readonly userid: Word; readonly whose: 'yours' | 'theirs' }, 'clock-away'>,
    Facts<{ readonly day: Word }, 'no-such-day'>,
    Facts<{ readonly day: Word; readonly month: Word; readonly year: Word }, 'date'>,
    Facts<{ readonly days: Word }, 'invitation-facts' | 'vacation-far'>,
    Facts<{ readonly days: number; readonly left: number; readonly year: Word }, 'vacation-too-long'>,
    Facts<{ readonly defence: Word; readonly move: Word; readonly owner: Side }, 'puzzle-right' | 'puzzle-wrong'>,
    Facts<{ readonly deviation: Word; readonly userid: Word }, 'standings-hint'>,
    Facts<{ readonly dots: 'no' | 'yes'; readonly empty: 'no' | 'yes'; readonly later: 'arrow' | 'dead' | 'none'; readonly left: 'no' | 'yes'; readonly other: Word; readonly owner: Side; readonly side: Side; readonly sign: Word },
      'legend'>,
    Facts<{ readonly file: Word }, 'records-attached' | 'words-arrow'>,
    Facts<{ readonly file: Word; readonly side: Side }, 'words-bishop' | 'words-dead' | 'words-king' |
      'words-knight' | 'words-pawn' | 'words-queen' | 'words-rook' | 'words-stone'>,
    Facts<{ readonly forfeit: number; readonly increment: number; readonly nag: number; readonly total: number },
      'clock-of-terms'>,
    Facts<{ readonly forfeit: number; readonly nag: number }, 'nag-too-late'>,
    Facts<{ readonly forfeit: number; readonly total: number }, 'clock-in-short'>,
    Facts<{ readonly found: number; readonly number: Word; readonly side: Side; readonly sign: Word },
      'puzzle-question'>,
    Facts<{ readonly from: DayText; readonly left: number; readonly to: DayText; readonly year: Word },
      'vacation-set'>,
    Facts<{ readonly from: DayText; readonly to: DayText }, 'vacation-backwards' | 'vacation-clash' |
      'vacation-planned'>,
    Facts<{ readonly from: Word; readonly stones: number; readonly to: Word }, 'wrong-distance'>,
    Facts<{ readonly from: Word; readonly to: Word }, 'no-way' | 'not-adjacent' | 'not-forward' | 'not-straight' |
      'nothing-removed' | 'straight-taken'>,
    Facts<{ readonly game: Word }, 'history-of-game' | 'no-challenges' | 'play-in-words' | 'players-of-game' |
      'standings-all-provisional' | 'standings-of' | 'subject-first' | 'subject-introduction-game'>,
    Facts<{ readonly game: Word; readonly games: Word }, 'not-offered'>,
    Facts<{ readonly game: Word; readonly games: Word; readonly number: Word }, 'game-by-default'>,
    Facts<{ readonly game: Word; readonly games: Word; readonly rules: Word }, 'puzzle-never'>,
    Facts<{ readonly game: Word; readonly level: number; readonly robots: Word; readonly size: Word; readonly yours: Word },
      'first-head'>,
    Facts<{ readonly game: Word; readonly line: Word; readonly named: Word; readonly number: Word }, 'other-game'>,
    Facts<{ readonly game: Word; readonly number: Word; readonly size: Word }, 'subject-puzzle'>,
    Facts<{ readonly game: Word; readonly number: Word; readonly size: Word; readonly userid: Word }, 'withdrawn'>,
    Facts<{ readonly game: Word; readonly rated: 'yes' | 'no'; readonly size: Word; readonly swapped: 'no' | 'yes'; readonly userid: Word },
      'offer-terms'>,
    Facts<{ readonly game: Word; readonly rules: Word }, 'game-here' | 'no-players-of' | 'no-standings'>,
    Facts<{ readonly game: Word; readonly rules: Word; readonly value: Word }, 'limit-line'>,
    Facts<{ readonly game: Word; readonly size: Word; readonly source: Word; readonly stars: Word },
      'puzzle-about'>,
    Facts<{ readonly game: Word; readonly userid: Word }, 'invitation-open' | 'subject-invitation' |
      'takes-no-more'>,
    Facts<{ readonly games: Word }, 'no-help' | 'standings-shape'>,
    Facts<{ readonly games: Word; readonly other: Word }, 'play-other'>,
    Facts<{ readonly games: Word; readonly other: Word; readonly rules: Word; readonly userid: Word },
      'play-other-with'>,
    Facts<{ readonly header: Word }, 'record-no-header'>,
    Facts<{ readonly header: Word; readonly line: Word }, 'record-bad-header' | 'record-header-twice'>,
    Facts<{ readonly hints: 'yes' | 'no' }, 'hints-of-terms'>,
    Facts<{ readonly instead: Word; readonly number: Word; readonly userid: Word }, 'you-countered'>,
    Facts<{ readonly kib: number }, 'status-database'>,
    Facts<{ readonly kind: Word; readonly to: Word }, 'cannot-go'>,
    Facts<{ readonly language: Word }, 'language-offer'>,
    Facts<{ readonly last: Word; readonly level: Word }, 'robot-level-last'>,
    Facts<{ readonly last: number; readonly ply: number }, 'position-after'>,
    Facts<{ readonly left: number }, 'puzzle-tries'>,
    Facts<{ readonly left: number; readonly year: Word }, 'vacation-left'>,
    Facts<{ readonly letter: Word }, 'letters-hint'>,
    Facts<{ readonly level: Word }, 'term-level'>,
    Facts<{ readonly level: Word; readonly most: Word; readonly other: Word; readonly rules: Word },
      'robot-level'>,
    Facts<{ readonly level: Word; readonly most: Word; readonly userid: Word }, 'robot-begins'>,
    Facts<{ readonly level: Word; readonly rules: Word }, 'robot-unrated'>,
    Facts<{ readonly like: Word }, 'tap-type'>,
    Facts<{ readonly line: Word }, 'classic-line' | 'did-you-mean' | 'how-to-move' | 'move-such-as' | 'no-pass' |
      'no-swap' | 'record-bad-start' | 'record-text-after-result' | 'record-two-results' |
      'record-wrong-ending' | 'several-boards' | 'to-do-it' | 'to-move'>,
    Facts<{ readonly line: Word; readonly name: Word }, 'name-below'>,
    Facts<{ readonly line: Word; readonly number: number }, 'offer-line'>,
    Facts<{ readonly line: Word; readonly pliesMax: Word }, 'record-too-many-plies'>,
    Facts<{ readonly line: Word; readonly ply: Word }, 'record-bad-move' | 'record-move-after-end'>,
    Facts<{ readonly line: Word; readonly ply: Word; readonly round: Word }, 'record-wrong-round'>,
    Facts<{ readonly line: Word; readonly result: Word }, 'record-wrong-result'>,
    Facts<{ readonly lines: number }, 'unread' | 'unread-below' | 'unread-long' | 'unread-part'>,
    Facts<{ readonly lines: number; readonly max: Word }, 'unread-many'>,
    Facts<{ readonly longest: Word; readonly rating: Word; readonly solved: Word; readonly streak: Word; readonly tried: Word; readonly userid: Word },
      'puzzle-rating'>,
    Facts<{ readonly loser: Word; readonly winner: Word }, 'ending-all-captured' | 'ending-both-lines' |
      'ending-checkmate' | 'ending-forfeited' | 'ending-hemmed-in' | 'ending-last-stone-gone' |
      'ending-resigned' | 'ending-resigned-by-admin'>,
    Facts<{ readonly lost: number; readonly move: Word; readonly userid: Word }, 'played'>,
    Facts<{ readonly max: Word; readonly min: Word; readonly option: Word }, 'days-shape'>,
    Facts<{ readonly mebibytes: Word }, 'too-large'>,
    Facts<{ readonly minutes: number }, 'status-unread' | 'status-unsent'>,
    Facts<{ readonly more: number; readonly moves: Word }, 'solved-line'>,
    Facts<{ readonly more: number; readonly named: Word; readonly number: Word }, 'others-open'>,
    Facts<{ readonly most: Word }, 'band-shape' | 'level-shape'>,
    Facts<{ readonly move: Word }, 'hint-draw' | 'hint-guess' | 'hint-play' | 'puzzle-answer' | 'puzzle-how' |
      'puzzle-solved-over' | 'queue-illegal'>,
    Facts<{ readonly move: Word; readonly moves: number }, 'hint-loss' | 'hint-win'>,
    Facts<{ readonly move: Word; readonly name: Word; readonly userid: Word }, 'offer-means'>,
    Facts<{ readonly move: Word; readonly owner: Side; readonly side: Side }, 'puzzle-solved'>,
    Facts<{ readonly move: Word; readonly ply: Word }, 'taken-back-by-admin'>,
    Facts<{ readonly move: Word; readonly rules: Word }, 'first-again'>,
    Facts<{ readonly move: Word; readonly side: Side }, 'puzzle-wrong-at-once'>,
    Facts<{ readonly move: Word; readonly userid: Word }, 'gave-check' | 'moved' | 'placed'>,
    Facts<{ readonly moves: Word }, 'puzzle-hint' | 'queued' | 'which-move'>,
    Facts<{ readonly name: Word }, 'no-retry'>,
    Facts<{ readonly name: Word; readonly userid: Word }, 'first-named'>,
    Facts<{ readonly name: Word; readonly way: 'in' | 'out' }, 'retried'>,
    Facts<{ readonly names: Word }, 'no-such-setting'>,
    Facts<{ readonly near: Word }, 'marked-line' | 'no-help-near' | 'no-such-setting-near' | 'no-such-zone-near' |
      'unknown-command-near'>,
    Facts<{ readonly nodes: number }, 'solve-gave-up'>,
    Facts<{ readonly number: Word }, 'again-challenge' | 'asks-challenge' | 'challenge-accepted' |
      'challenge-countered' | 'challenge-declined' | 'challenge-expired' | 'challenge-opened' |
      'challenge-taken' | 'challenge-withdrawn' | 'challenges-of-yours-hint' | 'challenges-to-all-hint' |
      'challenges-to-you-hint' | 'counter-decline' | 'counter-from' | 'counter-same' | 'counter-shape' |
      'no-such-challenge' | 'not-your-challenge' | 'open-needs-no-answer' | 'own-open' | 'puzzle-not-yours' |
      'puzzle-over' | 'you-withdrew-open'>,
    Facts<{ readonly number: Word; readonly state: Word }, 'puzzle-ended'>,
    Facts<{ readonly number: Word; readonly userid: Word }, 'challenge-again' | 'challenge-sent' |
      'counter-open' | 'declined' | 'invite-taken' | 'left-challenge' | 'own-challenge' | 'rematch-waits' |
      'you-declined' | 'you-withdrew'>,
    Facts<{ readonly option: Word }, 'option-value' | 'switch-shape'>,
    Facts<{ readonly owner: Side; readonly side: Side }, 'may-swap'>,
    Facts<{ readonly plies: number; readonly side: Side }, 'solved-loss-in' | 'solved-win-in'>,
    Facts<{ readonly ply: Word }, 'pass-taken-back' | 'record-no-result'>,
    Facts<{ readonly ply: Word; readonly side: Side }, 'would-have-to-pass'>,
    Facts<{ readonly ply: Word; readonly userid: Word }, 'had-to-pass'>,
    Facts<{ readonly rank: Word }, 'bad-character' | 'words-rank-empty'>,
    Facts<{ readonly rank: Word; readonly stones: Word }, 'words-rank'>,
    Facts<{ readonly rated: 'yes' | 'no' }, 'rated-of-terms'>,
    Facts<{ readonly reason: Word }, 'admin-reason'>,
    Facts<{ readonly result: 'draw' | 'lost' | 'won' | 'none' }, 'result-of-player'>,
    Facts<{ readonly round: Word; readonly side: 'black' | 'horizontal' | 'vertical' | 'white'; readonly sign: Word; readonly title: Word; readonly userid: Word },
      'glance-side'>,
    Facts<{ readonly round: Word; readonly side: Side }, 'could-have-won'>,
    Facts<{ readonly round: Word; readonly side: Side; readonly sign: Word }, 'turn-would'>,
    Facts<{ readonly round: Word; readonly side: Side; readonly sign: Word; readonly userid: Word }, 'turn-now' |
      'turn-then'>,
    Facts<{ readonly rounds: number; readonly side: Side; readonly sign: Word; readonly title: Word; readonly userid: Word },
      'glance-side-over'>,
    Facts<{ readonly rounds: number; readonly won: Side | 'draw' | 'none' }, 'preview-record'>,
    Facts<{ readonly rows: number }, 'bad-ranks'>,
    Facts<{ readonly rules: Word }, 'first-begins' | 'in-full' | 'lesson-left' | 'lesson-people' | 'limit-shape' |
      'no-games-in' | 'play-now' | 'players-hint-game' | 'players-robot' | 'puzzle-none' | 'puzzle-none-yet' |
      'rating-hint' | 'standings-robot'>,
    Facts<{ readonly rules: Word; readonly userid: Word }, 'hint-not-agreed' | 'players-hint' | 'rematch-gone'>,
    Facts<{ readonly side: Side }, 'could-still-win' | 'side-in-list' | 'solved-draw' | 'solved-even' |
      'solved-loss' | 'solved-win' | 'thing-bishop' | 'thing-dead' | 'thing-king' | 'thing-knight' |
      'thing-pawn' | 'thing-queen' | 'thing-rook' | 'thing-stone'>,
    Facts<{ readonly side: Side; readonly things: Word }, 'words-things'>,
    Facts<{ readonly sideMax: Word }, 'not-a-size' | 'size-shape'>,
    Facts<{ readonly size: Word }, 'board-smaller' | 'first-wanted'>,
    Facts<{ readonly state: Word }, 'left-in-list'>,
    Facts<{ readonly takes: 'yes' | 'no' }, 'takes-in-list'>,
    Facts<{ readonly terms: Word }, 'challenge-of-others'>,
    Facts<{ readonly things: Word }, 'words-nobodys'>,
    Facts<{ readonly to: Word }, 'no-enemy' | 'own-stone'>,
    Facts<{ readonly today: DayText }, 'vacation-past'>,
    Facts<{ readonly told: Word }, 'congratulations'>,
    Facts<{ readonly told: Word; readonly userid: Word }, 'glance-told'>,
    Facts<{ readonly turn: 'they' | 'yes' | 'you' | 'no' }, 'turn-in-list'>,
    Facts<{ readonly userid: Word }, 'accepted' | 'address-same' | 'address-taken' | 'agreed-count' | 'blocked' |
      'boards-of' | 'counter-came' | 'counter-theirs' | 'draw-accepted' | 'draw-declined' |
      'draw-declined-by-move' | 'draw-open' | 'draw-withdrawn' | 'first-is-named' | 'first-me' |
      'footer-message' | 'friend-how' | 'glance-turn' | 'has-account' | 'has-left' | 'history-of-player' |
      'invitation-again' | 'invitation-name' | 'invitation-taken' | 'invitation-who' | 'invitation-yes' |
      'message-empty' | 'message-sent' | 'moved-away' | 'moved-here' | 'no-games-of' | 'no-ratings' |
      'no-such-player' | 'no-turns-of' | 'not-blocked' | 'not-suspended' | 'passed' | 'played-on' |
      'question-unsent' | 'ratings-of' | 'robot-is-none' | 'robot-keeps-move' | 'robot-plays-on' |
      'say-sent' | 'say-to-nobody' | 'say-to-robot' | 'signed-off' | 'subject-feedback' | 'subject-message' |
      'subject-welcome' | 'suspended-already' | 'takes-no-challenges' | 'takes-no-comments' |
      'takes-no-messages' | 'text-to-send' | 'text-waits' | 'unblocked' | 'undo-declined' |
      'undo-declined-by-move' | 'undo-lapsed-by-move' | 'undo-open' | 'undo-withdrawn' | 'userid-how' |
      'userid-now' | 'userid-reserved' | 'userid-seen' | 'words-came' | 'writes' | 'you-are' |
      'you-declined-draw' | 'you-declined-undo' | 'you-gave-address' | 'you-in-list' | 'you-moved' |
      'you-restored' | 'you-suspended'>,
    Facts<{ readonly value: Word }, 'setting-accept' | 'setting-board' | 'setting-comments' |
      'setting-coordinates' | 'setting-copies' | 'setting-language' | 'setting-mail' | 'setting-news' |
      'setting-notify' | 'setting-order' | 'setting-pictures' | 'setting-puzzle' | 'setting-remind' |
      'setting-subject' | 'setting-tips' | 'setting-zone'>,
    Facts<{ readonly way: 'in' | 'out' }, 'status-letters'>,
    Facts<{ readonly what: Word }, 'status-count'>,
    Facts<{ readonly when: Word }, 'active-in-list'>,
    Facts<{ readonly who: 'they' | 'you' | 'chance' }, 'first-in-list'>,
    Facts<{ readonly who: Word }, 'term-first'>,
    Facts<{ readonly who: Word; readonly won: Side }, 'result-of-match'>,
    Facts<{ readonly winner: Word }, 'ending-all-joined' | 'ending-edges-joined' | 'ending-full-column' |
      'ending-full-row' | 'ending-goal-reached' | 'ending-more-points' | 'ending-more-stones' |
      'ending-won-by-admin'> {}
