import {
  ANDROID,
  APPLE,
  GMAIL,
  MARKDOWN,
  OUTLOOK,
  OUTLOOK_CID,
  OUTLOOK_WEB,
  THUNDERBIRD,
  YAHOO,
} from './as-text.ts';
import {
  apple,
  bare,
  gmail,
  hotmail,
  mailRu,
  marked,
  moz,
  outlook,
  outlookExpress,
  proton,
  type Quotes,
  tight,
  trailing,
  withMark,
  word,
  written,
  yahoo,
  zimbra,
} from './quoting.ts';

/** How one mail program in one language quotes the letter that it answers. */
export interface Program {
  readonly name: string;
  readonly language: string;
  /** Where the form of its head was seen; the words in it are ours. */
  readonly seen: string;
  readonly quotes: Quotes;
  readonly head: readonly string[];
}

const CRISP = 'crisp-oss/email-reply-parser: ';
const REPLY = 'alfonsrv/mail-parser-reply: ';
const TALON = 'mailgun/talon: tests/fixtures/';
const QUAIL = 'closeio/quotequail: ';
const OURS = 'test/fixtures/mail/';
const REGEX = `${CRISP}lib/regex.ts`;
const CONSTANTS = `${REPLY}mailparser_reply/constants.py`;

const US = 'Turnpost <games@turnpost.test>';
const head = (from: string, sent: string, to: string, subject: string): readonly string[] => [
  `${from} ${US}`,
  `${sent} 2026-11-21 10:00`,
  `${to} alice@home.test`,
  `${subject} Forms Board 1 (alice vs bob)`,
  '',
];

type Row = readonly [
  name: string,
  language: string,
  seen: string,
  quotes: Quotes,
  head: readonly string[],
];

const ROWS: readonly Row[] = [
  [
    'Thunderbird',
    'en',
    `${OURS}desktop/thunderbird.eml`,
    marked,
    ['On 11/21/26 10:00, Turnpost wrote:'],
  ],
  [
    'Thunderbird, HTML',
    'en',
    `${OURS}desktop/thunderbird.eml`,
    moz,
    ['On 11/21/26 10:00, Turnpost wrote:'],
  ],
  [
    'Mutt',
    'en',
    `${OURS}desktop/mutt.eml`,
    marked,
    ['On Sat, Nov 21, 2026 at 10:00:08AM +0000, Turnpost wrote:'],
  ],
  [
    'KMail',
    'en',
    `${OURS}habit/interleaved.eml`,
    marked,
    ['On Saturday, November 21, 2026 10:00:08 AM CET Turnpost wrote:'],
  ],
  [
    'Gmail',
    'en',
    `${OURS}web/gmail-web.eml`,
    marked,
    ['On Sat, Nov 21, 2026 at 10:00 AM Turnpost <', 'games@turnpost.test> wrote:', ''],
  ],
  [
    'Gmail, HTML',
    'en',
    `${OURS}web/gmail-web.eml`,
    gmail,
    [`On Sat, Nov 21, 2026 at 10:00 AM ${US} wrote:`],
  ],
  [
    'Apple Mail',
    'en',
    `${OURS}desktop/apple-mail-flowed.eml`,
    marked,
    ['', '> On 21 Nov 2026, at 10:00, Turnpost wrote:', '> '],
  ],
  [
    'Apple Mail, HTML',
    'en',
    `${QUAIL}tests/files/apple_reply.html`,
    apple,
    [`On 2026-11-21, at 10:00, ${US} wrote:`],
  ],
  ['Roundcube', 'en', `${OURS}web/roundcube.eml`, marked, ['On 2026-11-21 10:00, Turnpost wrote:']],
  [
    'Yahoo',
    'en',
    `${OURS}web/yahoo-web.eml`,
    bare,
    [`    On Saturday, November 21, 2026 at 10:00:08 AM GMT+1, ${US} wrote:  `, ' '],
  ],
  [
    'Yahoo, HTML',
    'en',
    `${QUAIL}tests/files/yahoo_reply_unescaped_address.html`,
    yahoo,
    [`On Saturday, November 21, 2026 at 10:00:08 AM EDT, ${US} wrote:`],
  ],
  [
    'Proton Mail',
    'en',
    `${OURS}web/protonmail.eml`,
    proton,
    [`On Saturday, November 21st, 2026 at 10:00, ${US} wrote:`],
  ],
  [
    'Zoho',
    'en',
    `${CRISP}test/fixtures/email_zoho.txt`,
    bare,
    ['---- On Sat, 21 Nov 2026 10:00:08 +0530 games@turnpost.test wrote ----', ''],
  ],
  [
    'AOL',
    'en',
    `${TALON}standard_replies/aol.eml`,
    bare,
    ['-----Original Message-----', ...head('From:', 'Sent:', 'To:', 'Subject:'), ''],
  ],
  [
    'Zimbra',
    'en',
    `${TALON}standard_replies/comcast.eml`,
    bare,
    ['----- Original Message -----', ...head('From:', 'Sent:', 'To:', 'Subject:')],
  ],
  [
    'Zimbra, HTML',
    'en',
    `${TALON}standard_replies/comcast.eml`,
    zimbra,
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Hotmail',
    'en',
    `${TALON}html_replies/hotmail.html`,
    hotmail,
    [
      'Date: Sat, 21 Nov 2026 10:00:08 +0400',
      'Subject: Forms Board 1 (alice vs bob)',
      'From: games@turnpost.test',
      'To: alice@home.test',
    ],
  ],
  [
    'MSN',
    'en',
    `${CRISP}test/fixtures/email_msn.txt`,
    bare,
    ['________________________________', ...head('From:', 'Sent:', 'To:', 'Subject:')],
  ],
  [
    'Outlook',
    'en',
    `${OURS}desktop/outlook-desktop.eml`,
    trailing,
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Outlook, HTML',
    'en',
    `${OURS}desktop/outlook-desktop.eml`,
    word,
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Outlook on the web',
    'en',
    `${OURS}web/outlook-web.eml`,
    outlook,
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Thunderbird',
    'de',
    `${OURS}desktop/thunderbird-german.eml`,
    marked,
    ['Am 21.11.26 um 10:00 schrieb Turnpost:'],
  ],
  [
    'Gmail',
    'de',
    `${OURS}web/gmail-german.eml`,
    tight,
    ['Am Sa., 21. Nov. 2026 um 10:00\u202fUhr schrieb Turnpost <', 'games@turnpost.test>:', ''],
  ],
  [
    'Outlook',
    'de',
    `${OURS}desktop/outlook-desktop-german.eml`,
    bare,
    head('Von:', 'Gesendet:', 'An:', 'Betreff:'),
  ],
  [
    'Outlook Express',
    'de',
    `${REGEX} (-----Urspr\u00fcngliche Nachricht-----)`,
    outlookExpress,
    ['-----Urspr\u00fcngliche Nachricht-----', ...head('Von:', 'Gesendet:', 'An:', 'Betreff:')],
  ],
  [
    'GMX',
    'de',
    `${OURS}web/gmx-web.eml`,
    bare,
    [
      'Gesendet: Samstag, 21. November 2026 um 10:00',
      `Von: ${US}`,
      'An: alice@home.test',
      'Betreff: Forms Board 1 (alice vs bob)',
      '',
    ],
  ],
  [
    'WEB.DE',
    'de',
    `${OURS}telephone/web-de-app.eml`,
    bare,
    [`Am 21.11.26, 10:00, ${US} schrieb:`, ''],
  ],
  ['Gmail', 'fr', REGEX, marked, [`Le sam. 21 nov. 2026 \u00e0 10:00, ${US} a \u00e9crit :`, '']],
  [
    'Outlook',
    'fr',
    `${OURS}desktop/outlook-desktop-french.eml`,
    bare,
    head('De\u00a0:', 'Envoy\u00e9\u00a0:', '\u00c0\u00a0:', 'Objet\u00a0:'),
  ],
  ['Gmail', 'es', REGEX, gmail, [`El s\u00e1b, 21 nov 2026 a las 10:00, ${US} escribi\u00f3:`]],
  ['Outlook', 'es', CONSTANTS, outlook, head('De:', 'Enviado:', 'Para:', 'Asunto:')],
  [
    'KMail',
    'it',
    `${CRISP}test/fixtures/email_italian.txt`,
    marked,
    ['In data 21 novembre 2026 10:00:08 "Turnpost" <games@turnpost.test> ha scritto:'],
  ],
  [
    'a telephone',
    'pt',
    `${CRISP}test/fixtures/email_portuguese.txt`,
    bare,
    [
      'Em 21 de novembro de 2026 \u00e0s 10:00:08, Turnpost (',
      'games@turnpost.test) escreveu:',
      '',
    ],
  ],
  ['Gmail', 'nl', REGEX, marked, [`Op za 21 nov 2026 om 10:00 schreef ${US}:`, '']],
  ['Outlook', 'nl', CONSTANTS, bare, head('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:')],
  ['Thunderbird', 'pl', REGEX, moz, ['W dniu 21.11.2026 o\u00a010:00, Turnpost pisze:']],
  [
    'Outlook',
    'pl',
    `${REPLY}test/emails/email_pl_1_1.txt`,
    bare,
    head('Od:', 'Wys\u0142ano:', 'Do:', 'Temat:'),
  ],
  [
    'Gmail',
    'sv',
    `${REPLY}test/emails/email_sv_anon_1.txt`,
    marked,
    [`l\u00f6r 21 nov. 2026 kl. 10:00 skrev ${US}:`, ''],
  ],
  [
    'Outlook',
    'da',
    `${OURS}desktop/outlook-desktop-danish.eml`,
    bare,
    head('Fra:', 'Sendt:', 'Til:', 'Emne:'),
  ],
  [
    'Gmail',
    'fi',
    `${CRISP}test/fixtures/email_finnish.txt`,
    marked,
    ['la 21. marraskuuta 2026 klo 10.00 Turnpost', '<games@turnpost.test> kirjoitti:', ''],
  ],
  [
    'Gmail',
    'cs',
    `${REPLY}test/emails/email_cs_wrap.txt`,
    marked,
    [`Dne so 21. lis. 2026 10:00 ${US}`, 'napsal(a):', ''],
  ],
  [
    'Gmail',
    'hu',
    `${REPLY}test/emails/email_hu_1.txt`,
    bare,
    [`2026. nov. 21., szo 10:00 id\u0151pontban ${US} ezt \u00edrta:`],
  ],
  [
    'Gmail',
    'ru',
    `${CRISP}test/fixtures/email_russian.txt`,
    marked,
    [`\u0441\u0431, 21 \u043d\u043e\u044f\u0431. 2026 \u0433. \u0432 10:00, ${US}:`, ''],
  ],
  [
    'Mail.ru',
    'ru',
    `${TALON}html_replies/mail_ru.html`,
    mailRu,
    [`Sat, 21 Nov 2026 10:00:08 +0400 \u043e\u0442 ${US}:`],
  ],
  [
    'Windows Mail',
    'ru',
    `${TALON}html_replies/windows_mail.html`,
    outlook,
    [
      `\u041e\u0442: ${US}`,
      '\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e: 21 \u043d\u043e\u044f\u0431\u0440\u044f 2026 \u0433. 10:00',
      '\u041a\u043e\u043c\u0443: Alice',
    ],
  ],
  ['Gmail', 'ja', CONSTANTS, marked, [`2026\u5e7411\u670821\u65e5(\u571f) 10:00 ${US}:`, '']],
  [
    'Gmail',
    'ko',
    CONSTANTS,
    marked,
    [
      `2026\ub144 11\uc6d4 21\uc77c (\ud1a0) \uc624\ud6c4 10:00, ${US}\ub2d8\uc774 \uc791\uc131\ud558\uc600\uc2b5\ub2c8\ub2e4:`,
      '',
    ],
  ],
  [
    'Apple Mail',
    'zh',
    `${REPLY}test/emails/email_zh_1.txt`,
    marked,
    [`${US} \u5728 2026\u5e7411\u670821\u65e5 \u5468\u516d 10:00 \u5199\u9053\uff1a`, ''],
  ],
  [
    'QQ',
    'zh',
    CONSTANTS,
    bare,
    [
      '------------------ \u539f\u59cb\u90ae\u4ef6 ------------------',
      '\u53d1\u4ef6\u4eba: "Turnpost" <games@turnpost.test>;',
      '\u53d1\u9001\u65f6\u95f4: 2026\u5e7411\u670821\u65e5(\u661f\u671f\u516d) \u4e0a\u534810:00',
      '\u6536\u4ef6\u4eba: "alice" <alice@home.test>;',
      '\u4e3b\u9898: Forms Board 1 (alice vs bob)',
      '',
    ],
  ],
];

const HTML_AS_TEXT: readonly Row[] = [
  [
    'Outlook, alt',
    'en',
    `${OURS}desktop/outlook-desktop.eml`,
    written(OUTLOOK),
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Outlook, cid',
    'en',
    `${OURS}desktop/outlook-desktop.eml`,
    written(OUTLOOK_CID),
    head('From:', 'Sent:', 'To:', 'Subject:'),
  ],
  [
    'Outlook on the web, cid',
    'en',
    `${OURS}web/outlook-web.eml`,
    written(OUTLOOK_WEB),
    ['________________________________', ...head('From:', 'Sent:', 'To:', 'Subject:')],
  ],
  [
    'Outlook, cid',
    'de',
    `${OURS}desktop/outlook-desktop-german.eml`,
    written(OUTLOOK_CID),
    head('Von:', 'Gesendet:', 'An:', 'Betreff:'),
  ],
  [
    'Gmail, pictures',
    'en',
    `${OURS}web/gmail-web.eml`,
    written(GMAIL, withMark),
    ['On Sat, Nov 21, 2026 at 10:00 AM Turnpost <', 'games@turnpost.test> wrote:', ''],
  ],
  [
    'Apple Mail, pictures',
    'en',
    `${OURS}desktop/apple-mail-flowed.eml`,
    written(APPLE, withMark),
    ['', '> On 21 Nov 2026, at 10:00, Turnpost wrote:', '> '],
  ],
  [
    'Thunderbird, pictures',
    'en',
    `${OURS}desktop/thunderbird.eml`,
    written(THUNDERBIRD, withMark),
    ['On 11/21/26 10:00, Turnpost wrote:'],
  ],
  [
    'Thunderbird, pictures',
    'de',
    `${OURS}desktop/thunderbird-german.eml`,
    written(THUNDERBIRD, withMark),
    ['Am 21.11.26 um 10:00 schrieb Turnpost:'],
  ],
  [
    'Yahoo, pictures',
    'en',
    `${OURS}web/yahoo-web.eml`,
    written(YAHOO),
    [`    On Saturday, November 21, 2026 at 10:00:08 AM GMT+1, ${US} wrote:  `, ' '],
  ],
  [
    'Samsung',
    'en',
    `${OURS}telephone/gmail-android.eml`,
    written(ANDROID),
    ['-------- Original message --------', ...head('From:', 'Date:', 'To:', 'Subject:')],
  ],
  [
    'K-9 Mail',
    'en',
    `${OURS}telephone/k9-mail.eml`,
    written(ANDROID, withMark),
    [`On 21 November 2026 10:00:08 ${US} wrote:`],
  ],
  [
    'Proton Mail, text',
    'en',
    `${OURS}web/protonmail.eml`,
    written(MARKDOWN, withMark),
    [`On Saturday, November 21st, 2026 at 10:00, ${US} wrote:`, ''],
  ],
  [
    'a program without marks',
    'de',
    `${OURS}web/gmx-web.eml`,
    written(MARKDOWN),
    ['Gesendet: Samstag, 21. November 2026 um 10:00', `Von: ${US}`, ''],
  ],
];

export const PROGRAMS: readonly Program[] = [...ROWS, ...HTML_AS_TEXT].map(
  ([name, language, seen, quotes, lines]) => ({
    name,
    language,
    seen,
    quotes,
    head: lines,
  }),
);
