import { type FilePart, filesMatching } from "./test-files.ts";

export type FilesByPart = Partial<Record<FilePart, readonly string[]>>;

/** Folders of one subject, so that tests can be found by the subject's name. */
const SUBJECT = /^src\/(?:features|server\/http)\/([a-z-]+)/;

/** Sources of the page. Browser tests do not import them. */
const IN_THE_PAGE =
  /^(?:src\/(?!server\/)|locales\/|rspack\.config|scripts\/build\/|resources\/(?!demo-school\/))/;

/** Sources of the desktop app only. */
const DESKTOP_ONLY =
  /^(?:neutralino\/|scripts\/desktop\/|resources\/desktop|src\/(?:offline|app\/desktop|platform\/desktop)\/|src\/app\/main\.(?:hybrid|offline))/;

/** Sources of the web app only. */
const ONLINE_ONLY =
  /^(?:src\/platform\/web\/|src\/app\/(?:main\.online|prerender)|resources\/(?:page|boot)\.)/;

/** The desktop app's main stories, which visit all of its screens. */
const DESKTOP_STORIES = ["story"];

const singular = (name: string): string => name.replace(/s$/, "");

/** Files of a part with the subject of a changed file in their names. */
const bySubject = (changed: string, files: readonly string[]): string[] => {
  const subject = SUBJECT.exec(changed)?.[1];
  return subject === undefined ? [] : filesMatching(files, [singular(subject)]);
};

/** If no test is named after the change, the whole part is selected. */
const orAll = (some: string[], files: readonly string[]): readonly string[] =>
  some.length > 0 ? some : files;

/**
 * Finds test files that a change affects without an import: through a build, or through a program that
 * a test starts.
 * @param changed paths in the project, such as `src/features/faq/faq.tsx`
 * @param all the files of each part
 */
export const affectedFiles = (changed: readonly string[], all: FilesByPart): FilesByPart => {
  const found = new Map<FilePart, Set<string>>();
  const add = (part: FilePart, files: readonly string[]) => {
    const set = found.get(part) ?? new Set();
    for (const file of files) set.add(file);
    found.set(part, set);
  };
  const { e2e = [], desktop = [], server = [] } = all;
  for (const file of changed) {
    const isServer = /^(?:src\/server\/|resources\/demo-school\/)/.test(file);
    if (isServer) {
      add("server", server);
      add("e2e", bySubject(file, e2e));
    } else if (DESKTOP_ONLY.test(file)) {
      add("desktop", desktop);
    } else if (IN_THE_PAGE.test(file)) {
      add("e2e", orAll(bySubject(file, e2e), e2e));
      if (!ONLINE_ONLY.test(file)) {
        add("desktop", [...bySubject(file, desktop), ...filesMatching(desktop, DESKTOP_STORIES)]);
      }
    }
  }
  return Object.fromEntries([...found].map(([part, files]) => [part, [...files].sort()]));
};
