import type { Database } from "../db/open-database.ts";
import { siteOrigin } from "./site-origin.ts";
import { readSites } from "./site-rows.ts";

/**
 * The school's own sites: they may show the app in a frame and call the school. Some are settings of the
 * server; the others are in the database, where a command changes them while the school is served.
 */
export class AllowedSites {
  readonly #read: Database["read"];
  readonly #settings: readonly string[];
  #origins: ReadonlySet<string> = new Set();

  private constructor(read: Database["read"], settings: readonly string[]) {
    this.#read = read;
    this.#settings = settings;
  }

  /** @param settings origins of `ALLOWED_ORIGINS` */
  static async open(
    { read }: Pick<Database, "read">,
    settings: readonly string[],
  ): Promise<AllowedSites> {
    const sites = new AllowedSites(read, settings);
    await sites.refresh();
    return sites;
  }

  has(origin: string): boolean {
    return this.#origins.has(origin);
  }

  get origins(): string[] {
    return [...this.#origins];
  }

  /** The policy for pages. It works only as a header, not in HTML. */
  get framePolicy(): string {
    return `frame-ancestors ${this.origins.join(" ") || "'none'"}`;
  }

  /** Reads the sites from the database again. */
  async refresh(): Promise<void> {
    const stored = await readSites(this.#read);
    // An earlier version stored addresses that would end the policy of all.
    const sites = stored.filter((site) => siteOrigin(site) === site);
    this.#origins = new Set([...this.#settings, ...sites]);
  }
}
