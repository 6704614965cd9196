import type { Database } from "../../db/open-database.ts";
import type { Environment } from "../../school/settings/environment.ts";
import type { Store } from "../../store/store.ts";

/** The school that is checked. */
export interface Patient {
  /** The settings that hold. */
  readonly environment: Environment;
  readonly database: Database;
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The folder of the built web app. */
  readonly webDir: string;
  /** Aborts when the check takes too long. */
  readonly signal: AbortSignal;
}
