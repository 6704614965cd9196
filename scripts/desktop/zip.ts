import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { packTar } from "modern-tar";

export interface ArchiveFile {
  /** Its path, without a slash at the start. */
  name: string;
  bytes: Uint8Array;
  /** Whether it is executable. */
  runs?: boolean;
}

const foldersOf = (files: readonly ArchiveFile[]): string[] => {
  const folders = new Set<string>();
  for (const { name } of files) {
    const parts = name.split("/").slice(0, -1);
    for (const [index] of parts.entries()) folders.add(parts.slice(0, index + 1).join("/"));
  }
  return [...folders].sort();
};

/** Owned by root, with a fixed time, so that the same app results in the same package. */
const ENTRY = { uname: "root", gname: "root", mtime: new Date(0) };

/** Creates a tar archive of files and their folders, under `./` as in Debian packages. */
export const tar = async (files: readonly ArchiveFile[]): Promise<Uint8Array> => {
  const folders = ["", ...foldersOf(files).map((folder) => `${folder}/`)];
  return packTar([
    ...folders.map((folder) => ({
      header: { ...ENTRY, name: `./${folder}`, size: 0, mode: 0o755, type: "directory" as const },
    })),
    ...files.map(({ name, bytes, runs }) => ({
      header: { ...ENTRY, name: `./${name}`, size: bytes.length, mode: runs ? 0o755 : 0o644 },
      body: bytes,
    })),
  ]);
};

/** Creates an ar archive, the format of Debian packages. Names have at most 16 characters. */
export const ar = (files: readonly ArchiveFile[]): Buffer => {
  const parts = [Buffer.from("!<arch>\n")];
  for (const { name, bytes } of files) {
    const fields = [name.padEnd(16), "0".padEnd(12), "0".padEnd(6), "0".padEnd(6)];
    const header = `${fields.join("")}${"100644".padEnd(8)}${String(bytes.length).padEnd(10)}\`\n`;
    parts.push(Buffer.from(header), Buffer.from(bytes));
    if (bytes.length % 2 === 1) parts.push(Buffer.from("\n"));
  }
  return Buffer.concat(parts);
};

/** A file's Unix type and permissions, in the upper half of a zip's attributes. */
const attributes = ({ runs, linkTo }: ZipFile): number => {
  if (linkTo !== undefined) return 0o120777 * 0x10000;
  return (runs ? 0o100755 : 0o100644) * 0x10000;
};

const UNIX = (3 << 8) | 20;

export interface ZipFile extends ArchiveFile {
  /** Makes it a symbolic link to this path; its bytes are ignored. */
  linkTo?: string;
}

/**
 * Creates a zip with executable programs and symbolic links for Unix. The same files always result in
 * the same zip.
 */
export const zip = async (files: readonly ZipFile[]): Promise<Buffer> => {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    level: 9,
    extendedTimestamp: false,
    useWebWorkers: false,
    // The earliest date of the format, in the present time zone.
    lastModDate: new Date(1980, 0, 1),
    versionMadeBy: UNIX,
  });
  for (const file of files) {
    const bytes = file.linkTo === undefined ? file.bytes : Buffer.from(file.linkTo);
    await writer.add(file.name, new Uint8ArrayReader(bytes), {
      externalFileAttributes: attributes(file),
    });
  }
  return Buffer.from(await writer.close());
};

/** Writes a file into a folder, at the path in its name. */
export const writeZipEntry = (folder: string, { name, bytes, runs, linkTo }: ZipFile): void => {
  const target = path.join(folder, name);
  mkdirSync(path.dirname(target), { recursive: true });
  if (linkTo === undefined) writeFileSync(target, bytes, { mode: runs ? 0o755 : 0o644 });
  else symlinkSync(linkTo, target);
};

const NO_BYTES = Buffer.alloc(0);

/** All files and links in a folder, sorted by name. */
export const zipFolder = (folder: string): ZipFile[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .flatMap((entry): ZipFile[] => {
      const file = path.join(folder, entry);
      const name = entry.replaceAll(path.sep, "/");
      const stats = lstatSync(file);
      if (stats.isSymbolicLink()) {
        return [{ name, bytes: NO_BYTES, linkTo: readlinkSync(file) }];
      }
      if (!stats.isFile()) return [];
      return [{ name, bytes: readFileSync(file), runs: (stats.mode & 0o100) !== 0 }];
    });
