// Writes the letters of the table "The first game" of a page, through a real mail server: by submission
// with TLS and a password, and by IMAPS. What the table says that comes must come.
// first-game.mjs PAGE PASSWORDS CA ADDRESS
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import PostalMime from 'postal-mime';

const [page = '', passwords = '', ca = '', games = ''] = process.argv.slice(2);
const HOST = 'mail.example.org';
const addressOf = (who) => `${who}@example.org`;
const WAIT_MS = 60_000;

/** Who writes what, whether it answers the last letter, and which subjects come to whom. */
function readTable() {
  const [, after = ''] = readFileSync(page, 'utf8').split('\n### The first game\n');
  const rows = after
    .split('\n#')[0]
    .matchAll(/^\| (you|friend) \| `([^`]+)` \| ([^|]+) \| (.+) \|$/gm);
  return [...rows].map(([, who, text, as, comes]) => ({
    who,
    text,
    answers: as.startsWith('a reply'),
    comes: [...comes.matchAll(/(you|friend): `([^`]+)`/g)].map(([, whom, subject]) => ({
      whom,
      subject,
    })),
  }));
}

const tls = { ca: readFileSync(ca), servername: HOST };
const passwordOf = Object.fromEntries(
  readFileSync(passwords, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(' ')),
);

async function openPlayer(who) {
  const auth = { user: addressOf(who), pass: passwordOf[addressOf(who)] };
  const imap = new ImapFlow({ host: HOST, port: 993, secure: true, tls, auth, logger: false });
  await imap.connect();
  const { uidNext } = await imap.mailboxOpen('INBOX');
  const smtp = createTransport({ host: HOST, port: 587, requireTLS: true, tls, auth });
  let seen = uidNext - 1;
  let last;
  return {
    /** A letter that was not waited for yet, with this in its subject. */
    async gets(subject) {
      for (const until = Date.now() + WAIT_MS; Date.now() < until; await sleep(100)) {
        await imap.noop();
        const listed = await imap.fetchAll(`${seen + 1}:*`, { uid: true }, { uid: true });
        for (const { uid } of listed.filter(({ uid }) => uid > seen)) {
          seen = uid;
          const { source } = await imap.fetchOne(String(uid), { source: true }, { uid: true });
          const letter = await PostalMime.parse(source);
          if (!letter.subject?.includes(subject)) continue;
          last = letter;
          return letter;
        }
      }
      throw new Error(`no letter with ${subject} has come to ${who}`);
    },
    async writes(text, answers) {
      const to = answers ? last.replyTo[0].address : games;
      const thread = answers && {
        subject: `Re: ${last.subject}`,
        inReplyTo: last.messageId,
        references: last.messageId,
        text: `${text}\n`,
      };
      await smtp.sendMail({ from: addressOf(who), to, ...(thread || { subject: text, text: '' }) });
    },
    async close() {
      smtp.close();
      await imap.logout();
    },
  };
}

const table = readTable();
if (table.length < 8) throw new Error('the table of the first game is not as it was');
const players = { you: await openPlayer('you'), friend: await openPlayer('friend') };
for (const { who, text, answers, comes } of table) {
  await players[who].writes(text, answers);
  console.log(`${who} writes: ${text}`);
  for (const { whom, subject } of comes) {
    const letter = await players[whom].gets(subject);
    console.log(`  ${whom} gets: ${letter.subject}`);
  }
}
for (const player of Object.values(players)) await player.close();
