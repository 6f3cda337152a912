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
export const isSentWith = (line: string): boolean => SENT_WITH.test(line);
