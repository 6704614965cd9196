import { type Compiler, rspack } from "@rspack/core";
import { shortNames } from "./short-names.ts";

const QUOTED = /(["'`])([a-z][\w-]*(?:\.[\w-]+)+)\1/g;

/** The key of the list of files that comes with messages. */
const FILES = "files";

/** The short ids of messages, by id. @param ids all of them, so that each build gives the same */
export const shortIds = (ids: Iterable<string>): Map<string, string> => shortNames(ids, [FILES]);

/**
 * Shortens the ids of messages, in the scripts and in the files of messages. They stand in full in the
 * sources, where `npm run check` finds an id that no source names.
 */
export class ShortIdsPlugin {
  readonly #short: ReadonlyMap<string, string>;
  readonly #named = new Set<string>();

  /** @param ids the ids of all messages */
  constructor(ids: Iterable<string>) {
    this.#short = shortIds(ids);
  }

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap("ShortIdsPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        {
          name: "ShortIdsPlugin",
          // After the minifier, and before the scripts are named by their content.
          stage: rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 4,
        },
        (assets) => {
          for (const [name, asset] of Object.entries(assets)) {
            if (!name.endsWith(".js")) continue;
            const text = this.shortenScript(asset.source().toString());
            compilation.updateAsset(name, new rspack.sources.RawSource(text));
          }
        },
      );
    });
  }

  /** Shortens the ids that a script names. */
  shortenScript(source: string): string {
    return source.replace(QUOTED, (quoted: string, quote: string, id: string) => {
      const short = this.#short.get(id);
      if (short === undefined) return quoted;
      this.#named.add(id);
      return quote + short + quote;
    });
  }

  /**
   * Shortens the ids of a file of messages, and leaves out messages that no script has named, such as
   * those of the desktop app's menus.
   * @param json messages by id
   */
  shortenMessages(json: string): string {
    const messages = Object.entries(JSON.parse(json) as Record<string, unknown>);
    const named = messages.filter(([id]) => this.#named.has(id));
    return JSON.stringify(
      Object.fromEntries(named.map(([id, message]) => [this.#short.get(id) ?? id, message])),
    );
  }
}
