import type { Random, Time } from '../../ports.ts';
import {
  checkLetterMsMax,
  checkLookMs,
  checkStepMsMax,
  checkWorkMsMax,
} from '../../server-limits.ts';

/** The result of one check, for the operator. It contains no password and no key. */
export interface Finding {
  /** What was checked, in a word or two: `imap`, `disk`. */
  readonly name: string;
  /** `warn`: the server runs, but the operator should know. `wrong`: it will not work. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** The fault, or that all is well, in one line. */
  readonly what: string;
  /** The remedy: what to do about the fault. */
  readonly remedy?: string;
}

export type Code = keyof typeof WORDS;
/** The placeholders of a text, in braces. */
type Named<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Named<Rest>
  : never;
export type FactsOf<For extends Code> = Readonly<
  Record<Named<(typeof WORDS)[For]>, string | number>
>;

/**
 * The finding of a code, its text filled in.
 *
 * @param name of what was checked, if not that of the code
 */
export function finding<For extends Code>(code: For, facts: FactsOf<For>, name?: string): Finding {
  const [, level, words = ''] = /^(\w+) (.*)$/s.exec(WORDS[code]) ?? [];
  const [what = '', remedy] = words
    .split(' -> ')
    .map((text) =>
      text.replace(/\{(\w+)\}/g, (_, each: keyof typeof facts) => String(facts[each])),
    );
  return {
    name: name ?? code.slice(0, code.indexOf('/')),
    level: level as Finding['level'],
    what,
    ...(remedy !== undefined && { remedy }),
  };
}

/** The scope and the ports of a check. */
export interface CheckContext {
  /** This machine alone; the mail servers too; or letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  /** The variable TZ. */
  readonly zone?: string | undefined;
  readonly timeouts?: Timeouts;
}

/** Timeouts in milliseconds. A check takes about a minute at most. */
export const DEFAULT_TIMEOUTS = {
  /** For one step with a mail server. */
  stepMs: checkStepMsMax,
  /** For all checks after both logins. */
  workMs: checkWorkMsMax,
  /** For a test letter to arrive, and between two looks for it. */
  letterMs: checkLetterMsMax,
  lookMs: checkLookMs,
};
export type Timeouts = Readonly<typeof DEFAULT_TIMEOUTS>;

const RAISE =
  'Raise it: ulimit in the shell that starts it, LimitNOFILE= and MemoryMax= in a unit of systemd (systemctl edit turnpost), or the options of the container.';
const SET_CLOCK =
  'Set the clock of this machine, best with a time service (timedatectl set-ntp true).';
const CLEAN_UP = 'Delete letters in it, or have the quota raised.';
const MAKE_ROOM = 'Make room, or let TURNPOST_DATABASE name a file on another disk.';
const OR_OWN = 'or name a mailbox of its own in TURNPOST_IMAP_URL.';
const CHECK_PORT = 'See whether host and port are right in {variable}: the usual port is {usual}.';
const FIREWALL = `See whether a firewall lets this machine out to that port.{blocked} ${CHECK_PORT}`;
const TURN_ON = `Write {protocol}s:// in {variable} with port {tlsPort}, or have the operator of the server switch TLS on.`;
const TAGS = 'Set TURNPOST_PLUS=off, or have the mail host deliver address+tag to the mailbox.';
const SUBMIT = 'Use its port for submission, 465 with smtps:// or 587 with smtp://';
const CERTIFICATE = 'The certificate of {host}';
const ALERT = 'TURNPOST_ALERT_COMMAND';
const OLD_ANSWERS_VOID = 'no answer to the letters that are out would count';

/**
 * All findings of `turnpost check`, by name and code: the level, the fault and, after an arrow, the remedy.
 */
const WORDS = {
  'configuration/complete': `ok The configuration is complete. Mode: {mode}.`,
  'configuration/problem': `wrong {problem}`,
  'configuration/sandbox': `warn Nothing of a server is set, here ({path}) or in the environment: this is the sandbox. -> For a server, run this in the folder that has its .env, or set the variables of docs/operating.md.`,
  '.env/twice': `warn {name} is set more than once, in the lines {lines}: the last one counts. -> Take the others out.`,
  '.env/hidden': `warn {name} is set in the environment as well, to something else, and that counts. -> Take it out of one of them (unset {name}).`,
  '.env/no-prefix': `warn {name} is set, which is no variable of ours. -> Write it as TURNPOST_{name}.`,
  '.env/nearly': `wrong {where} sets {name}, which nobody reads. -> Write it as {meant}.`,
  '.env/word': `warn TURNPOST_WELCOME_WORD is set, and TURNPOST_PLUS=off says that the mail host delivers no tagged address. -> Unset the word, or have the mail host deliver address+tag to the mailbox.`,
  'senders/hops': `warn TURNPOST_AUTHSERV_HOPS is set, and counts for nothing without TURNPOST_AUTHSERV_ID. -> Set both or none; see docs/operating.md.`,
  'copies/obsolete': `warn {name} has no use any more: {instead}. -> Take it out.`,
  'versions/node': `ok Node.js {version} is supported.`,
  'versions/old-node': `wrong Node.js {version} is not supported. -> Install another one ({wanted}), and then the packages again: npm ci.`,
  'versions/sqlite': `ok SQLite {version} works.`,
  'versions/no-sqlite': `wrong {error} -> Run npm ci without --omit=optional.`,
  'limits/stops': `wrong {line} With less than half of that it does not start. -> ${RAISE}`,
  'limits/warns': `warn {line} -> ${RAISE}`,
  'time zone/known': `ok The machine is at {known}; players have zones of their own.`,
  'time zone/unknown': `warn TZ is {name}, which is no time zone, so that the machine takes UTC. -> Write it as Europe/Berlin, or leave it out.`,
  'clock/right': `ok The clock goes with that of the mail server.`,
  'clock/off': `warn The clock of this machine says {ours}, and {by} {theirs}: it is {span} {way}. -> ${SET_CLOCK}`,
  'clock/far-off': `wrong The clock of this machine says {ours}, and {by} {theirs}: it is {span} {way}. -> ${SET_CLOCK}`,
  'clock/behind': `wrong The clock of this machine says {now}, but the mailbox was read at {last}. -> Set the clock, best with a time service (timedatectl set-ntp true).`,
  'admins/none': `warn TURNPOST_ADMINS is not set, so that nobody is told by letter of trouble. -> Set it to your own address.`,
  'admins/own': `wrong TURNPOST_ADMINS names the address of the server itself, which reads no letter of its own. -> Put addresses of people there.`,
  'admins/odd': `warn TURNPOST_ADMINS names {names}, and no domain is written without a dot. -> See that it is written right: letters about trouble go there.`,
  'templates/ok': `ok The {files} files in {folder} can be used.`,
  'templates/none': `warn There is no template in {folder}. -> Let TURNPOST_TEMPLATES name the folder above en/ and de/, or leave it out.`,
  'templates/bad': `warn {place} cannot be used, and ours is in its place: {error}. -> Mend it; turnpost gallery shows what comes of it.`,
  'templates/unreadable': `wrong The templates in {folder} cannot be read ({code}). -> Let the user that the server runs as read them (chmod).`,

  'database/ok': `ok {path} can be worked with.`,
  'database/new': `ok {path} will be made at the first start.`,
  'database/self-explained': `wrong {trouble}.`,
  'database/no-file': `wrong {trouble}. -> Let TURNPOST_DATABASE name a file, such as data/turnpost.sqlite: a folder or a device is there.`,
  'database/foreign': `wrong {trouble}. -> Run turnpost recover, which puts the newest copy back; or, if that is a file of something else, write another path into TURNPOST_DATABASE.`,
  'database/damaged': `wrong {trouble}. -> Stop the server and run turnpost recover, which puts the newest copy back.`,
  'database/locked': `wrong {trouble}. -> Another program has it open for itself, such as a backup or a database browser: end that one.`,
  'database/read-only': `wrong {trouble}. -> It lies on a disk that cannot be written to: mount it for writing, or choose another path.`,
  'database/below-file': `wrong {trouble}. -> A file stands in the middle of the path of TURNPOST_DATABASE: choose another path.`,
  'database/odd-path': `wrong {trouble}. -> Choose another path for TURNPOST_DATABASE.`,
  'database/no-folder': `wrong {trouble}. -> No folder can be made there: choose another path for TURNPOST_DATABASE.`,
  'database/denied': `wrong {trouble}. -> You are {user}, and it belongs to {owner}. Run turnpost as the owner, or give the file and its folder to that user (chown).`,
  'lock/free': `ok No server runs on this database.`,
  'lock/held': `warn A server runs on this database ({who}), so that a second one will not start. -> Leave it, or stop it before you start another.`,
  'lock/denied': `wrong {database}.lock: {error}. -> Give the file to the user that the server runs as, or delete it while no server runs.`,
  'disk/ok': `ok {room}`,
  'disk/little': `warn The disk has little room: {room} -> ${MAKE_ROOM}`,
  'disk/least': `wrong The disk is nearly full: {room} -> ${MAKE_ROOM}`,
  'disk/full': `wrong The disk is full: nothing could be written to {folder} ({code}). -> ${MAKE_ROOM}`,
  'disk/no-files': `wrong No more files can be made: nothing could be written to {folder} ({code}). -> ${MAKE_ROOM}`,
  'disk/read-only': `wrong Nothing can be written to the folder {folder} ({code}). -> It lies on a disk that cannot be written to: mount it for writing, or choose another.`,
  'disk/denied': `wrong Nothing can be written to the folder {folder} ({code}). -> Give the folder to the user that the server runs as (chown), or run this as that user.`,
  'disk/unknown': `wrong Nothing can be found out about {folder} ({code}). -> Choose another folder.`,
  'disk/in-memory': `warn {folder} lies in memory ({system}), and is empty when the machine starts again. -> Let TURNPOST_DATABASE name a file on a disk.`,
  'disk/remote': `warn {folder} lies on a network file system ({system}), where locks may not hold. -> Put the database on a disk of this machine.`,
  'copies/ok': `ok Copies of the database lie in {folder}.`,
  'copies/amiss': `warn {what} -> {remedy}`,
  'copies/old': `warn The newest copy of the database is of {at}, and letters came after it. -> Start the server, and look into its log for why it makes none.`,
  'copies/unknown': `wrong Nothing can be found out about {folder} ({error}). -> Let TURNPOST_BACKUP_DIR name a folder that the server may write to.`,
  'secret/signs': `ok {where} signs the reply tokens.`,
  'secret/new': `ok {where} will be made at the first start.`,
  'secret/denied': `wrong {trouble}. -> Give {where} to the user that the server runs as.`,
  'secret/damaged': `wrong {trouble}. -> Put the backup back, or move {where} away to have a new one made: old answers do not count then.`,
  'secret/missing': `wrong {where} is missing: the server would make a new one, and ${OLD_ANSWERS_VOID}. -> Put it back from the backup of this database before you start; without one, start all the same: who writes is asked to confirm once.`,
  'secret/foreign': `wrong {where} is not the secret of this database: no letter of the last weeks was signed by it. -> Put back the secret that belongs to the database: with this one the server starts, and old answers do not count.`,
  'secret/open': `wrong Everybody on this machine can read {path}. -> chmod 600 {path}`,
  'secret/hidden': `warn Everybody may read {path}, but for the folder that it lies in. -> chmod 600 {path}`,

  'health port/free': `ok Health can be served at port {port}.`,
  'health port/ours': `ok A server of Turnpost serves its health at port {port}.`,
  'health port/taken': `wrong Another program listens at port {port}, so that the server does not start ({code}). -> See which (as root: ss -ltnp 'sport = :{port}') and end it, or write another port into TURNPOST_HEALTH_PORT.`,
  'health port/for-root': `wrong Nobody may listen at port {port}, so that the server does not start ({code}). -> Write a port of 1024 or above into TURNPOST_HEALTH_PORT: those below are for root.`,
  'health port/denied': `wrong Nobody may listen at port {port}, so that the server does not start ({code}). -> Look at the network of this machine (ip address show lo), or write another port into TURNPOST_HEALTH_PORT.`,
  'alert command/read': `ok The shell can read ${ALERT}.`,
  'alert command/runs': `ok ${ALERT} runs {program}.`,
  'alert command/no-line': `wrong ${ALERT} is no line that a shell can read. -> Write it as for sh -c; most often a quotation mark is missing.`,
  'alert command/no-program': `wrong {program} of ${ALERT} cannot be run: nobody will be called. -> Make it a program (chmod +x {program}).`,
  'alert command/missing': `wrong There is no {program}, which ${ALERT} is to run: nobody will be called. -> Install it, or write its whole path.`,

  'server/ready': `ok {place} is reached {how}.`,
  'server/no-host': `wrong There is no host {host} ({code}). -> Write the right name into {variable}.`,
  'server/no-look-up': `wrong The name {host} cannot be looked up ({code}). -> See whether it is right in {variable}, and whether this machine has a name server (/etc/resolv.conf).`,
  'server/nobody': `wrong Nobody listens at {place} ({code}). -> ${CHECK_PORT}`,
  'server/no-network': `wrong {place} cannot be reached ({code}). -> See whether this machine has a network, and whether the host is the right one.`,
  'server/timeout': `wrong {place} does not answer at all ({code}): something on the way swallows the connection. -> ${FIREWALL}`,
  'server/unreached': `wrong {place} cannot be reached ({code}). -> ${FIREWALL}`,
  'server/other': `wrong At {place} is {spoken}, and {variable} needs {label}. -> Write the {label} server there: its usual port is {usual}{belongs}.`,
  'server/plain-first': `wrong At {place} {label} begins without TLS, and {protocol}s:// wants it from the first byte. -> Write {protocol}:// in {variable}, which switches to TLS by STARTTLS; or take the other port, {usual}.`,
  'server/tls-first': `wrong At {place} TLS is wanted from the first byte, and {protocol}:// begins without. -> Write {protocol}s:// in {variable}; or take the other port, {usual}.`,
  'server/silent': `wrong {place} takes the connection and stays silent: there is no greeting. -> ${CHECK_PORT} If they are, the server or a firewall before it is broken: ask its operator.`,
  'server/stopped': `wrong {place} greets, and then stops answering ({at}). -> The server is overloaded or broken, or a firewall cuts in: try again later, or ask its operator.`,
  'server/no-starttls': `wrong {place} offers no STARTTLS, and the password is not sent without TLS. -> ${TURN_ON}`,
  'server/refused-starttls': `wrong {place} offers STARTTLS and refuses it ({words}). -> ${TURN_ON}`,
  'server/old-tls': `wrong {place} speaks only a version of TLS that is too old ({code}). -> It must offer TLS 1.2 or newer: have it updated, or take another server.`,
  'server/weak-tls': `wrong {place} offers no way of encrypting that is strong enough ({code}). -> Have it updated (TLS 1.2, a key of 2048 bits or more), or take another server.`,
  'server/silent-tls': `wrong {place} is silent when TLS begins ({code}). -> ${CHECK_PORT}`,
  'server/broken-tls': `wrong {place} breaks off when TLS begins ({code}). -> ${CHECK_PORT}`,
  'server/busy': `wrong {place} turns us away at the door ({words}). -> Try again later. If it stays so, ask the operator of the server.`,
  'server/refused': `wrong {place} turns us away at the door ({words}). -> Ask the operator of the server why: this machine may be on a list of those that it does not let in.`,
  'server/expires-soon': `warn ${CERTIFICATE} ends on {until}. -> See that it is renewed by then.`,
  'server/expired': `wrong ${CERTIFICATE} has expired: it ended on {until} ({code}). -> Have the operator of the server renew it. If today is not {today}, set the clock of this machine.`,
  'server/not-yet': `wrong ${CERTIFICATE} is not valid yet: it begins on {from} ({code}). -> If today is not {today}, set the clock of this machine (timedatectl set-ntp true).`,
  'server/other-name': `wrong The certificate is for {named} and not for {host}, the host in {variable}. -> Write the name of the server as the certificate has it into {variable}.`,
  'server/no-name': `wrong The certificate is for {named} and not for {host}, the host in {variable}. -> Have the server show a certificate with its name.`,
  'server/self-signed': `wrong ${CERTIFICATE} is self-signed: no authority vouches for it ({code}){besides}. -> Have the server use one of a public authority, or save the certificate as a file, and name that in TURNPOST_CA_FILE.{byName}`,
  'server/unknown-authority': `wrong ${CERTIFICATE} is signed by an authority that this machine does not know: {issuer} ({code}){besides}. -> If that is a private authority of yours, save the certificate of its authority as a file, and name that in TURNPOST_CA_FILE; if it is a public one, have the server send its whole chain.{byName}`,
  'server/untrusted': `wrong ${CERTIFICATE} cannot be trusted ({code}). -> Have the operator of the server put another one in its place.`,

  'server/password': `ok {host} accepts the user and the password.`,
  'server/token': `ok {host} accepts the access token.`,
  'server/no-token': `wrong {host} does not accept the access token ({words}). -> See that the user of {variable} is the one who has said yes, and that the account lets programs in by {label}; or say yes again, with turnpost init.`,
  'server/later': `wrong {host} takes no login just now ({words}). -> Try again in some minutes. If other programs use the account, end some of them.`,
  'server/app-password': `wrong {host} wants an application password ({words}). -> Make an app password in the settings of the account (under security), and write that into {variable}.`,
  'server/no-passwords': `wrong {host} takes no passwords any more for this account ({words}). -> Log in by OAuth2, or have the administrator of the account switch authenticated SMTP and IMAP on.`,
  'server/web-login': `wrong {host} wants somebody to log in by the browser first ({words}). -> Log in once at the web page of the provider and confirm that it is you; then check again.`,
  'server/switched-off': `wrong {host} says that this way in is switched off for the account ({words}). -> Switch {label} on in the settings of the account.`,
  'server/needs-tls': `wrong {host} takes no login without TLS ({words}). -> Write {protocol}s:// in {variable}, with the port for it ({tlsPort}).`,
  'server/old-password': `wrong {host} says that the password has expired ({words}). -> Set a new one at the provider, and write it into {variable}.`,
  'server/locked': `wrong {host} says that the account is locked ({words}). -> Wait an hour without a try, or unlock the account at the provider; each further try may lengthen it.`,
  'server/no-mechanism': `wrong {host} offers no way of logging in by a password ({words}). -> Log in by OAuth2, if it is a large provider; or have the server offer PLAIN or LOGIN.`,
  'server/no-user': `wrong {host} does not know the user ({words}). -> Write the user into {variable} as the provider wants it: mostly the whole address.`,
  'server/gone': `wrong {host} stops answering at the login ({words}). -> The server is overloaded or broken, or turns this machine away: try again later, or ask its operator.`,
  'server/other-password': `wrong {host} does not accept the user or the password ({words}). -> The password for the same user in {other} is another one, and works: write that one into {variable}.`,
  'server/wrong-password': `wrong {host} does not accept the user or the password ({words}). -> {whole}Write user and password anew into {variable}: is it the password of this account, perhaps an app password? In a URL @ is %40, / is %2F, # is %23 and % is %25.`,
  'oauth/token': `ok There is an access token.`,
  'oauth/look': `wrong There is no access token: {message}. -> Look at {see}.`,
  'oauth/later': `wrong There is no access token: {message}. -> Try again later.`,
  'size/small': `wrong The submission server takes letters of {size} bytes at most (SIZE), and those with large boards have more. -> Have its limit raised to {needed} bytes, better to a megabyte (message_size_limit in Postfix).`,
  'smtp/no-login': `warn It offers no login{where}, so that letters go out without one. -> Unless that is meant, take the port for submission in TURNPOST_SMTP_URL: 465 with smtps://, or 587 with smtp://.`,

  'mailbox/ok': `ok The mailbox {path} can be read and changed.`,
  'mailbox/stopped': `wrong The IMAP server stops answering when the mailbox {path} is opened ({words}). -> It is overloaded or broken: try again later, or ask its operator.`,
  'mailbox/later': `wrong The mailbox {path} cannot be opened just now ({words}). -> Try again later.`,
  'mailbox/denied': `wrong The mailbox {path} is there, and may not be opened ({words}). -> Give the account the right to read and change it, ${OR_OWN}`,
  'mailbox/meant': `wrong The account has no mailbox {path} ({words}). -> Write /{meant} behind the host in TURNPOST_IMAP_URL.`,
  'mailbox/missing': `wrong The account has no mailbox {path} ({words}). -> Write another one behind the host in TURNPOST_IMAP_URL; there are: {others}.`,
  'mailbox/read-only': `wrong The mailbox {path} can only be read: letters in it cannot be moved or marked. -> Give the account the right to change it (ACL), ${OR_OWN}`,
  'mailbox/no-flags': `wrong In the mailbox {path} no letter can be marked as read. -> Give the account the right to change it (ACL), ${OR_OWN}`,
  'mailbox/no-idle': `ok The server lacks IDLE: letters are found at the times of TURNPOST_POLL.`,
  'mailbox/no-move': `warn The server has neither MOVE nor UIDPLUS, so that letters stay where they are, marked as read. -> Empty the mailbox by hand now and then.`,
  'mailbox/little-room': `warn The mailbox is {percent} percent full (its quota). -> ${CLEAN_UP}`,
  'mailbox/no-room': `wrong The mailbox is {percent} percent full (its quota). -> ${CLEAN_UP}`,
  'mailbox/full': `wrong The mailbox is full: its quota is used up ({words}). -> ${CLEAN_UP}`,
  'mailbox/folder': `ok The folder {folder} will be made when it is needed.`,
  'mailbox/filed': `ok Letters can be filed in {folder}.`,
  'mailbox/not-filed': `wrong The folder {folder}, where letters go that have been dealt with, cannot be {done} ({words}). -> Make it by hand in a mail program, or have the account be allowed to make and fill it.`,
  'other server/none': `ok No other server works with the mailbox.`,
  'other server/works': `wrong Another server works with the mailbox: {holder}. -> Two would play every letter twice. Stop that one; or, to go on here in its place: turnpost takeover`,

  'letter/sent': `ok Letters are taken; whether they arrive cannot be seen from here.`,
  'letter/stopped': `wrong The submission server stops answering when a letter is handed over ({words}). -> It is overloaded or broken, or something on the way cuts in: try again later, or ask its operator.`,
  'letter/full': `wrong The mailbox of {address} is full ({words}). -> Delete letters in it, or have it made larger.`,
  'letter/size': `wrong The submission server finds a letter of a few lines too large ({words}). -> Have its limit on the size of letters raised to a megabyte.`,
  'letter/volume': `wrong The submission server takes no more letters for now ({words}). -> Wait until the provider lets letters out again, mostly a day; see what it allows a day.`,
  'letter/login': `wrong The submission server wants a login before it takes letters, and offers none ({words}). -> ${SUBMIT}.`,
  'letter/relay': `wrong The submission server does not hand letters on for us: relaying is refused ({words}). -> ${SUBMIT}, and a user that may send; port 25 is for mail between servers.`,
  'letter/sender': `wrong The account may not send letters as {from}: the sender is refused ({words}). -> Let TURNPOST_ADDRESS be the address of the account in TURNPOST_SMTP_URL, or allow the account to send as it.`,
  'letter/no-mailbox': `wrong There is no mailbox {address} ({words}). -> Write the address of the mailbox into TURNPOST_ADDRESS.`,
  'letter/not-now-to': `wrong The submission server refuses letters to {address} ({words}). -> Try again later.`,
  'letter/not-to': `wrong The submission server refuses letters to {address} ({words}). -> Ask its operator why; it is our own address, TURNPOST_ADDRESS.`,
  'letter/not-now': `wrong The submission server takes no letter just now ({words}). -> Try again in some minutes.`,
  'letter/refused': `wrong The submission server refuses a letter from {address} to itself ({words}). -> See what it says; ask its operator if it takes our letters for spam.`,
  'letter/plain-sender': `warn The submission server does not allow a tagged sender ({words}): letters go out under the plain one. -> Nothing has to be done; reports of lost letters are known by their Message-ID then.`,
  'letter/tag-refused': `wrong Tagged addresses are not delivered: {to} is refused ({words}). -> ${TAGS}`,
  'letter/tag-lost': `wrong Tagged addresses are not delivered: a letter to one was taken, and has not come within {seconds} seconds. -> ${TAGS}`,
  'letter/tag-came': `ok A letter to a tagged address came as well.`,
  'letter/came': `ok A letter to {address} came to {mailbox}.`,
  'letter/one-came': `warn Of two letters, that to the plain address {address} has not come within {seconds} seconds. -> Check again later; look whether a filter has taken it.`,
  'letter/lost': `wrong A letter to {address} was taken, and has not come to {mailbox} within {seconds} seconds: {guess}. -> Let TURNPOST_ADDRESS and TURNPOST_IMAP_URL name the same mailbox; if they do, look where its letters go, and check again later.`,
  'letter/spam': `wrong A letter to {to} came to the folder {folder}, and not to {mailbox}, which is read. -> The host takes it for spam: mark it as wanted, or have a rule keep letters out of that folder.`,
  'letter/misfiled': `wrong A letter to {to} came to the folder {folder}, and not to {mailbox}, which is read. -> Take the rule away that sorts it there, or let the path of TURNPOST_IMAP_URL name that folder.`,
  'letter/from': `wrong The host has put another sender in the place of {address}: {from}. -> Let TURNPOST_ADDRESS be that address, or allow the account to send as the one that is set.`,
  'letter/reply-to': `warn The host takes out the address for answers (Reply-To). -> Answers are known by their Message-ID alone then; better is a host that leaves letters alone.`,
  'letter/message-id': `warn The host changes the Message-ID of letters, by which answers without a tag are known. -> Keep TURNPOST_PLUS=on, or use another submission server.`,
  'letter/no-room': `wrong Letters cannot be moved from {path} to {folder}: the mailbox is full, its quota is used up ({words}). -> ${CLEAN_UP}`,
  'letter/not-moved': `wrong Letters cannot be moved from {path} to {folder}, where those go that have been dealt with ({words}). -> Give the account the right to delete letters in the one and to put them into the other (ACL).`,
  'senders/none': `ok The host has not checked the sender of this letter: nothing is to be set.`,
  'senders/proposed': `ok The host checks senders as {id}. With {proposal} they can play by that; see docs/operating.md first.`,
  'senders/checked': `ok The host checks senders as {id}, as TURNPOST_AUTHSERV_ID says.`,
  'senders/other-id': `wrong The host checks senders as {id}, and TURNPOST_AUTHSERV_ID is {set}: nobody is believed. -> Set {proposal}.`,
  'senders/few-hops': `wrong Above the check of the host stand {hops} Received, and TURNPOST_AUTHSERV_HOPS is {set}: nobody is believed. -> Set TURNPOST_AUTHSERV_HOPS={hops}.`,
  'senders/many-hops': `wrong Above the check of the host stand only {hops} Received, and TURNPOST_AUTHSERV_HOPS is {set}: a sender could forge a check. -> Set TURNPOST_AUTHSERV_HOPS={hops}.`,
  'senders/left-in': `warn The host checks senders as {id}, and leaves in a letter what the sender has written under that name. -> It is safe as long as the host writes its own into every letter; if it does not, unset TURNPOST_AUTHSERV_ID.`,
  'senders/forged': `warn A field that the letter itself brought stands as the check of {set}: anybody could forge it. -> Look at a letter from elsewhere: if the host does not write a check above, unset TURNPOST_AUTHSERV_ID.`,
  'senders/missing': `warn The letter has no Authentication-Results of {set}, as TURNPOST_AUTHSERV_ID has it. -> Hosts may leave it out of letters from themselves: look at one from elsewhere. If that has none, unset TURNPOST_AUTHSERV_ID.`,
} as const;
