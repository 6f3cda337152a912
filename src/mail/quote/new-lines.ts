import EmailReplyParser from 'email-reply-parser';
import { newTextLimits, quoteLimits } from '../../limits.ts';
import { splitTag } from '../../player/address.ts';

/** First lines of an older letter, in any language. */
const OLDER =
  /^(?:\s{0,3}[>|]|-{2,30}\s?[^-\n]{1,40}\s?-{2,30}\s*$|[-_]{13,}\s*$|Summary of .{1,40} Board \d)/;
/** The second line of a board letter, in the languages of the letters. */
const OUR_SECOND =
  /^\S.{0,40} (?:Board|Brett) \d{1,15}(?:, [^:]{1,20}: (?:you|du|(?:the |der )?\S{2,20}) (?:are|is|were|was|spielst|spielt|warst|war) |: (?:It was|Du warst|(?:Der )?\S{2,20} war) )/;
/** The start of its first line in an open match. It looks like a header line. */
const OUR_FIRST =
  /^(?:Your move: |Du bist am Zug: |It is (?:the )?\S{2,20} turn\.|(?:Der )?\S{2,20} (?:bist|ist) am Zug\.)/i;
/** Maximum of lines of a wrapped first line. */
const FIRST_LINES_MAX = 3;
const SIGNATURE = /^-- ?$/;
const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The end of a letter's own text: a signature or a notice follows.
 *
 * @returns the number of lines above; all if there is none
 */
export function endOfOwnText(lines: readonly string[]): number {
  const ends = [SIGNATURE, SENT_WITH, DISCLAIMER];
  const first = lines.findIndex((line) => ends.some((end) => end.test(line)));
  if (first < 0) return lines.length;
  if (!DISCLAIMER.test(lines[first] ?? '')) return first;
  return lines.slice(0, first).findLastIndex((line) => !SEPARATOR.test(line)) + 1;
}

/**
 * The new lines that a person wrote: all above the first quoted line, the attribution (`On ... wrote:` in
 * the languages of email-reply-parser), the first line with our address, and the signature. Text below a
 * quotation is ignored, so that no old command is repeated and no reply token is passed on.
 *
 * @param known the first line known to be an older letter's, or -1
 * @returns at most 200 lines of at most 16 KiB in all, trimmed of empty ones at both ends
 */
export function newLines(text: string, serverAddress: string, known = -1): readonly string[] {
  // Does not split a surrogate pair.
  const considered = text.slice(0, newTextLimits.bytes).replace(/[\ud800-\udbff]$/, '');
  const lines = considered.split('\n').slice(0, newTextLimits.lines);
  const isUs = namesUs(serverAddress);
  const older = lines.findIndex(
    (line, at) => at === known || OLDER.test(line) || OUR_SECOND.test(line) || isUs(line),
  );
  const end = older < 0 ? lines.length : firstOfOurs(lines, older);
  const ends = [
    attributionAbove(lines, end, end === known || end !== older),
    // The last line identifies a wrapped attribution, and may name our address.
    hiddenFrom(lines.slice(0, end + 2)),
    endOfOwnText(lines.slice(0, end)),
  ];
  const written = lines.slice(0, Math.min(...ends));
  const first = written.findIndex((line) => line.trim() !== '');
  const last = written.findLastIndex((line) => line.trim() !== '');
  return first < 0 ? [''] : [...written.slice(first, last), (written[last] ?? '').trimEnd()];
}

/** The start of a board letter, from its second line: its first line, of any wording. */
function firstOfOurs(lines: readonly string[], second: number): number {
  if (!OUR_SECOND.test(lines[second] ?? '')) return second;
  const above = lines.slice(Math.max(0, second - FIRST_LINES_MAX), second);
  const near = above.slice(above.findLastIndex((line) => line.trim() === '') + 1);
  const first = near.findLastIndex((line) => OUR_FIRST.test(line));
  return first < 0 ? second - Math.min(1, near.length) : second - near.length + first;
}

/**
 * The number of lines above the first attribution or signature that email-reply-parser finds. The library
 * joins and trims lines, so the position is found by counting non-blank characters.
 */
function hiddenFrom(lines: readonly string[]): number {
  // Some of its patterns take quartic time; a long line is neither attribution nor signature.
  const short = lines.map((line) => (line.length > quoteLimits.attributionChars ? 'x' : line));
  const searched = short.join('\n').slice(0, quoteLimits.searchChars);
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

const nonBlanksOf = (text: string): number => text.replace(/\s/g, '').length;

/** Tests whether a line holds our address, plain, with a tag, or percent-encoded: programs quote it. */
export function namesUs(serverAddress: string): (line: string) => boolean {
  const { base } = splitTag(serverAddress);
  const at = base.lastIndexOf('@');
  const [local, domain] = [base.slice(0, at), base.slice(at)].map(literal);
  const address = new RegExp(`${local}(?:(?:\\+|%2B)[a-z0-9]{1,64})?(?:${domain}|%40)`, 'i');
  return (line) => address.test(line);
}

/** `Von: Turnpost`; in French with a blank before the colon. */
const HEADER_LINE = /^[*_]{0,2}\p{L}[\p{L} \u00a0-]{0,19}(?::[*_]{0,2}\s|\uff1a)/u;
/** A date with its year (two digits in numeric dates) and a time, in either order. */
const DAY = String.raw`(?:\b20\d\d\b|\b\d\d?[./-]\d\d?[./-]\d\d\b)`;
const TIME = String.raw`\d ?[:.h時点] ?\d\d`;
const DATED = new RegExp(`${DAY}.{1,60}${TIME}|${TIME}.{1,60}${DAY}`, 'i');
const OUR_NAME = /\bTurnpost\b/i;

/** The end of an attribution in most languages. */
const CLOSED = /[:\uff1a]\s*$/;

/**
 * Finds the attribution right above a quotation, in any language: header lines of the older letter, the
 * first line of an attribution wrapped before our address, or a paragraph of at most three lines that ends
 * with a colon.
 *
 * @param end the first line of the quotation, or the number of lines if none
 * @param isOurs whether that line is known to be the older letter's, so not of its header
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
  // "Forms: e4" and "Minefield: c3" name neither us nor a time.
  const isHeader =
    paragraph.length > 1 &&
    paragraph.every((line) => HEADER_LINE.test(line)) &&
    paragraph.some((line) => OUR_NAME.test(line) || DATED.test(line));
  if (isHeader) return aboveAddress(lines, start);
  const wrapped =
    closing.trimEnd().endsWith('<') || (DATED.test(closing) && !OLDER.test(lines[end] ?? ''));
  if (last === end - 1 && wrapped) return last;
  if (!CLOSED.test(closing)) return end;
  // A lone first line may be a command with a final colon.
  if (last < 1) return DATED.test(closing) || OUR_NAME.test(closing) ? last : end;
  return start > 0 && paragraph.length <= 3 ? start : last;
}

/** The number of lines above the header lines, and above the writer's address, which Foxmail puts before them. */
function aboveAddress(lines: readonly string[], end: number): number {
  const last = lines.slice(0, end).findLastIndex((line) => line.trim() !== '');
  return /^\s*\S{1,80}@\S{1,200}\s*$/.test(lines[last] ?? '') ? last : end;
}

/**
 * The end of a quotation's header lines or attribution.
 *
 * @param first the first line of the quotation
 * @returns the line below the last of them; `first` if none
 */
export function belowHead(lines: readonly string[], first: number, serverAddress: string): number {
  const isUs = namesUs(serverAddress);
  const head = lines.slice(0, first).findLastIndex((line) => {
    const told = OLDER.test(line) || HEADER_LINE.test(line) || isUs(line);
    return told || DATED.test(line) || CLOSED.test(line);
  });
  return head < 0 ? first : head + 1;
}

/** A pattern: a notice's start, then its subject within 120 characters. */
const noticeAbout = (first: string, about: string): string => `(?:${first}).{0,120}(?:${about})`;

/**
 * The first lines of notices: of employers, of virus scanners, and those that a law requires. A line counts only if
 * it can be nothing else; a name or a job title is not removed.
 */
const DISCLAIMER = new RegExp(
  `^[\\s*_"'([]{0,8}(?:${[
    // The kind of letter, and its recipients.
    noticeAbout(
      '(?:the (?:information|contents?) (?:contained )?(?:in|of) )?this (?:e-?mail|message|communication|transmission)',
      'confidential|privileged|intended (?:solely|only|exclusively)|for the (?:sole|exclusive) use|legally protected',
    ),
    noticeAbout(
      '(?:der inhalt |die informationen in )?diese[rs]? (?:e-?mail|nachricht|mail|mitteilung)',
      'vertraulich|rechtlich geschützt|ausschließlich|nur für den',
    ),
    noticeAbout('ce (?:message|courriel|mail|courrier|e-?mail)', 'confidentiel|destiné'),
    noticeAbout('est[ea] (?:mensaje|correo|mensagem|e-?mail)', 'confidencia|destinad|dirigid'),
    noticeAbout(
      '(?:quest[oa]|il presente|la presente) (?:messaggio|e-?mail)',
      'riservat|confidenzial|destinat',
    ),
    noticeAbout('(?:dit|deze) (?:bericht|e-?mail|mail)', 'vertrouwelijk|uitsluitend'),
    noticeAbout('(?:ta|niniejsza|ten) (?:wiadomo|e-?mail)', 'poufn|przeznaczon'),
    noticeAbout(
      '(?:det här|detta|denne?|dette) (?:meddeland|e-?post|e-?mail|mail|besked|melding)',
      'konfiden[ts]|fortrolig|förtrolig',
    ),
    noticeAbout('t(?:ato|ento) (?:zpr|e-?mail)', 'důvěrn'),
    '(?:это|данное|настоящее) (?:сообщение|письмо).{0,120}конфиденциальн',
    // Headings.
    '(?:confidentiality|privacy|legal) (?:notice|note|disclaimer|warning|statement)',
    'disclaimer\\s*:',
    'vertraulichkeitshinweis|haftungsausschluss|rechtlicher hinweis|pflichtangaben',
    'avis de confidentialité|aviso (?:legal|de confidencia)|avviso di riservatezza',
    // Wrong recipients.
    'if you (?:are not|aren.t) the (?:intended|named) (?:recipient|addressee)',
    'if you have received this (?:e-?mail|message|communication|transmission)',
    '(?:sollten|wenn|falls) sie nicht der (?:richtige|vorgesehene|beabsichtigte|eigentliche)? ?(?:empfänger|adressat)',
    '(?:sollten|wenn|falls) sie diese (?:e-?mail|nachricht|mail) (?:irrtümlich|versehentlich)',
    'si vous n.êtes pas l[ea] destinataire|si vous avez reçu ce (?:message|courriel|mail)',
    'si (?:usted )?no es el destinatario|si ha recibido este (?:mensaje|correo)',
    // Scanners.
    'virus-?free\\b|virenfrei\\b|sans virus\\b|libre de virus|privo di virus|virusvrij',
    'no virus(?:es)? (?:was |were )?found',
    noticeAbout('this (?:e-?mail|message) (?:has been|was)', 'virus|malware|scanned'),
    noticeAbout('diese (?:e-?mail|nachricht) wurde', 'viren'),
    '(?:virus )?(?:scanned|checked) (?:by|with|for) \\S',
    // Company details and appeals.
    'sitz der gesellschaft|registergericht|handelsregister|ust-?id|geschäftsführ(?:er|ung|erin)\\s*:',
    'registered (?:office|in england)|company (?:registration )?(?:number|no\\.)',
    noticeAbout('(?:please )?(?:consider|think (?:of|about)) the environment', 'print'),
    noticeAbout('(?:bitte )?denken sie an die umwelt', 'druck'),
    noticeAbout('(?:pensez|merci de penser) à l.environnement', 'imprim'),
  ].join('|')})`,
  'iu',
);

/** A separator of a notice: hyphens, underscores, stars, blanks. */
const SEPARATOR = /^[\s_*=~#-]*$/;

/**
 * The line that a mail program adds about itself ("Sent from my iPhone"), in the programs' languages.
 * email-reply-parser knows some of them.
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
