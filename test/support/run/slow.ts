/**
 * Files that take the longest, and need no program besides Node.js and a C compiler: `npm test` leaves them
 * to `npm run test:slow`, and CI runs both. A file that is named on the command line is run in any case.
 */
export const SLOW: readonly string[] = [
  'test/cli/{gallery,outbox,read-only,recover}.test.ts',
  'test/command/account/classic-userid.test.ts',
  'test/command/board/games.test.ts',
  'test/e2e/{clock-jumps,command-line,kill,machine-death,sandbox}.test.ts',
  'test/engine/added/games.test.ts',
  'test/engine/contract.test.ts',
  'test/engine/robot/small-boards.test.ts',
  'test/engine/solve/solve.test.ts',
  'test/mail/{hostile,largest}.test.ts',
  'test/match/record/record.test.ts',
  'test/post/oauth/process.test.ts',
  'test/render/html-part.test.ts',
  'test/sandbox/{mailbox,page,production}.test.ts',
  'test/service/delivery/disk.test.ts',
  'test/service/do/{newcomers,offers,verified-sender,yes-no}.test.ts',
  'test/service/due/{clock,year}.test.ts',
  'test/service/in/{changed-board,every-letter,other-server,read}.test.ts',
  'test/service/process/{crash,model,signals,worker}.test.ts',
  'test/service/recover/{disk-loss,killed}.test.ts',
  'test/service/thread/{parser,writer}.test.ts',
  'test/transcripts/forged.test.ts',
];
