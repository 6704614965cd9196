import type { Database } from "../../db/open-database.ts";
import { withStored } from "./effective-environment.ts";
import type { Environment } from "./environment.ts";
import { readStoredSettings } from "./stored-settings.ts";

/** The settings that hold while a server runs. Administrators change some of them meanwhile. */
export class LiveSettings {
  readonly #read: Database["read"];
  /** As the environment has them. */
  readonly environment: Environment;
  #stored = "";
  #current: Environment;

  private constructor(read: Database["read"], environment: Environment) {
    this.#read = read;
    this.environment = environment;
    this.#current = environment;
  }

  static async open(
    { read }: Pick<Database, "read">,
    environment: Environment,
  ): Promise<LiveSettings> {
    const settings = new LiveSettings(read, environment);
    await settings.refresh();
    return settings;
  }

  get current(): Environment {
    return this.#current;
  }

  /** Reads the settings again. @returns whether any has changed */
  async refresh(): Promise<boolean> {
    const stored = await readStoredSettings(this.#read);
    const text = JSON.stringify(stored);
    if (text === this.#stored) return false;
    this.#stored = text;
    this.#current = withStored(this.environment, stored);
    return true;
  }
}
