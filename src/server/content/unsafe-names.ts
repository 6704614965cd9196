import { MAX_TREE_NAME_LENGTH } from "../../domain/file-names.ts";
import { fileNameKey } from "../../lib/file-name-key.ts";
import { safeFileName } from "../../lib/safe-file-name.ts";
import type { AuthorFolder } from "./author-folder.ts";
import type { ProblemList } from "./problem-list.ts";

/**
 * Reports files and folders of the content whose names some system cannot store or cannot tell
 * apart. Authors work on all systems, and students save what they download.
 */
export const reportUnsafeNames = (folder: AuthorFolder, problems: ProblemList): void => {
  const paths = new Map<string, string>();
  for (const path of folder.used()) {
    const say = (message: string) => problems.in(path)(1, message);
    for (const name of path.split("/")) {
      const safe = safeFileName(name);
      if (safe !== name)
        say(`Not every system can store "${name}": name it "${safe}", for example.`);
    }
    if (path.length > MAX_TREE_NAME_LENGTH) {
      say(`This path has more than ${MAX_TREE_NAME_LENGTH} characters.`);
    }
    const other = paths.get(fileNameKey(path));
    if (other === undefined) paths.set(fileNameKey(path), path);
    else say(`Windows and Macs take this file and ${other} for one: rename one of them.`);
  }
};
