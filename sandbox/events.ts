import type { ServerResponse } from 'node:http';
import { heartbeatMs } from './limits.ts';

/** Tells every open page what happens (server-sent events). */
export interface Events {
  /** Keeps this answer open and writes to it from now on. */
  join(response: ServerResponse): void;
  tell(event: unknown): void;
  stop(): void;
}

export function startEvents(): Events {
  const pages = new Set<ServerResponse>();
  const write = (text: string) => {
    for (const page of pages) page.write(text);
  };
  // A comment line; without it a browser cannot tell a quiet server from a dead one.
  const timer = setInterval(() => write(':\n\n'), heartbeatMs);
  return {
    join(response) {
      response.setHeader('Content-Type', 'text/event-stream');
      response.write('retry: 1000\n\n');
      pages.add(response);
      response.on('close', () => pages.delete(response));
    },
    tell: (event) => write(`data: ${JSON.stringify(event)}\n\n`),
    stop() {
      clearInterval(timer);
      for (const page of pages) page.end();
    },
  };
}
