import type { Random, Time } from '../../ports.ts';
import type { checkLimits } from '../../server-limits.ts';

/** The result of one check, for the operator. It contains no password and no key. */
export interface Finding {
  /** What was checked, in a word or two: `imap`, `disk`. */
  readonly name: string;
  /** `warn`: the server runs, but the operator should know. `wrong`: it will not work. */
  readonly level: 'ok' | 'warn' | 'wrong';
  /** The fault, or that there is none, in one line. */
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

export interface CheckContext {
  /** What is checked: this machine alone; the mail servers too; or letters through them as well. */
  readonly reach: 'machine' | 'servers' | 'letters';
  readonly time: Time;
  readonly random: Random;
  readonly zone?: string | undefined;
  readonly timeouts?: Timeouts;
}

type Timeouts = Readonly<Pick<typeof checkLimits, 'stepMs' | 'letterMs' | 'workMs' | 'lookMs'>>;

const RAISE =
  'Raise it: with ulimit in the shell that starts the server, LimitNOFILE= and MemoryMax= in the systemd unit (systemctl edit turnpost), or the options of the container.';
const SET_CLOCK =
  'Set the clock of this machine, preferably with a time service (timedatectl set-ntp true).';
const CLEAN_UP = 'Delete e-mail in it, or have the quota raised.';
const MAKE_ROOM = 'Free some space, or set TURNPOST_DATABASE to a file on another disk.';
const OR_OWN = 'or set TURNPOST_IMAP_URL to a mailbox of its own.';
const CHECK_PORT = 'Check the host and the port in {variable}: the usual port is {usual}.';
const FIREWALL = `Check whether a firewall blocks connections to that port.{blocked} ${CHECK_PORT}`;
const TURN_ON = `Write {protocol}s:// in {variable} with port {tlsPort}, or have the operator of the server enable TLS.`;
const TAGS = 'Set TURNPOST_PLUS=off, or have the mail host deliver address+tag to the mailbox.';
const SUBMIT = 'Use the submission port, 465 with smtps:// or 587 with smtp://';
const CERTIFICATE = 'The certificate of {host}';
const ALERT = 'TURNPOST_ALERT_COMMAND';
const OLD_ANSWERS_VOID = 'replies to the e-mails already sent would not count';

/**
 * All findings of `turnpost check`, by name and code: the level, the fault and, after an arrow, the remedy.
 */
const WORDS = {
  'configuration/complete': `ok The configuration is complete. Mode: {mode}.`,
  'configuration/problem': `wrong {problem}`,
  'configuration/sandbox': `warn No mail account is set, neither in {path} nor in the environment: this is the sandbox. -> For a server, run this in the folder that has its .env, or set the variables of docs/configuration.md.`,
  '.env/hidden': `warn {name} has another value in the environment, and that value counts. -> Remove one of them (unset {name}).`,
  '.env/no-prefix': `warn {name} is set, but it is not a variable of Turnpost. -> Write it as TURNPOST_{name}.`,
  '.env/nearly': `wrong {where} sets {name}, which is not a variable of Turnpost. -> Write it as {meant}.`,
  '.env/word': `warn TURNPOST_WELCOME_WORD is set, but TURNPOST_PLUS=off says that the mail host delivers no tagged addresses. -> Unset the word, or have the mail host deliver address+tag to the mailbox.`,
  'senders/hops': `warn TURNPOST_AUTHSERV_HOPS has no effect without TURNPOST_AUTHSERV_ID. -> Set both or neither; see docs/configuration.md.`,
  'copies/obsolete': `warn {name} is obsolete: {instead}. -> Remove it.`,
  'versions/node': `ok Node.js {version} is supported.`,
  'versions/old-node': `wrong Node.js {version} is not supported. -> Install a supported version ({wanted}), then reinstall the packages: npm ci.`,
  'versions/sqlite': `ok SQLite {version} works.`,
  'versions/no-sqlite': `wrong {error} -> Run npm ci without --omit=optional.`,
  'limits/stops': `wrong {line} With less than half of that the server does not start. -> ${RAISE}`,
  'limits/warns': `warn {line} -> ${RAISE}`,
  'time zone/known': `ok The time zone of this machine is {known}. Players have their own.`,
  'time zone/unknown': `warn TZ is {name}, which is not a time zone, so this machine uses UTC. -> Write it as Europe/Berlin, or unset it.`,
  'clock/right': `ok The clock agrees with that of the mail server.`,
  'clock/off': `warn The clock of this machine is {span} {way}: it shows {ours}, and {by} shows {theirs}. -> ${SET_CLOCK}`,
  'clock/far-off': `wrong The clock of this machine is {span} {way}: it shows {ours}, and {by} shows {theirs}. -> ${SET_CLOCK}`,
  'clock/behind': `wrong The clock of this machine shows {now}, but the mailbox was read at {last}. -> ${SET_CLOCK}`,
  'admins/none': `warn TURNPOST_ADMINS is not set, so nobody gets e-mail about problems. -> Set it to your own address.`,
  'admins/own': `wrong TURNPOST_ADMINS contains the address of the server itself, which ignores its own e-mail. -> Write addresses of people there.`,
  'admins/odd': `warn TURNPOST_ADMINS contains {names}, without a dot in the domain. -> Check the spelling: e-mails about problems go there.`,
  'templates/ok': `ok The {files} files in {folder} can be used.`,
  'templates/none': `warn There is no template in {folder}. -> Set TURNPOST_TEMPLATES to the folder above en/ and de/, or unset it.`,
  'templates/bad': `warn {place} cannot be used, so the built-in template is used: {error}. -> Correct it. turnpost gallery shows the result.`,
  'templates/unreadable': `wrong The templates in {folder} cannot be read ({code}). -> Allow the user of the server to read them (chmod).`,

  'database/ok': `ok {path} can be used.`,
  'database/new': `ok {path} will be created at the first start.`,
  'database/self-explained': `wrong {trouble}.`,
  'database/no-file': `wrong {trouble}. -> Set TURNPOST_DATABASE to a file, such as data/turnpost.sqlite. There is a folder or a device at that path.`,
  'database/foreign': `wrong {trouble}. -> Run turnpost recover, which restores the newest copy. If the file belongs to another program, set TURNPOST_DATABASE to another path.`,
  'database/damaged': `wrong {trouble}. -> Stop the server and run turnpost recover, which restores the newest copy.`,
  'database/locked': `wrong {trouble}. -> Another program has locked it, such as a backup or a database browser: end that program.`,
  'database/read-only': `wrong {trouble}. -> Its disk is mounted read-only: mount it for writing, or choose another path.`,
  'database/below-file': `wrong {trouble}. -> A folder in the path of TURNPOST_DATABASE is a file: choose another path.`,
  'database/odd-path': `wrong {trouble}. -> Choose another path for TURNPOST_DATABASE.`,
  'database/no-folder': `wrong {trouble}. -> The folder cannot be created: choose another path for TURNPOST_DATABASE.`,
  'database/denied': `wrong {trouble}. -> You are {user}, and it belongs to {owner}. Run turnpost as the owner, or give the file and its folder to {user} (chown).`,
  'lock/free': `ok No server is running on this database.`,
  'lock/held': `warn A server is running on this database ({who}), so a second one will not start. -> Leave it running, or stop it before you start another.`,
  'lock/denied': `wrong {database}.lock: {error}. -> Give the file to the user of the server (chown), or delete it while no server is running.`,
  'disk/ok': `ok {room}`,
  'disk/little': `warn The disk has little free space: {room} -> ${MAKE_ROOM}`,
  'disk/least': `wrong The disk is nearly full: {room} -> ${MAKE_ROOM}`,
  'disk/full': `wrong The disk is full: no file can be written to {folder} ({code}). -> ${MAKE_ROOM}`,
  'disk/no-inodes': `wrong The disk has no free inodes: no file can be written to {folder} ({code}). -> ${MAKE_ROOM}`,
  'disk/read-only': `wrong The folder {folder} is not writable ({code}). -> Its disk is mounted read-only: mount it for writing, or choose another folder.`,
  'disk/denied': `wrong The folder {folder} is not writable ({code}). -> Give the folder to the user of the server (chown), or run this as that user.`,
  'disk/unknown': `wrong The folder {folder} cannot be examined ({code}). -> Choose another folder.`,
  'disk/in-memory': `warn {folder} is in memory ({system}) and is lost when the machine restarts. -> Set TURNPOST_DATABASE to a file on a disk.`,
  'disk/remote': `warn {folder} is on a network file system ({system}), where locks may fail. -> Put the database on a disk of this machine.`,
  'copies/ok': `ok Copies of the database are in {folder}.`,
  'copies/amiss': `warn {what} -> {remedy}`,
  'copies/old': `warn The newest copy of the database is from {at}, and e-mails have arrived since. -> Start the server. If it makes no copy, its log says why.`,
  'copies/unknown': `wrong The folder {folder} cannot be examined ({error}). -> Set TURNPOST_BACKUP_DIR to a folder that the server can write to.`,
  'secret/signs': `ok {where} signs the reply tokens.`,
  'secret/new': `ok {where} will be created at the first start.`,
  'secret/denied': `wrong {trouble}. -> Give {where} to the user of the server (chown).`,
  'secret/damaged': `wrong {trouble}. -> Restore {where} from the backup. Without one, move the file away: the server creates a new one, and replies to older e-mail do not count.`,
  'secret/missing': `wrong {where} is missing: the server would create a new one, and ${OLD_ANSWERS_VOID}. -> Restore it from the backup of this database before you start. Without one, start anyway: senders are asked to confirm once.`,
  'secret/foreign': `wrong {where} is not the secret of this database: it signed no e-mail of the last weeks. -> Restore the secret that belongs to the database. With this one the server starts, but replies to older e-mail do not count.`,
  'secret/open': `wrong Every user of this machine can read {path}. -> chmod 600 {path}`,
  'secret/hidden': `warn Every user may read {path}; only the folder that contains it prevents this. -> chmod 600 {path}`,

  'health port/free': `ok The health page can be served on port {port}.`,
  'health port/ours': `ok A server of Turnpost serves its health page on port {port}.`,
  'health port/taken': `wrong Another program listens on port {port}, so the server does not start ({code}). -> Find it (as root: ss -ltnp 'sport = :{port}') and end it, or write another port into TURNPOST_HEALTH_PORT.`,
  'health port/denied': `wrong Port {port} cannot be opened, so the server does not start ({code}). -> Write a port of 1024 or above into TURNPOST_HEALTH_PORT, and check the network of this machine (ip address show lo).`,
  'alert command/read': `ok The shell can parse ${ALERT}.`,
  'alert command/runs': `ok ${ALERT} runs {program}.`,
  'alert command/no-line': `wrong ${ALERT} is not a valid shell command. -> Write it as for sh -c. Often a quotation mark is missing.`,
  'alert command/no-program': `wrong {program} in ${ALERT} cannot be executed, so nobody would be alerted. -> Make it executable (chmod +x {program}).`,
  'alert command/missing': `wrong {program} in ${ALERT} does not exist, so nobody would be alerted. -> Install it, or write its full path.`,

  'server/ready': `ok Connected to {place} {how}.`,
  'server/no-host': `wrong The host {host} does not exist ({code}). -> Correct the name in {variable}.`,
  'server/no-look-up': `wrong The name {host} cannot be resolved ({code}). -> Check it in {variable}, and check that this machine has a name server (/etc/resolv.conf).`,
  'server/nobody': `wrong Nothing listens at {place} ({code}). -> ${CHECK_PORT}`,
  'server/unreached': `wrong {place} cannot be reached ({code}). -> Check the network of this machine. ${FIREWALL}`,
  'server/other': `wrong {place} is {is}, but {variable} needs {label} (it says: {words}). -> Write the {label} server there. Its usual port is {usual}.{belongs}`,
  'server/plain-first': `wrong {place} starts without TLS, but {protocol}s:// expects TLS from the start. -> Write {protocol}:// in {variable}, which uses STARTTLS, or use the other port, {usual}.`,
  'server/tls-first': `wrong {place} expects TLS from the start, but {protocol}:// starts without it. -> Write {protocol}s:// in {variable}, or use the other port, {usual}.`,
  'server/silent': `wrong {place} accepts the connection but sends no greeting. -> ${CHECK_PORT} If they are right, the server or a firewall in front of it is broken: ask its operator.`,
  'server/stopped': `wrong {place} stops answering after the greeting ({at}). -> The server is overloaded or broken, or a firewall interferes: try again later, or ask its operator.`,
  'server/no-starttls': `wrong {place} offers no STARTTLS, and the password is not sent without TLS. -> ${TURN_ON}`,
  'server/refused-starttls': `wrong {place} offers STARTTLS but refuses it ({words}). -> ${TURN_ON}`,
  'server/weak-tls': `wrong {place} supports no TLS that is new and strong enough ({code}). -> It must support TLS 1.2 or newer, with a key of 2048 bits or more: have it updated, or use another server.`,
  'server/broken-tls': `wrong {place} does not complete the TLS handshake ({code}). -> ${CHECK_PORT}`,
  'server/busy': `wrong {place} refuses the connection for now ({words}). -> Try again later. If this persists, ask the operator of the server.`,
  'server/refused': `wrong {place} refuses connections from this machine ({words}). -> Ask the operator of the server for the reason: this machine may be on a block list.`,
  'server/expires-soon': `warn ${CERTIFICATE} expires on {until}. -> Make sure that it is renewed by then.`,
  'server/expired': `wrong ${CERTIFICATE} expired on {until} ({code}). -> Have the operator of the server renew it. If today is not {today}, set the clock of this machine.`,
  'server/not-yet': `wrong ${CERTIFICATE} is not valid before {from} ({code}). -> If today is not {today}, set the clock of this machine (timedatectl set-ntp true).`,
  'server/other-name': `wrong The certificate is for {named} and not for {host}, the host in {variable}. -> Write the server name from the certificate into {variable}.`,
  'server/untrusted': `wrong ${CERTIFICATE} is self-signed, or signed by an authority that this machine does not know: {issuer} ({code}){besides}. -> If the certificate or the authority is your own, save it to a file and set TURNPOST_CA_FILE to that. If it is a public one, have the server send its whole certificate chain.{byName}`,

  'server/password': `ok {host} accepts the user and the password.`,
  'server/token': `ok {host} accepts the access token.`,
  'server/no-token': `wrong {host} does not accept the access token ({words}). -> Check that the user of {variable} is the one who gave the consent, and that the account allows access by {label}. Or give the consent again with turnpost init.`,
  'server/later': `wrong {host} accepts no login at the moment ({words}). -> Try again in a few minutes. If other programs use the account, end some of them.`,
  'server/app-password': `wrong {host} requires an app password ({words}). -> Create an app password in the security settings of the account, and write it into {variable}.`,
  'server/no-passwords': `wrong {host} no longer accepts passwords for this account ({words}). -> Log in by OAuth2, or have the administrator of the account enable authenticated SMTP and IMAP.`,
  'server/web-login': `wrong {host} requires a login in the browser first ({words}). -> Log in once at the web page of the provider and confirm your identity, then check again.`,
  'server/switched-off': `wrong {host} says that {label} is disabled for the account ({words}). -> Enable {label} in the settings of the account.`,
  'server/needs-tls': `wrong {host} accepts no login without TLS ({words}). -> Write {protocol}s:// in {variable}, with its port ({tlsPort}).`,
  'server/old-password': `wrong {host} says that the password has expired ({words}). -> Set a new one at the provider, and write it into {variable}.`,
  'server/locked': `wrong {host} says that the account is locked ({words}). -> Wait an hour without logging in, or unlock the account at the provider. Each further attempt may prolong the lock.`,
  'server/no-mechanism': `wrong {host} offers no login by password ({words}). -> Log in by OAuth2, if the provider supports it, or have the server offer PLAIN or LOGIN.`,
  'server/no-user': `wrong {host} does not know the user ({words}). -> Write the user into {variable} as the provider requires it, usually the whole address.`,
  'server/gone': `wrong {host} stops answering at the login ({words}). -> The server is overloaded or broken, or blocks this machine: try again later, or ask its operator.`,
  'server/other-password': `wrong {host} does not accept the user or the password ({words}). -> The password for the same user in {other} is different, and works: write that one into {variable}.`,
  'server/wrong-password': `wrong {host} does not accept the user or the password ({words}). -> {whole}Write the user and the password into {variable} again. Check that it is the password of this account; it may need an app password. In a URL @ is %40, / is %2F, # is %23 and % is %25.`,
  'oauth/token': `ok An access token was obtained.`,
  'oauth/look': `wrong No access token was obtained: {message}. -> Check {see}.`,
  'oauth/later': `wrong No access token was obtained: {message}. -> Try again later.`,
  'size/small': `wrong The submission server accepts e-mail of {size} bytes at most (SIZE). E-mails with large boards have more. -> Have its limit raised to {needed} bytes, preferably to a megabyte (message_size_limit in Postfix).`,
  'smtp/no-login': `warn The server offers no login{where}, so e-mails are sent without one. -> Unless this is intended, use the submission port in TURNPOST_SMTP_URL: 465 with smtps://, or 587 with smtp://.`,

  'mailbox/ok': `ok The mailbox {path} can be read and changed.`,
  'mailbox/stopped': `wrong The IMAP server stops answering when it opens the mailbox {path} ({words}). -> It is overloaded or broken: try again later, or ask its operator.`,
  'mailbox/later': `wrong The mailbox {path} cannot be opened at the moment ({words}). -> Try again later.`,
  'mailbox/denied': `wrong The account may not open the mailbox {path} ({words}). -> Give the account the right to read and change it, ${OR_OWN}`,
  'mailbox/missing': `wrong The account has no mailbox {path} ({words}). -> Write one of its mailboxes after the host in TURNPOST_IMAP_URL, such as /INBOX. The account has: {others}.`,
  'mailbox/read-only': `wrong The mailbox {path} is read-only: e-mails in it cannot be moved or marked. -> Give the account the right to change it (ACL), ${OR_OWN}`,
  'mailbox/no-flags': `wrong E-mails in the mailbox {path} cannot be marked as read. -> Give the account the right to change it (ACL), ${OR_OWN}`,
  'mailbox/no-idle': `ok The server does not support IDLE: the mailbox is read at the times of TURNPOST_POLL.`,
  'mailbox/no-move': `warn The server supports neither MOVE nor UIDPLUS, so e-mails stay in the mailbox, marked as read. -> Empty the mailbox by hand from time to time.`,
  'mailbox/little-room': `warn The mailbox is {percent} percent full (its quota). -> ${CLEAN_UP}`,
  'mailbox/no-room': `wrong The mailbox is {percent} percent full (its quota). -> ${CLEAN_UP}`,
  'mailbox/full': `wrong The mailbox is full: its quota is used up ({words}). -> ${CLEAN_UP}`,
  'mailbox/folder': `ok The folder {folder} will be created when it is needed.`,
  'mailbox/filed': `ok E-mails can be moved to {folder}.`,
  'mailbox/not-filed': `wrong The folder {folder} for processed e-mails cannot be {done} ({words}). -> Create it by hand in a mail program, or give the account the right to create it and to write to it.`,
  'other server/none': `ok No other server uses the mailbox.`,
  'other server/works': `wrong Another server uses the mailbox: {holder}. -> Two servers would play every e-mail twice. Stop that one or, to use this one in its place, run turnpost takeover.`,

  'letter/sent': `ok The server accepts e-mail. Without a mailbox to read, this check cannot see whether it arrives.`,
  'letter/stopped': `wrong The submission server stops answering while an e-mail is sent ({words}). -> It is overloaded or broken, or a firewall interferes: try again later, or ask its operator.`,
  'letter/full': `wrong The mailbox of {address} is full ({words}). -> Delete e-mail in it, or have it enlarged.`,
  'letter/size': `wrong The submission server rejects an e-mail of a few lines as too large ({words}). -> Have its limit on the size of e-mails raised to a megabyte.`,
  'letter/volume': `wrong The submission server accepts no more e-mail for now ({words}). -> Wait until the provider accepts e-mail again, usually a day. Check its daily limit.`,
  'letter/login': `wrong The submission server requires a login before it accepts e-mail, but offers none ({words}). -> ${SUBMIT}.`,
  'letter/relay': `wrong The submission server does not forward our e-mail: relaying is refused ({words}). -> ${SUBMIT}, and a user who may send. Port 25 is for mail between servers.`,
  'letter/sender': `wrong The account may not send e-mail as {from}: the sender is refused ({words}). -> Set TURNPOST_ADDRESS to the address of the account in TURNPOST_SMTP_URL, or allow the account to send as it.`,
  'letter/no-mailbox': `wrong There is no mailbox {address} ({words}). -> Set TURNPOST_ADDRESS to the address of the mailbox.`,
  'letter/not-now-to': `wrong The submission server refuses e-mail to {address} ({words}). -> Try again later.`,
  'letter/not-to': `wrong The submission server refuses e-mail to {address} ({words}). -> Ask its operator for the reason. This is our own address, TURNPOST_ADDRESS.`,
  'letter/not-now': `wrong The submission server accepts no e-mail at the moment ({words}). -> Try again in a few minutes.`,
  'letter/refused': `wrong The submission server refuses an e-mail from {address} to itself ({words}). -> Read its reply. Ask its operator whether it takes our e-mail for spam.`,
  'letter/plain-sender': `warn The submission server does not allow a tagged sender ({words}), so e-mails are sent from the plain address. -> Nothing has to be done: reports of failed delivery are recognised by their Message-ID.`,
  'letter/tag-refused': `wrong Tagged addresses are not delivered: {to} is refused ({words}). -> ${TAGS}`,
  'letter/tag-lost': `wrong Tagged addresses are not delivered: an e-mail to one was accepted, but did not arrive within {seconds} seconds. -> ${TAGS}`,
  'letter/tag-came': `ok An e-mail to a tagged address arrived as well.`,
  'letter/came': `ok An e-mail to {address} arrived in {mailbox}.`,
  'letter/one-came': `warn Of two e-mails, the one to the plain address {address} did not arrive within {seconds} seconds. -> Check again later. Check whether a filter has moved it.`,
  'letter/lost': `wrong An e-mail to {address} was accepted, but did not arrive in {mailbox} within {seconds} seconds: {guess}. -> TURNPOST_ADDRESS and TURNPOST_IMAP_URL must name the same mailbox. If they do, find out where its e-mails go, and check again later.`,
  'letter/spam': `wrong An e-mail to {to} arrived in the folder {folder}, and not in {mailbox}, which is read. -> The host takes it for spam: mark it as wanted, or add a rule that keeps e-mail out of that folder.`,
  'letter/misfiled': `wrong An e-mail to {to} arrived in the folder {folder}, and not in {mailbox}, which is read. -> Remove the rule that moves it there, or write that folder into the path of TURNPOST_IMAP_URL.`,
  'letter/from': `wrong The host has replaced the sender {address} by {from}. -> Set TURNPOST_ADDRESS to that address, or allow the account to send as the configured one.`,
  'letter/reply-to': `warn The host removes the field Reply-To. -> Replies are then recognised by their Message-ID alone. A host that does not change e-mail is better.`,
  'letter/message-id': `warn The host changes the Message-ID of e-mail, by which replies without a tag are recognised. -> Keep TURNPOST_PLUS=on, or use another submission server.`,
  'letter/no-room': `wrong E-mails cannot be moved from {path} to {folder}: the mailbox is full, its quota is used up ({words}). -> ${CLEAN_UP}`,
  'letter/not-moved': `wrong E-mails cannot be moved from {path} to {folder}, the folder for processed e-mails ({words}). -> Give the account the right to delete e-mails in {path} and to add them to {folder} (ACL).`,
  'senders/none': `ok The host has not checked the sender of this e-mail. No setting is needed.`,
  'senders/proposed': `ok The host checks senders as {id}. To trust its checks, set {proposal}. Read docs/configuration.md first.`,
  'senders/checked': `ok The host checks senders as {id}, as TURNPOST_AUTHSERV_ID says.`,
  'senders/other-id': `wrong The host checks senders as {id}, but TURNPOST_AUTHSERV_ID is {set}, so no sender is trusted. -> Set {proposal}.`,
  'senders/few-hops': `wrong Above the check of the host are {hops} Received fields, but TURNPOST_AUTHSERV_HOPS is {set}, so no sender is trusted. -> Set TURNPOST_AUTHSERV_HOPS={hops}.`,
  'senders/many-hops': `wrong Above the check of the host are only {hops} Received fields, but TURNPOST_AUTHSERV_HOPS is {set}, so a sender could forge a check. -> Set TURNPOST_AUTHSERV_HOPS={hops}.`,
  'senders/left-in': `warn The host checks senders as {id}, but does not remove fields of that name that a sender has written. -> This is safe as long as the host adds its own field to every e-mail. If it does not, unset TURNPOST_AUTHSERV_ID.`,
  'senders/forged': `warn A field that came with the e-mail counts as the check of {set}: anybody could forge it. -> Look at an e-mail from elsewhere. If the host adds no check above, unset TURNPOST_AUTHSERV_ID.`,
  'senders/missing': `warn The e-mail has no Authentication-Results of {set}, the host in TURNPOST_AUTHSERV_ID. -> Hosts may omit it from their own e-mail: look at one from elsewhere. If that has none either, unset TURNPOST_AUTHSERV_ID.`,
} as const;
