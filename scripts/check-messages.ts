import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { checkCatalogue, checkPlurals, checkUse } from "./messages/rules.ts";
import { checkTerms } from "./messages/trade-terms.ts";
import { SOURCE_LANGUAGE } from "./messages/verify-arguments.ts";

const root = path.join(import.meta.dirname, "..");
const folder = path.join(root, "locales");
/** Where message ids may occur. Of the server, only the code that writes mails, pages and lessons. */
const namedIn = [
  "src",
  "src/server/accounts/password",
  "src/server/people/import",
  "src/server/content/editor/tree",
  "src/server/content/preview",
  "src/server/http/web-app",
  "src/server/public",
  "src/server/accounts/openid",
  "src/server/news",
  "src/server/cli/doctor",
  "src/server/school",
  "scripts/build",
  "resources",
];
const source = /\.(tsx?|html)$/;

const readTexts = (place: string): string[] =>
  readdirSync(path.join(root, place), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && source.test(entry.name))
    .filter(
      (entry) => place !== "src" || !entry.parentPath.startsWith(path.join(root, "src/server")),
    )
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), "utf8"));

const english = readFileSync(path.join(folder, `${SOURCE_LANGUAGE}.json`), "utf8");
const terms = JSON.parse(readFileSync(path.join(root, "resources/trade-terms.json"), "utf8"));
const languages = readdirSync(folder).map((name) => path.basename(name, ".json"));
const problems = [
  ...languages.flatMap((language) => {
    const text = readFileSync(path.join(folder, `${language}.json`), "utf8");
    return [
      ...checkCatalogue(text, english),
      ...checkPlurals(text, language),
      ...checkTerms(JSON.parse(text), JSON.parse(english), language, terms),
    ].map((problem) => `locales/${language}.json: ${problem}`);
  }),
  ...checkUse(Object.keys(JSON.parse(english)), namedIn.flatMap(readTexts)),
];

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${languages.length} languages, and no problem with their messages.`
    : `${problems.length} problems with the messages.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
