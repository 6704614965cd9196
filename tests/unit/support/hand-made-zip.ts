import { crc32 } from "node:zlib";

/** An entry of a zip, with possibly false headers. */
export interface MadeEntry {
  name: string;
  /** The name as it is in the zip; in UTF-8 by default. */
  rawName?: Uint8Array;
  bytes: Uint8Array<ArrayBuffer>;
  /** The size in the headers; correct by default. */
  claimedSize?: number;
  /** The compressed bytes and their method; stored by default. */
  packed?: { method: number; bytes: Uint8Array };
  /** General purpose flags: 1 is encrypted. */
  flags?: number;
  /** Its Unix mode: `0o120777` is a link. */
  unixMode?: number;
}

const fields = (...values: [size: 2 | 4, value: number][]): number[] =>
  values.flatMap(([size, value]) =>
    Array.from({ length: size }, (_, index) => (value >>> (8 * index)) & 0xff),
  );

export const handMadeZip = (entries: readonly MadeEntry[]): Blob => {
  const local: Uint8Array<ArrayBuffer>[] = [];
  const central: number[][] = [];
  let offset = 0;
  for (const { name, bytes, packed, flags = 0, unixMode = 0o100644, ...entry } of entries) {
    const data = new Uint8Array(packed?.bytes ?? bytes);
    const encoded = [...(entry.rawName ?? new TextEncoder().encode(name))];
    const common = [
      ...fields([2, 20], [2, flags], [2, packed?.method ?? 0], [4, 0], [4, crc32(bytes)]),
      ...fields([4, data.length], [4, entry.claimedSize ?? bytes.length]),
      ...fields([2, encoded.length], [2, 0]),
    ];
    central.push([
      ...fields([4, 0x02014b50], [2, (3 << 8) | 20]),
      ...common,
      ...fields([2, 0], [2, 0], [2, 0], [4, unixMode * 0x10000], [4, offset]),
      ...encoded,
    ]);
    const header = new Uint8Array([...fields([4, 0x04034b50]), ...common, ...encoded]);
    local.push(header, data);
    offset += header.length + data.length;
  }
  const directory = central.flat();
  const end = [
    ...fields([4, 0x06054b50], [4, 0], [2, entries.length], [2, entries.length]),
    ...fields([4, directory.length], [4, offset], [2, 0]),
  ];
  return new Blob([...local, new Uint8Array([...directory, ...end])]);
};

export const entriesOf = (folder: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): MadeEntry[] =>
  [...folder].map(([name, bytes]) => ({ name, bytes }));
