/** A file for an archive. */
export interface ArchiveFile {
  /** Its path, without a slash at the start. */
  name: string;
  bytes: Uint8Array;
  /** Whether it is executable. */
  runs?: boolean;
}

const BLOCK = 512;

const octal = (value: number, digits: number): string =>
  `${value.toString(8).padStart(digits, "0")}\0`;

/** A header of the ustar format. Everything is owned by root. */
const tarHeader = (name: string, mode: number, size: number, type: "0" | "5"): Buffer => {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 99) throw new Error(`The name ${name} is too long for a package.`);
  header.write(name, 0);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  // A fixed time, so that the same app results in the same package.
  header.write(octal(0, 11), 136);
  header.write(" ".repeat(8), 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  header.write("root", 265);
  header.write("root", 297);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
};

const foldersOf = (files: readonly ArchiveFile[]): string[] => {
  const folders = new Set<string>();
  for (const { name } of files) {
    const parts = name.split("/").slice(0, -1);
    for (const [index] of parts.entries()) folders.add(parts.slice(0, index + 1).join("/"));
  }
  return [...folders].sort();
};

/**
 * Creates a tar archive of files and their folders, under `./` as in Debian packages.
 * @throws an Error if a name has more than 97 bytes
 */
export const tar = (files: readonly ArchiveFile[]): Buffer => {
  const parts = [tarHeader("./", 0o755, 0, "5")];
  for (const folder of foldersOf(files)) parts.push(tarHeader(`./${folder}/`, 0o755, 0, "5"));
  for (const { name, bytes, runs } of files) {
    parts.push(tarHeader(`./${name}`, runs ? 0o755 : 0o644, bytes.length, "0"), Buffer.from(bytes));
    parts.push(Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK));
  }
  parts.push(Buffer.alloc(2 * BLOCK));
  return Buffer.concat(parts);
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
