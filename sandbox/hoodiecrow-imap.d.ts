/** The part of hoodiecrow-imap that is used here; the package has no types of its own. */
declare module 'hoodiecrow-imap' {
  import type { Server, Socket } from 'node:net';

  export interface Folder {
    readonly uidvalidity: number;
    readonly 'special-use'?: string;
  }
  export interface Connection {
    readonly socket: Socket;
    /** While the client idles: takes its next line. */
    readonly inputHandler: ((line: string) => void) | false;
  }
  export interface Hoodiecrow {
    readonly server: Server;
    /** `raw` holds one byte a character. */
    appendMessage(folder: string, flags: readonly string[], date: string, raw: string): void;
    readonly connectionHandlers: ((connection: Connection) => void)[];
  }
  export default function hoodiecrow(options: {
    readonly plugins: readonly string[];
    readonly users: Readonly<Record<string, { readonly password: string }>>;
    readonly storage: {
      readonly INBOX: Folder;
      readonly '': { readonly folders: Readonly<Record<string, Folder>> };
    };
  }): Hoodiecrow;
}
