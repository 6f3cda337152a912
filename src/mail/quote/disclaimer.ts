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
export const isDisclaimer = (line: string): boolean => DISCLAIMER.test(line);

/** What separates it from the letter: hyphens, underscores, stars, blanks. */
const SEPARATOR = /^[\s_*=~#-]*$/;

/** The place above the lines that separate a notice from the letter. */
export function aboveSeparators(lines: readonly string[], notice: number): number {
  return lines.slice(0, notice).findLastIndex((line) => !SEPARATOR.test(line)) + 1;
}
