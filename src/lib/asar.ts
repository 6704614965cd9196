interface ArchivedFile {
  /** Its path with `/`, without a leading slash. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The offset of the index, which is JSON, after four numbers of four bytes. */
const INDEX_OFFSET = 16;
/** Far more files than the app has. An archive with more is invalid. */
const MAX_FILES = 5000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Whether a name stays in its folder on every system. */
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
 * Reads an archive in the asar format, in which Neutralino packs the resources of an app.
 * @returns its files as views of the given bytes; null if the bytes are no archive, are incomplete,
 *   or a name could leave the folder to which the archive is unpacked
 */
export const readArchive = (bytes: Uint8Array<ArrayBuffer>): ArchivedFile[] | null => {
  if (bytes.length < INDEX_OFFSET) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = view.getUint32(4, true) + 8;
  const length = view.getUint32(12, true);
  if (INDEX_OFFSET + length > start || start > bytes.length) return null;
  const index = parse(
    new TextDecoder().decode(bytes.subarray(INDEX_OFFSET, INDEX_OFFSET + length)),
  );
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
