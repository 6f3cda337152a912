import type {
  SMTPConnectionAuth,
  SMTPConnectionCustomAuthHandler,
} from 'nodemailer/lib/smtp-connection';
import XOAuth2 from 'nodemailer/lib/xoauth2';
import { noTokensTaken } from './access.ts';

/** A handler of nodemailer for a mechanism that it does not have: OAUTHBEARER (RFC 7628). */
export const smtpBearer =
  ({ host, port }: { readonly host: string; readonly port: number }) =>
  async ({ auth, sendCommand }: Parameters<SMTPConnectionCustomAuthHandler>[0]): Promise<void> => {
    // A comma and an equals sign would end the name (RFC 5801, section 4).
    const name = String(auth.user).replaceAll('=', '=3D').replaceAll(',', '=2C');
    const said = [`n,a=${name},`, `host=${host}`, `port=${port}`, `auth=Bearer ${auth['token']}`];
    const coded = Buffer.from([...said, '', ''].join('\x01')).toString('base64');
    let answer = await sendCommand(`AUTH OAUTHBEARER ${coded}`);
    // It says why not, and waits for a word before it is over (section 3.2.3).
    if (answer.status === 334) answer = await sendCommand('AQ==');
    if (answer.status < 200 || answer.status > 299) {
      throw Object.assign(new Error('Invalid login'), { responseCode: answer.status });
    }
  };

/**
 * What nodemailer logs in with.
 *
 * @param offer what the server has said to EHLO
 * @throws AccessError when it takes no tokens
 */
export function smtpTokenLogin(user: string, token: string, offer: string): SMTPConnectionAuth {
  const mechanisms = /^250[ -]AUTH[ =](.*)$/im.exec(offer)?.[1]?.toUpperCase().split(' ') ?? [];
  if (mechanisms.includes('XOAUTH2')) {
    const oauth2 = new XOAuth2({
      user,
      provisionCallback: (_, isRefused, done) =>
        // Another token is for the caller to get.
        isRefused ? done(new Error('refused')) : done(null, token),
    });
    return { user, oauth2 };
  }
  if (mechanisms.includes('OAUTHBEARER')) return { user, token, method: 'OAUTHBEARER' };
  throw noTokensTaken();
}

/** Whether nodemailer tells that a server has refused a login, and not only for now. */
export function isLoginRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === 'EAUTH' && !(responseCode >= 400 && responseCode < 500);
}
