import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Checks that each link of the documentation leads to a file of the project, and to a heading in it. */
const root = path.join(import.meta.dirname, "..");
const FENCE = /^(?:```|~~~)[\s\S]*?^(?:```|~~~)/gm;
const HEADING = /^#{1,6} (?<title>.+)$/gm;
const LINK = /\]\((?<address>[^)\s]+)\)/g;
const OTHER_SITE = /^[a-z]+:/;
/** Their lessons name files that are missing, as the tests of the import want. */
const FIXTURES = "tests/server/fixtures/";

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, "")
    .replaceAll(" ", "-");

const textOf = (file: string): string =>
  readFileSync(path.join(root, file), "utf8").replace(FENCE, "");

/** The anchors of a page. The second heading of the same words ends in `-1`, and so on. */
const anchorsIn = (text: string): Set<string> => {
  const anchors = new Set<string>();
  for (const { groups } of text.matchAll(HEADING)) {
    const anchor = anchorOf(groups?.title ?? "");
    let free = anchor;
    for (let count = 1; anchors.has(free); count += 1) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
};

const pages = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { cwd: root })
  .toString()
  .split("\n")
  .filter(
    (file) =>
      existsSync(path.join(root, file)) && file.endsWith(".md") && !file.startsWith(FIXTURES),
  );

let count = 0;
const problems = pages.flatMap((page) =>
  [...textOf(page).matchAll(LINK)].flatMap(({ groups }) => {
    const address = groups?.address ?? "";
    if (OTHER_SITE.test(address)) return [];
    count += 1;
    const [file = "", anchor] = decodeURI(address).split("#");
    const target = file === "" ? page : path.join(path.dirname(page), file);
    if (!existsSync(path.join(root, target))) return [`${page}: there is no ${target}`];
    const isThere = anchor === undefined || anchorsIn(textOf(target)).has(anchor);
    return isThere ? [] : [`${page}: ${target} has no heading #${anchor}`];
  }),
);

for (const problem of problems) console.error(problem);
console.log(
  problems.length === 0
    ? `${count} links, each with its target.`
    : `${problems.length} links lead nowhere.`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
