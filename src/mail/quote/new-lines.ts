import EmailReplyParser from 'email-reply-parser';
import {
  attributionCharsMax,
  newTextBytesMax,
  newTextLinesMax,
  quoteSearchCharsMax,
} from '../../limits.ts';
import { splitTag } from '../../player/address.ts';

/** Where an older letter begins, in the ways that need no knowledge of a language. */
const OLDER =
  /^(?:\s{0,3}[>|]|-{2,30}\s?[^-\n]{1,40}\s?-{2,30}\s*$|[-_]{13,}\s*$|Summary of .{1,40} Board \d)/;
/** The second line of a board letter, in the languages of the letters; above it stands the first. */
const OUR_SECOND =
  /^\S.{0,40} (?:Board|Brett) \d{1,15}(?:, [^:]{1,20}: (?:you|du|\S{2,20}) (?:are|is|were|was|spielst|spielt|warst|war) |: (?:It was|Du warst|\S{2,20} war) )/;
/** How the first one begins where a match goes on. It looks like a line of a header. */
const OUR_FIRST =
  /^(?:Your move: |Du bist am Zug: |It is \S{2,20} turn\.|\S{2,20} (?:bist|ist) am Zug\.)/i;
/** So many lines has the first one, where it is too long for one. */
const FIRST_LINES_MAX = 3;
const MARKED = /^\s{0,3}[>|]/;
const SIGNATURE = /^-- ?$/;
/** A text as a pattern that finds it as it stands. */
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Whether a line bears a quotation mark. */
export const isQuoteMarked = (line: string): boolean => MARKED.test(line);
/**
 * Where a letter ends: what stands below is said of every letter of its writer.
 *
 * @returns the number of lines above; all of them where there is no such line
 */
export function signatureIn(lines: readonly string[]): number {
  const first = lines.findIndex(
    (line) => SIGNATURE.test(line) || isSentWith(line) || isDisclaimer(line),
  );
  if (first < 0) return lines.length;
  return isDisclaimer(lines[first] ?? '') ? aboveSeparators(lines, first) : first;
}

/**
 * The lines that a person wrote anew: everything above the first quoted line, the attribution
 * (`On ... wrote:` in the languages that email-reply-parser knows), the first line that names our own
 * address, and the signature. Text below a quotation is never taken, so that no old command is read
 * again and no reply token is passed on.
 *
 * @param own the address of this server, without a tag
 * @param known the first line that is known to be an older letter's, or none
 * @returns at most 200 lines of at most 16 KiB in all, the empty ones at both ends left out
 */
export function newLines(text: string, own: string, known = -1): readonly string[] {
  // Not between the halves of a surrogate pair.
  const considered = text.slice(0, newTextBytesMax).replace(/[\ud800-\udbff]$/, '');
  const lines = considered.split('\n').slice(0, newTextLinesMax);
  const isUs = namesUs(own);
  const older = lines.findIndex(
    (line, at) => at === known || OLDER.test(line) || OUR_SECOND.test(line) || isUs(line),
  );
  const end = older < 0 ? lines.length : firstOfOurs(lines, older);
  const ends = [
    attributionAbove(lines, end, end === known || end !== older),
    // An attribution of several lines is known by its last one, which may name our address.
    hiddenFrom(lines.slice(0, end + 2)),
    signatureIn(lines),
  ];
  const written = lines.slice(0, Math.min(...ends));
  const first = written.findIndex((line) => line.trim() !== '');
  const last = written.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [''] : [...written.slice(first, last), (written[last] ?? '').trimEnd()];
}

/** Where a board letter begins whose second line is known: at its first, which may be anything. */
function firstOfOurs(lines: readonly string[], second: number): number {
  if (!OUR_SECOND.test(lines[second] ?? '')) return second;
  const above = lines.slice(Math.max(0, second - FIRST_LINES_MAX), second);
  const near = above.slice(above.findLastIndex((line) => line.trim() === '') + 1);
  const first = near.findLastIndex((line) => OUR_FIRST.test(line));
  return first < 0 ? second - Math.min(1, near.length) : second - near.length + first;
}

/**
 * How many lines stand above the first attribution or signature that email-reply-parser finds. The
 * library joins lines and trims them, so the place is found again by counting what is not blank.
 */
function hiddenFrom(lines: readonly string[]): number {
  // Some of its patterns take the fourth power of the length of a line: a long one is neither.
  const short = lines.map((line) => (line.length > attributionCharsMax ? 'x' : line));
  const searched = short.join('\n').slice(0, quoteSearchCharsMax);
  const fragments = new EmailReplyParser().read(searched).getFragments();
  const hidden = fragments.findIndex(
    (fragment) => fragment.isHidden() && fragment.getContent().trim() !== '',
  );
  if (hidden < 0) return lines.length;
  const visible = fragments.slice(0, hidden).map((fragment) => fragment.getContent());
  let left = nonBlanksOf(visible.join(''));
  const cut = short.findIndex((line) => {
    left -= nonBlanksOf(line);
    return left < 0;
  });
  return cut < 0 ? lines.length : cut;
}

/** How many characters are not blank. */
const nonBlanksOf = (text: string): number => text.replace(/\s/g, '').length;

/** Whether a line holds our address, plain, with a tag, or as links write it: programs quote it. */
export function namesUs(own: string): (line: string) => boolean {
  const { base } = splitTag(own);
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)].map(literal);
  const address = new RegExp(`${local}(?:(?:\\+|%2B)[a-z0-9]{1,64})?(?:${domain}|%40)`, 'i');
  return (line) => address.test(line);
}

/** `Von: Turnpost`: in French with a blank before the colon. */
const HEADER_LINE = /^[*_]{0,2}\p{L}[\p{L} \u00a0-]{0,19}(?::[*_]{0,2}\s|\uff1a)/u;
/** A day with its year, in figures also with two of them, and a time of day, in either order. */
const DAY = String.raw`(?:\b20\d\d\b|\b\d\d?[./-]\d\d?[./-]\d\d\b)`;
const TIME = String.raw`\d ?[:.h時点] ?\d\d`;
const DATED = new RegExp(`${DAY}.{1,60}${TIME}|${TIME}.{1,60}${DAY}`, 'i');
/** As our letters call us. */
const OUR_NAME = /\bTurnpost\b/i;

/** An attribution ends so in most languages. */
const CLOSED = /[:\uff1a]\s*$/;

/**
 * Right above a quotation stands who wrote it, in any language: the header lines of the older letter,
 * the first line of an attribution that was wrapped before our address, or a paragraph of at most
 * three lines that ends with a colon.
 *
 * @param end the first line of the quotation, or the number of lines when there is none
 * @param isOurs that line is known to be the older letter's, and so none of its header
 * @returns the number of lines above the attribution
 */
function attributionAbove(lines: readonly string[], end: number, isOurs: boolean): number {
  if (end === lines.length) return end;
  const isBlank = (index: number): boolean => (lines[index] ?? '').trim() === '';
  let start = end;
  if (!isOurs && HEADER_LINE.test(lines[end] ?? '')) {
    while (start > 0 && HEADER_LINE.test(lines[start - 1] ?? '')) start--;
    return aboveAddress(lines, start);
  }
  while (start > 0 && isBlank(start - 1)) start--;
  const last = start - 1;
  const closing = lines[last] ?? '';
  while (start > 0 && !isBlank(start - 1)) start--;
  const paragraph = lines.slice(start, last + 1);
  if (paragraph.length > 1 && paragraph.every((line) => HEADER_LINE.test(line))) {
    return aboveAddress(lines, start);
  }
  const wrapped =
    closing.trimEnd().endsWith('<') || (DATED.test(closing) && !OLDER.test(lines[end] ?? ''));
  if (last === end - 1 && wrapped) return last;
  if (!CLOSED.test(closing)) return end;
  // A lone first line may be a command with a colon behind it.
  if (last < 1) return DATED.test(closing) || OUR_NAME.test(closing) ? last : end;
  return start > 0 && paragraph.length <= 3 ? start : last;
}

/** Foxmail puts the writer's own address above the header lines: the place above it. */
function aboveAddress(lines: readonly string[], end: number): number {
  const last = lines.slice(0, end).findLastIndex((line) => line.trim() !== '');
  return /^\s*\S{1,80}@\S{1,200}\s*$/.test(lines[last] ?? '') ? last : end;
}

/**
 * Where what tells of a quotation ends, above its first line: its header lines or its attribution.
 *
 * @param first line of the quotation
 * @returns the line below the last of them; the first one itself where there are none
 */
export function belowHead(lines: readonly string[], first: number, own: string): number {
  const isUs = namesUs(own);
  const head = lines.slice(0, first).findLastIndex((line) => {
    const told = OLDER.test(line) || HEADER_LINE.test(line) || isUs(line);
    return told || DATED.test(line) || CLOSED.test(line);
  });
  return head < 0 ? first : head + 1;
}

/** What a notice is about, said within a line of its first words. */
const said = (first: string, about: string): string => `(?:${first}).{0,120}(?:${about})`;

/**
 * How the lines begin that employers, virus scanners and the law have below every letter. Each says
 * itself what it is; a name or an office does not, and stays.
 */
const DISCLAIMER = new RegExp(
  `^[\\s*_"'([]{0,8}(?:${[
    // What this letter is, and for whom.
    said(
      '(?:the (?:information|contents?) (?:contained )?(?:in|of) )?this (?:e-?mail|message|communication|transmission)',
      'confidential|privileged|intended (?:solely|only|exclusively)|for the (?:sole|exclusive) use|legally protected',
    ),
    said(
      '(?:der inhalt |die informationen in )?diese[rs]? (?:e-?mail|nachricht|mail|mitteilung)',
      'vertraulich|rechtlich geschützt|ausschließlich|nur für den',
    ),
    said('ce (?:message|courriel|mail|courrier|e-?mail)', 'confidentiel|destiné'),
    said('est[ea] (?:mensaje|correo|mensagem|e-?mail)', 'confidencia|destinad|dirigid'),
    said(
      '(?:quest[oa]|il presente|la presente) (?:messaggio|e-?mail)',
      'riservat|confidenzial|destinat',
    ),
    said('(?:dit|deze) (?:bericht|e-?mail|mail)', 'vertrouwelijk|uitsluitend'),
    said('(?:ta|niniejsza|ten) (?:wiadomo|e-?mail)', 'poufn|przeznaczon'),
    said(
      '(?:det här|detta|denne?|dette) (?:meddeland|e-?post|e-?mail|mail|besked|melding)',
      'konfiden[ts]|fortrolig|förtrolig',
    ),
    said('t(?:ato|ento) (?:zpr|e-?mail)', 'důvěrn'),
    '(?:это|данное|настоящее) (?:сообщение|письмо).{0,120}конфиденциальн',
    // What is headed as such.
    '(?:confidentiality|privacy|legal) (?:notice|note|disclaimer|warning|statement)',
    'disclaimer\\s*:',
    'vertraulichkeitshinweis|haftungsausschluss|rechtlicher hinweis|pflichtangaben',
    'avis de confidentialité|aviso (?:legal|de confidencia)|avviso di riservatezza',
    // Whom it is not for.
    'if you (?:are not|aren.t) the (?:intended|named) (?:recipient|addressee)',
    'if you have received this (?:e-?mail|message|communication|transmission)',
    '(?:sollten|wenn|falls) sie nicht der (?:richtige|vorgesehene|beabsichtigte|eigentliche)? ?(?:empfänger|adressat)',
    '(?:sollten|wenn|falls) sie diese (?:e-?mail|nachricht|mail) (?:irrtümlich|versehentlich)',
    'si vous n.êtes pas l[ea] destinataire|si vous avez reçu ce (?:message|courriel|mail)',
    'si (?:usted )?no es el destinatario|si ha recibido este (?:mensaje|correo)',
    // What has looked into it.
    'virus-?free\\b|virenfrei\\b|sans virus\\b|libre de virus|privo di virus|virusvrij',
    'no virus(?:es)? (?:was |were )?found',
    said('this (?:e-?mail|message) (?:has been|was)', 'virus|malware|scanned'),
    said('diese (?:e-?mail|nachricht) wurde', 'viren'),
    '(?:virus )?(?:scanned|checked) (?:by|with|for) \\S',
    // What companies must say, and what they like to.
    'sitz der gesellschaft|registergericht|handelsregister|ust-?id|geschäftsführ(?:er|ung|erin)\\s*:',
    'registered (?:office|in england)|company (?:registration )?(?:number|no\\.)',
    said('(?:please )?(?:consider|think (?:of|about)) the environment', 'print'),
    said('(?:bitte )?denken sie an die umwelt', 'druck'),
    said('(?:pensez|merci de penser) à l.environnement', 'imprim'),
  ].join('|')})`,
  'iu',
);

/** Whether a line says of every letter of its writer what the law, an employer or a program wants. */
const isDisclaimer = (line: string): boolean => DISCLAIMER.test(line);

/** What separates it from the letter: hyphens, underscores, stars, blanks. */
const SEPARATOR = /^[\s_*=~#-]*$/;

/** The place above the lines that separate a notice from the letter. */
function aboveSeparators(lines: readonly string[], notice: number): number {
  return lines.slice(0, notice).findLastIndex((line) => !SEPARATOR.test(line)) + 1;
}

/**
 * The line that a mail program adds about itself below what a person wrote ("Sent from my iPhone"),
 * as the programs say it in the languages that they come in. email-reply-parser knows some of them.
 */
const SENT_WITH = new RegExp(
  `^\\s*(?:${[
    'Sent (?:from|with|via) ',
    '(?:Get|Download) Outlook for ',
    'Yahoo Mail: ',
    'Gesendet (?:von|mit|aus) ',
    'Von .{1,60} gesendet\\.?$',
    'Diese Nachricht wurde von .{1,80} gesendet',
    'Holen Sie sich Outlook ',
    'Sendt fra ',
    '(?:Hent|Få) Outlook ',
    'Skickat från ',
    'Hämta Outlook ',
    'Lähetetty ',
    'Hanki Outlook ',
    'Envoyé (?:de|depuis|à partir|avec) ',
    '(?:Obtenez|Télécharger) Outlook ',
    'Enviado (?:desde|do|de|con) ',
    '(?:Obtener|Obter o) Outlook ',
    'Inviato da ',
    'Scarica Outlook ',
    'Verzonden (?:vanaf|met|via) ',
    'Verstuurd vanaf ',
    'Outlook voor ',
    'Wysłan[eo] z ',
    'Pobierz program Outlook ',
    'Odesláno z ',
    'Отправлено (?:из|с) ',
    'Надіслано з ',
    'iPhoneから送信',
    '发自我的',
    '從我的',
  ].join('|')})`,
  'iu',
);

/** Whether a line says which program or device a letter was written with. */
const isSentWith = (line: string): boolean => SENT_WITH.test(line);
