import type { Database } from "../db/open-database.ts";
import type { UploadStore } from "../db/upload-store.ts";
import type { Log } from "../log.ts";
import type { Mailer } from "../mailer.ts";
import type { Passwords } from "../passwords.ts";
import type { Background } from "./background.ts";
import type { CatalogueHolder } from "./catalogue.ts";
import type { Tokens } from "./session/tokens.ts";

/** Milliseconds since 1970. */
export type Clock = () => number;

/** What the calls work with. */
export interface Services {
  readonly database: Database;
  readonly catalogue: CatalogueHolder;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly uploads: UploadStore;
  /** The folder with the desktop app's installers; there need not be one. */
  readonly downloadsDir: string;
  /** Whether a proxy in front of the server says where a client is. */
  readonly trustProxy: boolean;
  /** Sites that may call the school from their own pages, and show it in a frame. */
  readonly allowedOrigins: readonly string[];
  /** The built web app's folder. */
  readonly webDir: string;
  /** Where students reach the school, without a slash at the end. */
  readonly publicUrl: () => string;
  /** Work that goes on after its answer; the server waits for it before it closes. */
  readonly background: Background;
}
