import { describe, expect, it } from 'vitest';
import { newLines } from '../../../src/mail/quote/new-lines.ts';

const OWN = 'games@x.test';
const read = (...below: string[]) => newLines(['e4e2', 'Well played.', ...below].join('\n'), OWN);

describe('what an employer or a virus scanner has below every letter is not read', () => {
  it.each([
    'This email is confidential and meant for the addressee alone.',
    'This e-mail and any files transmitted with it are confidential.',
    'The information in this message may be privileged.',
    'This communication is intended solely for the person named above.',
    'CONFIDENTIALITY NOTICE: do not pass this on.',
    'Disclaimer: views are those of the sender.',
    'If you are not the intended recipient, delete it.',
    'If you have received this message in error, tell us.',
    'Please consider the environment before printing this.',
    'Virus-free. www.avast.com',
    'This email has been checked for viruses by Some Antivirus.',
    'Scanned by MailFilter',
    'Diese E-Mail enth\u00e4lt vertrauliche Informationen.',
    'Diese Nachricht ist ausschlie\u00dflich f\u00fcr den Empf\u00e4nger bestimmt.',
    'Der Inhalt dieser E-Mail ist vertraulich.',
    'Sollten Sie nicht der vorgesehene Empf\u00e4nger sein, l\u00f6schen Sie sie.',
    'Vertraulichkeitshinweis:',
    'Virenfrei.www.avast.com',
    'Diese E-Mail wurde von einem Virenschutz auf Viren gepr\u00fcft.',
    'Sitz der Gesellschaft: Berlin, Registergericht: Amtsgericht Charlottenburg',
    'Gesch\u00e4ftsf\u00fchrer: Max Muster',
    'Denken Sie an die Umwelt, bevor Sie drucken.',
    'Ce message est confidentiel.',
    'Ce courriel et ses pi\u00e8ces jointes sont destin\u00e9s \u00e0 leur destinataire.',
    "Si vous n'\u00eates pas le destinataire, d\u00e9truisez-le.",
    'Este mensaje es confidencial.',
    'Esta mensagem \u00e9 confidencial.',
    'Questo messaggio \u00e8 riservato.',
    'Dit bericht is vertrouwelijk.',
    'Niniejsza wiadomo\u015b\u0107 jest poufna.',
    'Det h\u00e4r meddelandet inneh\u00e5ller konfidentiell information.',
    'Denne e-mail er fortrolig.',
    'Tato zpr\u00e1va je d\u016fv\u011brn\u00e1.',
    '\u042d\u0442\u043e \u0441\u043e\u043e\u0431\u0449\u0435\u043d\u0438\u0435 \u043a\u043e\u043d\u0444\u0438\u0434\u0435\u043d\u0446\u0438\u0430\u043b\u044c\u043d\u043e.',
  ])('%s', (line) => {
    for (const above of [[], [''], ['', '_____'], ['', '**********', '']]) {
      expect(read(...above, line, 'resign')).toEqual(['e4e2', 'Well played.']);
    }
    expect(read('', `*${line}*`)).toEqual(['e4e2', 'Well played.']);
  });

  it.each([
    'This is a confidential tip: take the centre.',
    'If you have time, look at this message.',
    'Please consider e5e4 next time.',
    'No virus here, I am well again.',
    'Diese Partie ist nicht vertraulich.',
    'Ce coup est pour toi.',
    'Important: I am away for a week.',
    'This message took me an hour.',
    '_____',
  ])('but what somebody says is: %s', (line) => {
    expect(read(line, 'Bye.')).toEqual(['e4e2', 'Well played.', line, 'Bye.']);
  });
});
