import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Report } from "./problem-list.ts";

/** An author's folder on disk. Nothing here throws for what the folder holds. */
export interface AuthorFolder {
  /** Where a file of the folder lies. */
  locate(path: string): string;
  /**
   * The whole of a UTF-8 text file; null when it is not there, or cannot be read, which is said.
   * @param absent called when it is not there
   */
  text(path: string, report: Report, absent?: () => void): Promise<string | null>;
  bytes(path: string): Promise<Buffer | null>;
  /** The files below a directory, relative to it, `/`-joined and sorted; hidden ones left out. */
  names(directory: string): Promise<string[]>;
}

/** @returns null when there is no such folder */
export const openAuthorFolder = async (root: string): Promise<AuthorFolder | null> => {
  const top = resolve(root);
  const found = await stat(top).catch(() => null);
  if (!found?.isDirectory()) return null;

  const locate = (path: string): string => join(top, path);
  const bytes = (path: string): Promise<Buffer | null> => readFile(locate(path)).catch(() => null);

  return {
    locate,
    bytes,
    text: async (path, report, absent) => {
      const there = await stat(locate(path)).catch(() => null);
      if (there === null) {
        absent?.();
        return null;
      }
      const content = there.isFile() ? await bytes(path) : null;
      if (content === null) {
        report(1, "This cannot be read as a file.");
        return null;
      }
      return decode(content, report);
    },
    names: async (directory) => {
      const base = locate(directory);
      // A directory that is not there holds no files: whoever names one of them is told so.
      const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(base, join(entry.parentPath, entry.name)).split(sep).join("/"))
        .filter((name) => !/(^|\/)\./.test(name))
        .sort();
    },
  };
};

const decode = (content: Buffer, report: Report): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    const before = content.toString("utf8").split("\uFFFD", 1)[0] ?? "";
    report(before.split("\n").length, "This file is not in UTF-8: save it with that encoding.");
    return null;
  }
};

/**
 * Size in bytes and SHA-256 in lower-case hex, read in pieces: videos are large.
 * @returns null when the file cannot be read
 */
export const fingerprint = async (
  path: string,
): Promise<{ size: number; checksum: string } | null> => {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      size += chunk.length;
    }
  } catch {
    return null;
  }
  return { size, checksum: hash.digest("hex") };
};
