import { type Compiler, rspack } from "@rspack/core";
import { rewriteEachScript } from "./rewrite-scripts.ts";
import { shortNames } from "./short-names.ts";

const QUOTED = /(["'`])([a-z][\w-]*(?:\.[\w-]+)+)\1/g;

/** The key of the list of files that comes with messages. */
const FILES = "files";

/** Splits the id of a message. @returns its area with the dot, such as `faq.`, and its name there */
export const partsOfId = (id: string): [area: string, name: string] => {
  const end = id.indexOf(".") + 1;
  return [id.slice(0, end), id.slice(end)];
};

const areasOf = (ids: Iterable<string>): Map<string, string[]> => {
  const areas = new Map<string, string[]>();
  for (const id of ids) {
    const [area] = partsOfId(id);
    areas.set(area, [...(areas.get(area) ?? []), id]);
  }
  return areas;
};

const shortAreas = (areas: Iterable<string>): Map<string, string> => shortNames(areas, [FILES]);

/**
 * The short ids of messages, by id: a short name of the area, and the position in it. A new message
 * changes the ids of later ones in its own area alone, and so few files.
 * @param ids all of them, so that each build gives the same
 */
export const shortIds = (ids: Iterable<string>): Map<string, string> => {
  const areas = areasOf(ids);
  const short = shortAreas(areas.keys());
  return new Map(
    [...areas].flatMap(([area, own]) =>
      own.map((id, position) => [id, `${short.get(area)}${position}`] as const),
    ),
  );
};

/**
 * Shortens the ids of messages, in the scripts and in the files of messages. They stand in full in the
 * sources, where `npm run check` finds an id that no source names.
 */
export class ShortIdsPlugin {
  readonly #areas: ReadonlyMap<string, readonly string[]>;
  readonly #shortAreas: ReadonlyMap<string, string>;
  readonly #short: ReadonlyMap<string, string>;
  readonly #named = new Set<string>();

  /** @param ids the ids of all messages */
  constructor(ids: readonly string[]) {
    this.#areas = areasOf(ids);
    this.#shortAreas = shortAreas(this.#areas.keys());
    this.#short = shortIds(ids);
  }

  apply(compiler: Compiler): void {
    // After the minifier, and before the scripts are named by their content.
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_TRANSFER - 4;
    rewriteEachScript(compiler, "ShortIdsPlugin", stage, (source) => this.shortenScript(source));
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
   * Turns the areas of a file of messages into lists, in which the position of a message ends its short
   * id. Messages that no script has named, such as those of the desktop app's menus, are left out.
   * @param json messages by area and name
   */
  shortenMessages(json: string): string {
    const areas = Object.entries(JSON.parse(json) as Record<string, Record<string, unknown>>);
    return JSON.stringify(
      Object.fromEntries(
        areas.flatMap(([area, messages]) => {
          const list = this.#areas.get(area)?.map((id) => {
            const [, name] = partsOfId(id);
            return this.#named.has(id) ? (messages[name] ?? 0) : 0;
          });
          const length = 1 + (list?.findLastIndex((message) => message !== 0) ?? -1);
          return length > 0 ? [[this.#shortAreas.get(area), list?.slice(0, length)]] : [];
        }),
      ),
    );
  }
}
