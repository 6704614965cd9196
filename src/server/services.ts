import type { AccountLimits } from "./accounts/account-limits.ts";
import type { FailedAttempts } from "./accounts/failed-attempts.ts";
import type { KeyedHash } from "./accounts/hashing-key.ts";
import type { KnownOrigins } from "./accounts/known-origins.ts";
import type { Provider } from "./accounts/openid/provider.ts";
import type { Passwords } from "./accounts/password/passwords.ts";
import type { Tokens } from "./accounts/session/tokens.ts";
import type { Background } from "./background.ts";
import type { CatalogueHolder } from "./content/catalogue.ts";
import type { Database } from "./db/open-database.ts";
import type { Log } from "./log.ts";
import type { Mailer } from "./mailer.ts";
import type { LiveSettings } from "./school/settings/live-settings.ts";
import type { AllowedSites } from "./school/sites.ts";
import type { StoreRedirects } from "./store/serve/redirect-reply.ts";
import type { Store } from "./store/store.ts";
import type { UploadStore } from "./uploads/upload-store.ts";

/** Milliseconds since 1970. */
export type Clock = () => number;

/** The services that the routes use. */
export interface Services {
  readonly database: Database;
  readonly catalogue: CatalogueHolder;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly keyedHash: KeyedHash;
  readonly failures: FailedAttempts;
  readonly origins: KnownOrigins;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  readonly dataDir: string;
  readonly store: Store;
  readonly redirects: StoreRedirects;
  readonly uploads: UploadStore;
  readonly limits: AccountLimits;
  /** The folder with the desktop app's installers; it may be missing. */
  readonly downloadsDir: string;
  /** How many proxies report the client's address; 0: none. */
  readonly trustedProxies: number;
  /** The sites whose pages may call the school and show it in a frame. */
  readonly sites: AllowedSites;
  /** The built web app's folder. */
  readonly webDir: string;
  /** The school's public address, without a trailing slash; a guess if the settings have none. */
  readonly publicUrl: () => string;
  /** The settings that hold at this moment. */
  readonly settings: LiveSettings;
  /** Has this server use the settings that are stored now; it does so by itself within seconds. */
  readonly applySettings: () => Promise<void>;
  /** Whether the server is about to close. It accepts requests until the load balancers know. */
  readonly isLeaving: () => boolean;
  /** The provider of the school's own accounts; null if people sign in only with passwords. */
  readonly openId: Provider | null;
  /** Tasks that continue after their answer. The server waits for them before closing. */
  readonly background: Background;
}
