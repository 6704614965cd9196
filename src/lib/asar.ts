/** A file of an archive. */
export interface ArchivedFile {
  /** Its path, `/`-joined, without a slash at the front. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Four numbers of four bytes come before the index, which is JSON. */
const INDEX_AT = 16;
/** Far more than the app has: an index that is longer is no index. */
const MAX_FILES = 5000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A name that stays in its folder, whichever system the archive is unpacked on. */
const isPlainName = (name: string): boolean =>
  name !== "" && name !== "." && name !== ".." && !/[/\\\0:]/.test(name);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Reads an archive in the asar format, which Neutralino packs an app's resources in.
 * @returns its files, as views of the given bytes; null where it is none, or not whole, or a name in
 * it would lead out of the folder that it is unpacked to
 */
export const readArchive = (bytes: Uint8Array<ArrayBuffer>): ArchivedFile[] | null => {
  if (bytes.length < INDEX_AT) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(4, true) + 8;
  const length = view.getUint32(12, true);
  if (INDEX_AT + length > start || start > bytes.length) return null;
  const index = parse(new TextDecoder().decode(bytes.subarray(INDEX_AT, INDEX_AT + length)));
  const files: ArchivedFile[] = [];

  const read = (node: unknown, path: string): boolean => {
    if (!isRecord(node) || files.length > MAX_FILES) return false;
    if (isRecord(node.files)) {
      return Object.entries(node.files).every(
        ([name, child]) => isPlainName(name) && read(child, path ? `${path}/${name}` : name),
      );
    }
    const { size, offset } = node;
    if (typeof size !== "number" || typeof offset !== "string" || path === "") return false;
    const from = start + Number(offset);
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(size) || size < 0) return false;
    if (from < start || from + size > bytes.length) return false;
    files.push({ name: path, bytes: bytes.subarray(from, from + size) });
    return true;
  };

  return read(index, "") ? files : null;
};
