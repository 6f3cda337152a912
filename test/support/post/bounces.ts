/** A delivery report as a mail system writes it. */
export interface BounceDraft {
  /** The envelope sender of the letter that it is about. */
  readonly to: string;
  readonly messageId?: string;
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
}

/** The raw bytes of a report in the form of Postfix (RFC 3464, with the head of the letter). */
export function writeBounce(draft: BounceDraft, number: number): Uint8Array {
  const {
    to,
    messageId,
    recipient = 'alice@home.test',
    action = 'failed',
    status = '5.1.1',
  } = draft;
  return Buffer.from(
    [
      'Return-Path: <>',
      `Delivered-To: ${to}`,
      'From: MAILER-DAEMON@mx.test (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      `To: ${to}`,
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status;',
      '\tboundary="4DFC21D3.1606/mx.test"',
      `Message-Id: <bounce-${number}@mx.test>`,
      '',
      'This is a MIME-encapsulated message.',
      '',
      '--4DFC21D3.1606/mx.test',
      'Content-Description: Notification',
      'Content-Type: text/plain; charset=us-ascii',
      '',
      'resign',
      `<${recipient}>: host mx.test said: 550 5.1.1 unknown (in reply to RCPT TO command)`,
      '',
      '--4DFC21D3.1606/mx.test',
      'Content-Description: Delivery report',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.test',
      'X-Postfix-Queue-ID: 4DFC21D3',
      'Arrival-Date: Sat, 21 Nov 2026 09:00:00 +0000 (UTC)',
      '',
      `Final-Recipient: rfc822; ${recipient}`,
      `Original-Recipient: rfc822;${recipient}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Remote-MTA: dns; mx.test',
      'Diagnostic-Code: smtp; 550 5.1.1 unknown',
      '',
      '--4DFC21D3.1606/mx.test',
      'Content-Description: Undelivered Message Headers',
      'Content-Type: text/rfc822-headers',
      '',
      'From: Turnpost <games@turnpost.test>',
      ...(messageId === undefined ? [] : [`Message-ID: <${messageId}>`]),
      'Subject: Forms Board 1 (alice vs bob)',
      '',
      '--4DFC21D3.1606/mx.test--',
      '',
    ].join('\r\n'),
    'latin1',
  );
}
