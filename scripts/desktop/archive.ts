import { packTar } from "modern-tar";

/** A file for an archive. */
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
