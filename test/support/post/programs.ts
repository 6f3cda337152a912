import * as manners from './as-text.ts';
import * as quoting from './quoting.ts';

/** How one mail program in one language quotes the letter that it answers. */
export interface Program {
  readonly name: string;
  readonly language: string;
  /** Where the form of its head was seen; the words in it are ours. */
  readonly seen: string;
  readonly quotes: quoting.Quotes;
  readonly head: readonly string[];
}

const CRISP = 'crisp-oss/email-reply-parser: ';
const REPLY = 'alfonsrv/mail-parser-reply: ';
const TALON = 'mailgun/talon: tests/fixtures/';
const QUAIL = 'closeio/quotequail: ';
const OURS = 'test/fixtures/mail/';

const US = 'Turnpost <games@turnpost.test>';
const head = (from: string, sent: string, to: string, subject: string): string =>
  `${from} ${US}|${sent} 2026-11-21 10:00|${to} alice@home.test|${subject} Forms Board 1 (alice vs bob)|`;

/** The language, the program, how it quotes, where that was seen, and the lines of its head. */
const ROWS = `
en|Thunderbird|marked|${OURS}desktop/thunderbird.eml|On 11/21/26 10:00, Turnpost wrote:
en|Thunderbird, HTML|moz|${OURS}desktop/thunderbird.eml|On 11/21/26 10:00, Turnpost wrote:
en|Mutt|marked|${OURS}desktop/mutt.eml|On Sat, Nov 21, 2026 at 10:00:08AM +0000, Turnpost wrote:
en|KMail|marked|${OURS}habit/interleaved.eml|On Saturday, November 21, 2026 10:00:08 AM CET Turnpost wrote:
en|Gmail|marked|${OURS}web/gmail-web.eml|On Sat, Nov 21, 2026 at 10:00 AM Turnpost <|games@turnpost.test> wrote:|
en|Gmail, HTML|gmail|${OURS}web/gmail-web.eml|On Sat, Nov 21, 2026 at 10:00 AM ${US} wrote:
en|Apple Mail|marked|${OURS}desktop/apple-mail-flowed.eml||> On 21 Nov 2026, at 10:00, Turnpost wrote:|> 
en|Apple Mail, HTML|apple|${QUAIL}tests/files/apple_reply.html|On 2026-11-21, at 10:00, ${US} wrote:
en|Roundcube|marked|${OURS}web/roundcube.eml|On 2026-11-21 10:00, Turnpost wrote:
en|Yahoo|bare|${OURS}web/yahoo-web.eml|    On Saturday, November 21, 2026 at 10:00:08 AM GMT+1, ${US} wrote:  | 
en|Yahoo, HTML|yahoo|${QUAIL}tests/files/yahoo_reply_unescaped_address.html|On Saturday, November 21, 2026 at 10:00:08 AM EDT, ${US} wrote:
en|Proton Mail|proton|${OURS}web/protonmail.eml|On Saturday, November 21st, 2026 at 10:00, ${US} wrote:
en|Zoho|bare|${CRISP}test/fixtures/email_zoho.txt|---- On Sat, 21 Nov 2026 10:00:08 +0530 games@turnpost.test wrote ----|
en|AOL|bare|${TALON}standard_replies/aol.eml|-----Original Message-----|${head('From:', 'Sent:', 'To:', 'Subject:')}|
en|Zimbra|bare|${TALON}standard_replies/comcast.eml|----- Original Message -----|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Zimbra, HTML|zimbra|${TALON}standard_replies/comcast.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Hotmail|hotmail|${TALON}html_replies/hotmail.html|Date: Sat, 21 Nov 2026 10:00:08 +0400|Subject: Forms Board 1 (alice vs bob)|From: games@turnpost.test|To: alice@home.test
en|MSN|bare|${CRISP}test/fixtures/email_msn.txt|________________________________|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Outlook|trailing|${OURS}desktop/outlook-desktop.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Outlook, HTML|word|${OURS}desktop/outlook-desktop.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Outlook on the web|outlook|${OURS}web/outlook-web.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
de|Thunderbird|marked|${OURS}desktop/thunderbird-german.eml|Am 21.11.26 um 10:00 schrieb Turnpost:
de|Gmail|tight|${OURS}web/gmail-german.eml|Am Sa., 21. Nov. 2026 um 10:00\u202fUhr schrieb Turnpost <|games@turnpost.test>:|
de|Outlook|bare|${OURS}desktop/outlook-desktop-german.eml|${head('Von:', 'Gesendet:', 'An:', 'Betreff:')}
de|Outlook Express|outlookExpress|${CRISP}lib/regex.ts (-----Urspr\u00fcngliche Nachricht-----)|-----Urspr\u00fcngliche Nachricht-----|${head('Von:', 'Gesendet:', 'An:', 'Betreff:')}
de|GMX|bare|${OURS}web/gmx-web.eml|Gesendet: Samstag, 21. November 2026 um 10:00|Von: ${US}|An: alice@home.test|Betreff: Forms Board 1 (alice vs bob)|
de|WEB.DE|bare|${OURS}telephone/web-de-app.eml|Am 21.11.26, 10:00, ${US} schrieb:|
fr|Gmail|marked|${CRISP}lib/regex.ts|Le sam. 21 nov. 2026 \u00e0 10:00, ${US} a \u00e9crit :|
fr|Outlook|bare|${OURS}desktop/outlook-desktop-french.eml|${head('De\u00a0:', 'Envoy\u00e9\u00a0:', '\u00c0\u00a0:', 'Objet\u00a0:')}
es|Gmail|gmail|${CRISP}lib/regex.ts|El s\u00e1b, 21 nov 2026 a las 10:00, ${US} escribi\u00f3:
es|Outlook|outlook|${REPLY}mailparser_reply/constants.py|${head('De:', 'Enviado:', 'Para:', 'Asunto:')}
it|KMail|marked|${CRISP}test/fixtures/email_italian.txt|In data 21 novembre 2026 10:00:08 "Turnpost" <games@turnpost.test> ha scritto:
pt|a telephone|bare|${CRISP}test/fixtures/email_portuguese.txt|Em 21 de novembro de 2026 \u00e0s 10:00:08, Turnpost (|games@turnpost.test) escreveu:|
nl|Gmail|marked|${CRISP}lib/regex.ts|Op za 21 nov 2026 om 10:00 schreef ${US}:|
nl|Outlook|bare|${REPLY}mailparser_reply/constants.py|${head('Van:', 'Verzonden:', 'Aan:', 'Onderwerp:')}
pl|Thunderbird|moz|${CRISP}lib/regex.ts|W dniu 21.11.2026 o\u00a010:00, Turnpost pisze:
pl|Outlook|bare|${REPLY}test/emails/email_pl_1_1.txt|${head('Od:', 'Wys\u0142ano:', 'Do:', 'Temat:')}
sv|Gmail|marked|${REPLY}test/emails/email_sv_anon_1.txt|l\u00f6r 21 nov. 2026 kl. 10:00 skrev ${US}:|
da|Outlook|bare|${OURS}desktop/outlook-desktop-danish.eml|${head('Fra:', 'Sendt:', 'Til:', 'Emne:')}
fi|Gmail|marked|${CRISP}test/fixtures/email_finnish.txt|la 21. marraskuuta 2026 klo 10.00 Turnpost|<games@turnpost.test> kirjoitti:|
cs|Gmail|marked|${REPLY}test/emails/email_cs_wrap.txt|Dne so 21. lis. 2026 10:00 ${US}|napsal(a):|
hu|Gmail|bare|${REPLY}test/emails/email_hu_1.txt|2026. nov. 21., szo 10:00 id\u0151pontban ${US} ezt \u00edrta:
ru|Gmail|marked|${CRISP}test/fixtures/email_russian.txt|\u0441\u0431, 21 \u043d\u043e\u044f\u0431. 2026 \u0433. \u0432 10:00, ${US}:|
ru|Mail.ru|mailRu|${TALON}html_replies/mail_ru.html|Sat, 21 Nov 2026 10:00:08 +0400 \u043e\u0442 ${US}:
ru|Windows Mail|outlook|${TALON}html_replies/windows_mail.html|\u041e\u0442: ${US}|\u041e\u0442\u043f\u0440\u0430\u0432\u043b\u0435\u043d\u043e: 21 \u043d\u043e\u044f\u0431\u0440\u044f 2026 \u0433. 10:00|\u041a\u043e\u043c\u0443: Alice
ja|Gmail|marked|${REPLY}mailparser_reply/constants.py|2026\u5e7411\u670821\u65e5(\u571f) 10:00 ${US}:|
ko|Gmail|marked|${REPLY}mailparser_reply/constants.py|2026\ub144 11\uc6d4 21\uc77c (\ud1a0) \uc624\ud6c4 10:00, ${US}\ub2d8\uc774 \uc791\uc131\ud558\uc600\uc2b5\ub2c8\ub2e4:|
zh|Apple Mail|marked|${REPLY}test/emails/email_zh_1.txt|${US} \u5728 2026\u5e7411\u670821\u65e5 \u5468\u516d 10:00 \u5199\u9053\uff1a|
zh|QQ|bare|${REPLY}mailparser_reply/constants.py|------------------ \u539f\u59cb\u90ae\u4ef6 ------------------|\u53d1\u4ef6\u4eba: "Turnpost" <games@turnpost.test>;|\u53d1\u9001\u65f6\u95f4: 2026\u5e7411\u670821\u65e5(\u661f\u671f\u516d) \u4e0a\u534810:00|\u6536\u4ef6\u4eba: "alice" <alice@home.test>;|\u4e3b\u9898: Forms Board 1 (alice vs bob)|
en|Outlook, alt|bare OUTLOOK|${OURS}desktop/outlook-desktop.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Outlook, cid|bare OUTLOOK_CID|${OURS}desktop/outlook-desktop.eml|${head('From:', 'Sent:', 'To:', 'Subject:')}
en|Outlook on the web, cid|bare OUTLOOK_WEB|${OURS}web/outlook-web.eml|________________________________|${head('From:', 'Sent:', 'To:', 'Subject:')}
de|Outlook, cid|bare OUTLOOK_CID|${OURS}desktop/outlook-desktop-german.eml|${head('Von:', 'Gesendet:', 'An:', 'Betreff:')}
en|Gmail, pictures|marked GMAIL|${OURS}web/gmail-web.eml|On Sat, Nov 21, 2026 at 10:00 AM Turnpost <|games@turnpost.test> wrote:|
en|Apple Mail, pictures|marked APPLE|${OURS}desktop/apple-mail-flowed.eml||> On 21 Nov 2026, at 10:00, Turnpost wrote:|> 
en|Thunderbird, pictures|marked THUNDERBIRD|${OURS}desktop/thunderbird.eml|On 11/21/26 10:00, Turnpost wrote:
de|Thunderbird, pictures|marked THUNDERBIRD|${OURS}desktop/thunderbird-german.eml|Am 21.11.26 um 10:00 schrieb Turnpost:
en|Yahoo, pictures|bare YAHOO|${OURS}web/yahoo-web.eml|    On Saturday, November 21, 2026 at 10:00:08 AM GMT+1, ${US} wrote:  | 
en|Samsung|bare ANDROID|${OURS}telephone/gmail-android.eml|-------- Original message --------|${head('From:', 'Date:', 'To:', 'Subject:')}
en|K-9 Mail|marked ANDROID|${OURS}telephone/k9-mail.eml|On 21 November 2026 10:00:08 ${US} wrote:
en|Proton Mail, text|marked MARKDOWN|${OURS}web/protonmail.eml|On Saturday, November 21st, 2026 at 10:00, ${US} wrote:|
de|a program without marks|bare MARKDOWN|${OURS}web/gmx-web.eml|Gesendet: Samstag, 21. November 2026 um 10:00|Von: ${US}|
`;

const WAYS = new Map<string, unknown>(Object.entries(quoting));
const MANNERS = new Map(Object.entries<unknown>(manners));

/** A way of quoting by its name; before that of HTML as text, whether its lines are marked. */
function quotesOf(name: string): quoting.Quotes {
  const [way = '', manner] = name.split(' ');
  if (manner === undefined) return WAYS.get(way) as quoting.Quotes;
  const mark = way === 'marked' ? quoting.withMark : undefined;
  return quoting.written(MANNERS.get(manner) as manners.Manner, mark);
}

export const PROGRAMS: readonly Program[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [language = '', name = '', quotes = '', seen = '', ...lines] = row.split('|');
    return { name, language, seen, quotes: quotesOf(quotes), head: lines };
  });
