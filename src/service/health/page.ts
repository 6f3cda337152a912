import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { healthConnectionsMax, healthRequestMsMax } from '../../server-limits.ts';
import { isOurs } from './is-ours.ts';

/** One page for programs that watch over the server. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Where they are served. */
export interface HealthPage {
  readonly port: number;
  /** Ends it at once, whoever is still asking. */
  stop(): void;
}

/**
 * Serves a few pages to this machine alone. Nothing can be done there, and no page of a browser can
 * read them.
 *
 * @param port 0: one that the system chooses
 * @param pages by their paths
 * @throws Error when the port is taken
 */
export async function serveHealth(
  port: number,
  pages: Readonly<Record<string, () => Answer | Promise<Answer>>>,
): Promise<HealthPage> {
  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!isOurs(request, portOf())) return says(403, 'this is for the machine itself');
    const page = Object.hasOwn(pages, path) ? pages[path] : undefined;
    if (!page) return says(404, `there is ${Object.keys(pages).join(' and ')}`);
    if (request.method !== 'GET') return says(405, 'nothing can be done here');
    return page();
  };
  const server = createServer(
    // Who says nothing, or does not end, is not waited for.
    { requestTimeout: healthRequestMsMax, headersTimeout: healthRequestMsMax },
    (request, response) => {
      answer(request)
        // Its words could name a file or a table; the log has them.
        .catch(() => says(500, 'the figures cannot be read just now'))
        .then(({ status, type, body }) => {
          response.writeHead(status, {
            'Content-Type': type,
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
            'Content-Security-Policy': "default-src 'none'",
            'Cross-Origin-Resource-Policy': 'same-origin',
            ...(status === 405 && { Allow: 'GET' }),
            Connection: 'close',
          });
          response.end(body);
        });
    },
  );
  server.maxConnections = healthConnectionsMax;
  server.setTimeout(healthRequestMsMax);
  const portOf = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  server.on('error', () => undefined);
  return {
    port: portOf(),
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const says = (status: number, text: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${text}\n`,
});
