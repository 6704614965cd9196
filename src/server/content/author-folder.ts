import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Report } from "./problem-list.ts";

/** An author's folder on disk. Its methods report bad contents and never throw for them. */
export interface AuthorFolder {
  /** The absolute path of a file in the folder. */
  locate(path: string): string;
  /**
   * Reads a whole UTF-8 text file. Returns null, and reports it, when the file is missing or cannot
   * be read.
   * @param absent called when the file is missing
   */
  text(path: string, report: Report, absent?: () => void): Promise<string | null>;
  bytes(path: string): Promise<Buffer | null>;
  /** The files below a directory, as relative `/`-joined paths, sorted, without hidden files. */
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
      // A missing directory counts as empty: each reference to a file in it is reported.
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
 * The size in bytes and the SHA-256 in lower-case hex. Streams the file because videos are large.
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
