import path from "node:path";

/** The language that the others are compared with. */
export const SOURCE_LANGUAGE = "en";

/**
 * The arguments for Node that compare a folder of translations with English: the same keys, and in
 * each message the same places of the same kinds. Names what does not parse, too.
 */
export const verifyArguments = (folder: string): string[] => [
  "node_modules/@formatjs/cli/bin/formatjs",
  "verify",
  "--source-locale",
  SOURCE_LANGUAGE,
  "--missing-keys",
  "--extra-keys",
  "--structural-equality",
  // A pattern has slashes on Windows, too.
  path.posix.join(folder.replaceAll(path.sep, "/"), "*.json"),
];
