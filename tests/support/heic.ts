import { Buffer } from "node:buffer";
import { box } from "./photos.ts";

/** Where the data of a `heicOf` begin: they come before everything that names their places. */
export const DATA_START = 32;

/** A number of 0 to 8 bytes. */
const whole = (value: number, bytes: number): Buffer<ArrayBuffer> => {
  const all = Buffer.alloc(8);
  all.writeBigUInt64BE(BigInt(value));
  return all.subarray(8 - bytes);
};

const fullBox = (type: string, version: number, ...data: readonly Buffer[]): Buffer<ArrayBuffer> =>
  box(type, Buffer.from([version, 0, 0, 0]), ...data);

/** A box whose length has 8 bytes. */
export const longBox = (type: string, data: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([whole(1, 4), Buffer.from(type), whole(data.length + 16, 8), data]);

/** The size of a picture, as its property. */
export const sizeOf = (width: number, height: number): Buffer<ArrayBuffer> =>
  fullBox("ispe", 0, whole(width, 4), whole(height, 4));

export interface HeicItem {
  type?: string;
  /** Of the entry that has the type; null for an item without such an entry. */
  entryVersion?: number | null;
  /** 0: in the file, 1: in the box `idat`. */
  method?: number;
  /** Which other file has the item; 0 for none. */
  reference?: number;
  base?: number;
  /** Places in the file, and lengths. */
  extents?: readonly (readonly [offset: number, length: number])[];
}

export interface HeicParts {
  data?: Buffer;
  items?: readonly HeicItem[];
  /** The version of the list of places. */
  version?: 0 | 1 | 2;
  /** How many bytes each number of the list of places has. */
  bytes?: { offset?: number; length?: number; base?: number; index?: number };
  /** The version of the list of types. */
  typesVersion?: 0 | 1;
  properties?: readonly Buffer[];
  /** Further boxes beside those that describe the pictures. */
  meta?: readonly Buffer[];
  /** Further boxes of the file. */
  after?: readonly Buffer[];
}

const placesOf = (
  items: readonly HeicItem[],
  version: number,
  { offset = 4, length = 4, base = 0, index = 0 }: NonNullable<HeicParts["bytes"]>,
): Buffer<ArrayBuffer> => {
  const idBytes = version < 2 ? 2 : 4;
  return fullBox(
    "iloc",
    version,
    Buffer.from([offset * 16 + length, base * 16 + index]),
    whole(items.length, idBytes),
    ...items.flatMap((item, at) => [
      whole(at + 1, idBytes),
      whole(item.method ?? 0, version === 0 ? 0 : 2),
      whole(item.reference ?? 0, 2),
      whole(item.base ?? 0, base),
      whole(item.extents?.length ?? 0, 2),
      ...(item.extents ?? []).flatMap(([from, size]) => [
        whole(1, version === 0 ? 0 : index),
        whole(from, offset),
        whole(size, length),
      ]),
    ]),
  );
};

const typesOf = (items: readonly HeicItem[], version: 0 | 1): Buffer<ArrayBuffer> => {
  const entries = items.flatMap(({ type = "hvc1", entryVersion = 2 }, at) =>
    entryVersion === null
      ? []
      : [
          fullBox(
            "infe",
            entryVersion,
            whole(at + 1, entryVersion === 3 ? 4 : 2),
            whole(0, 2),
            Buffer.from(`${type}\0`),
          ),
        ],
  );
  return fullBox("iinf", version, whole(entries.length, version === 0 ? 2 : 4), ...entries);
};

/** A HEIC of these parts. Its data begin at `DATA_START`. */
export const heicOf = ({
  data = Buffer.from("picture"),
  items = [{ extents: [[DATA_START, data.length]] }],
  version = 0,
  bytes = {},
  typesVersion = 0,
  properties = [sizeOf(8, 8)],
  meta = [],
  after = [],
}: HeicParts = {}): Buffer<ArrayBuffer> =>
  Buffer.concat([
    box("ftyp", Buffer.from("heic\0\0\0\0mif1heic")),
    box("mdat", data),
    fullBox(
      "meta",
      0,
      fullBox("hdlr", 0, whole(0, 4), Buffer.from("pict"), Buffer.alloc(13)),
      fullBox("pitm", 0, whole(1, 2)),
      typesOf(items, typesVersion),
      box("iprp", box("ipco", ...properties)),
      placesOf(items, version, bytes),
      ...meta,
    ),
    ...after,
  ]);
