import type { LANGUAGES } from './settings.ts';
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts';
import { useridKey } from './userid.ts';

/** Names by which people would take somebody for the server, alone or as a part of a userid. */
const OFFICIAL = `
  admin administrator sysadmin moderator official operator postmaster server staff support turnpost
`;
/** The same, alone: as a part they may stand in anybody's name. */
const ROLES = `
  abuse arbiter bot broadcast daemon director donotreply gamemaster helpdesk hostmaster mail
  mailbox mailer mailerdaemon mod noreply owner post referee robot root security service sysop
  system team umpire webmaster
  betreiber dienst hilfe leitung schiedsrichter verwalter verwaltung
`;
/** What letters and commands say, or may say one day, where a player could be named. */
const WORDS = `
  active add all anybody anyone black chance change club email everybody everyone find first from
  guest if ladder league list lists lobby look main me name next nobody none now observer open opponent
  pair pairing player players puzzle puzzles random remove round rounds second somebody someone
  spectator stranger subscribe team teams them then tournament tournaments userid users when white
  who you
  gegner liga niemand schwarz turnier turniere weiss
`;
/** What people answer a question with. Each language of the letters has words for both. */
const ANSWERS: Readonly<Record<(typeof LANGUAGES)[number], string>> = {
  en: `
    agree agreed cancel confirm confirmed correct disagree false fine nah nay never no nope of off
    ok okay on right sure true yay yea yeah yep yes yup
  `,
  de: `
    abbrechen bestaetigen doch einverstanden falsch gern gerne ja jawohl jep klar korrekt nee
    nein niemals noe okay richtig stimmt
  `,
};

/**
 * The form in which a userid is compared with what is reserved. It is wider than the key under which
 * userids are unique: nobody's account hangs on it, so more may look alike (`s3rv3r`, `4dmin`).
 */
const lookKey = (name: string): string =>
  useridKey(name)
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('7', 't')
    .replaceAll('8', 'b')
    .replaceAll('9', 'g');

/** Those of some words, each once. */
export const keysOf = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].map(lookKey);

const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

const OFFICIAL_KEYS = new Set(keysOf(listed(OFFICIAL)));
const WORD_KEYS = new Set(keysOf([ROLES, WORDS, ...Object.values(ANSWERS)].flatMap(listed)));
const PROGRAM_KEY = lookKey('turnpost');

/** What a name could be taken for. */
export type Mistaken = 'domain' | 'server' | 'number' | 'word';

/**
 * Gives what tells of a userid for what else than a player it could be taken. Whoever has such a one
 * keeps it; nobody gets one any more.
 *
 * @param keys of what is reserved beside the words of this file: the commands, the games
 * @param server the local part of the server's own address
 */
export function makeReserved(
  keys: ReadonlySet<string>,
  server: string,
): (userid: string) => Mistaken | undefined {
  const serverKey = lookKey(server);
  const isServers = (userid: string, key: string): boolean =>
    key === serverKey ||
    key.includes(PROGRAM_KEY) ||
    [userid, ...userid.split(/[._-]/)].some((part) => isOfficial(part));
  return (userid) => {
    const key = lookKey(userid);
    if (/^[\d._-]+$/.test(userid)) return 'number';
    if (isServers(userid, key)) return 'server';
    if (WORD_KEYS.has(key) || keys.has(key)) return 'word';
    return endsAsDomain(userid) ? 'domain' : undefined;
  };
}

/** All that `makeReserved` compares with, in one row: another one means other odd names. */
export const reservedRow = (words: readonly string[], server: string): string =>
  [...OFFICIAL_KEYS, ...WORD_KEYS, ...words, server, ...TOP_LEVEL_DOMAINS].join(' ');

/** Also several of them, or the second one: `admins`, `admin2`. */
const isOfficial = (part: string): boolean =>
  [part, part.replace(/s?\d*$/i, '')].some((word) => OFFICIAL_KEYS.has(lookKey(word)));

/** A mail program makes a link of it. */
function endsAsDomain(userid: string): boolean {
  const [, last] = /\.([^.]+)$/.exec(userid.toLowerCase()) ?? [];
  return last !== undefined && (last.startsWith('xn--') || TOP_LEVEL_DOMAINS.has(last));
}
