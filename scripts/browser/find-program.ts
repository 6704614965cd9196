import { delimiter, join } from "node:path";

/** How to find a browser on this machine. */
export interface Search {
  /** The environment variable that may name it. */
  variable: string;
  /** Names of its program, best first. */
  names: readonly string[];
  /** Where it may be besides the folders of PATH. */
  elsewhere?: readonly string[];
  /** Whether a program starts. */
  works: (file: string) => boolean;
}

/** Finds the browser that a person has named, or null, with a message if that does not start. */
export const namedProgram = ({ variable, works }: Search): string | null => {
  const named = process.env[variable];
  if (!named) return null;
  if (works(named)) return named;
  console.log(`· ${variable} names ${named}, which does not start. Looking for another browser.`);
  return null;
};

/** Finds a browser on this machine. */
export const programHere = ({ names, elsewhere = [], works }: Search): string | null => {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...found, ...elsewhere].find(works) ?? null;
};
