import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isFromSameOrigin } from '../src/service/health/page.ts';
import { TEMPLATES } from '../src/service/shell/shell.ts';
import { answerApi, linesOf, type Reply, type Shown } from './api.ts';
import { startEvents } from './events.ts';
import { type GalleryFiles, makeGallery } from './gallery.ts';
import { letterHeaders, pageHeaders, readJson } from './guard.ts';
import type { Tab } from './mailbox.ts';

export interface PageOptions extends Shown {
  readonly host: '127.0.0.1';
  /** 0: a port that the system chooses. */
  readonly port: number;
  readonly log?: (message: string) => void;
}

/** The page on which a visitor reads and writes the letters of several people. */
export interface Page {
  readonly url: string;
  stop(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  html: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  png: 'image/png',
};

/**
 * Serves the page. The mailboxes stay the caller's, who also stops them.
 *
 * @throws Error with the code `EADDRINUSE` when the port is taken
 */
export async function startPage(options: PageOptions): Promise<Page> {
  const { mailboxes, guide, log } = options;
  const files = readFiles();
  const events = startEvents();
  // Made when it is first asked for: it is every letter there is.
  let gallery: Promise<GalleryFiles> | undefined;
  const complain = (error: unknown) => log?.(`page: ${String(error)}`);

  const tell = async ({ name, mailbox }: Tab, came: ReadonlySet<string> = new Set()) => {
    const lines = await linesOf(mailbox, guide);
    events.tell({
      mailbox: name,
      unread: lines.filter(({ seen }) => !seen).length,
      arrived: lines.filter(({ id }) => came.has(id)).reverse(),
      done: await guide.progress(mailboxes),
    });
  };
  for (const tab of mailboxes) {
    tab.mailbox.onMail((letters) => {
      tell(tab, new Set(letters.map(({ id }) => id))).catch(complain);
    });
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET' } = request;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (method !== 'GET' && method !== 'POST') return say(response, 405);
    const file = files.get(pathname);
    if (file && method === 'GET') return send(response, 200, file.type, file.bytes);
    if (pathname.startsWith('/gallery/') && method === 'GET') {
      gallery ??= makeGallery();
      return sendGallery(response, await gallery, pathname.slice('/gallery/'.length));
    }
    if (pathname === '/api/events') return events.join(response);
    if (!pathname.startsWith('/api/')) return say(response, 404);
    const body = method === 'POST' ? await readJson(request) : undefined;
    if (body && !body.ok) return say(response, body.error);
    const path = pathname.slice('/api/'.length).split('/');
    const asked = { method, path, query: searchParams, body: body?.value };
    sendReply(response, await answerApi(asked, options));
    // Another page of the same visitor shows the same mailbox.
    const changed = method === 'POST' && mailboxes.find(({ name }) => name === path[1]);
    if (changed) await tell(changed);
  };

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value);
    if (!isFromSameOrigin(request, portOf())) return say(response, 403);
    answer(request, response).catch((error) => {
      complain(error);
      if (response.headersSent) response.destroy();
      else say(response, 500);
    });
  });
  const portOf = () => (server.address() as AddressInfo).port;

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  }).catch((error) => {
    events.stop();
    throw error;
  });
  return {
    url: `http://${options.host}:${portOf()}/`,
    stop: () =>
      new Promise((resolve) => {
        events.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The files of the page by their path; all are small, and read once. */
function readFiles(): ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }> {
  const folder = join(TEMPLATES, 'sandbox');
  return new Map(
    readdirSync(folder).map((name) => {
      const type = typeOf(name);
      const path = name === 'page.html' ? '/' : `/${name}`;
      return [path, { type, bytes: readFileSync(join(folder, name)) }];
    }),
  );
}

const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';

/** A letter of the gallery is held as short as any other. */
function sendGallery(response: ServerResponse, files: GalleryFiles, path: string): void {
  const name = path || 'index.html';
  const file = files.get(name);
  const isLetter = name !== 'index.html' && name.endsWith('.html');
  if (file === undefined) say(response, 404);
  else if (isLetter) sendReply(response, { status: 200, html: String(file) });
  else send(response, 200, typeOf(name), file);
}

function sendReply(response: ServerResponse, reply: Reply): void {
  if ('json' in reply) {
    send(response, reply.status, 'application/json', JSON.stringify(reply.json));
    return;
  }
  for (const [name, value] of Object.entries(letterHeaders)) response.setHeader(name, value);
  if ('html' in reply) send(response, reply.status, 'text/html', reply.html);
  else sendFile(response, reply.file, reply);
}

/** Never a page of ours, whatever is in it: the browser keeps it. */
function sendFile(
  response: ServerResponse,
  file: Buffer,
  { type, name }: { readonly type: string; readonly name: string },
): void {
  // RFC 8187; through UTF-8 first, because half a character has no percent signs.
  const written = encodeURIComponent(Buffer.from(name).toString()).replace(/['()*]/g, '_');
  const disposition = `attachment; filename*=UTF-8''${written}`;
  response.writeHead(200, { 'Content-Type': type, 'Content-Disposition': disposition }).end(file);
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
): void {
  response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(body);
}

/** A status that no page of ours gets to see, so it needs no words. */
function say(response: ServerResponse, status: number): void {
  // What is left of a body that is too large is not read.
  response.writeHead(status, { Connection: 'close' }).end();
}
