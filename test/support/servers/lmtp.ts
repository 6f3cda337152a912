import { createTransport } from 'nodemailer';

/** Hands letters over as the last mail server on their way does (RFC 2033). */
export interface Lmtp {
  deliver(mailbox: string, raw: Uint8Array): Promise<void>;
  close(): void;
}

export function openLmtp(port: number): Lmtp {
  const transport = createTransport({
    lmtp: true,
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async deliver(mailbox, raw) {
      const envelope = { from: 'people@mail.test', to: [mailbox] };
      await transport.sendMail({ envelope, raw: Buffer.from(raw) });
    },
    close: () => transport.close(),
  };
}
