import { Buffer } from "node:buffer";
import { crc32 } from "node:zlib";

/** What a camera writes into a photo, and nobody else shall read. */
export const SECRET = "48.20849 N, 16.37208 E, the camera of Noa";

const latin = (text: string): Buffer<ArrayBuffer> => Buffer.from(text, "latin1");
const uint16 = (value: number): Buffer<ArrayBuffer> => Buffer.from([value >> 8, value & 0xff]);
const uint32 = (value: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const uint32LittleEndian = (value: number): Buffer<ArrayBuffer> => uint32(value).reverse();

/** Exif data with an orientation and the secret as the camera's maker. */
export const exif = (orientation: number, littleEndian = false): Buffer<ArrayBuffer> => {
  const [two, four] = littleEndian
    ? [(value: number) => uint16(value).reverse(), uint32LittleEndian]
    : [uint16, uint32];
  const [maker, entries] = [latin(`${SECRET}\0`), 2];
  const after = 8 + 2 + entries * 12 + 4;
  return Buffer.concat([
    latin(littleEndian ? "II" : "MM"),
    two(42),
    four(8),
    two(entries),
    ...[two(0x010f), two(2), four(maker.length), four(after)],
    ...[two(0x0112), two(3), four(1), two(orientation), two(0)],
    four(0),
    maker,
  ]);
};

const padding = (length: number): Buffer<ArrayBuffer> => Buffer.alloc(Math.max(0, length), 0x20);

/** A segment of a JPEG. */
export const segment = (marker: number, payload: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(payload.length + 2), payload]);

/** The one component of a JPEG, grey. */
const COMPONENT = Buffer.from([1, 1, 0x11, 0]);
const JPEG_END = Buffer.from([0xff, 0xd9]);

/** What a picture is made with. */
interface Measures {
  /** Of the file, in bytes. */
  length?: number;
  /** Further segments or chunks. */
  more?: readonly Buffer[];
  width?: number;
  height?: number;
}

/**
 * A JPEG of one tile; its compressed data are blanks.
 * @param more further segments, behind the first
 */
export const jpeg = ({ length = 300, more = [], width = 8, height = 8 }: Measures = {}) => {
  const start = Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.concat([latin("JFIF\0"), Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0])])),
    ...more,
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(0xc0, Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), COMPONENT])),
    segment(0xc4, Buffer.concat([Buffer.from([0, 1]), Buffer.alloc(15), Buffer.from([0])])),
    segment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  ]);
  return Buffer.concat([start, padding(length - start.length - JPEG_END.length), JPEG_END]);
};

/** A chunk of a PNG. */
export const chunk = (name: string, data: Buffer): Buffer<ArrayBuffer> => {
  const named = Buffer.concat([latin(name), data]);
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))]);
};

/** @param more further chunks, behind the pixels */
export const png = ({ length = 300, more = [], width = 1, height = 1 }: Measures = {}) => {
  const start = Buffer.concat([
    latin("\x89PNG\r\n\x1a\n"),
    chunk("IHDR", Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 0, 0, 0, 0])])),
  ]);
  const end = Buffer.concat([...more, chunk("IEND", Buffer.alloc(0))]);
  const pixels = chunk("IDAT", padding(length - start.length - end.length - 12));
  return Buffer.concat([start, pixels, end]);
};

/** A chunk of a WebP. */
export const riff = (name: string, data: Buffer): Buffer<ArrayBuffer> =>
  Buffer.concat([
    latin(name),
    uint32LittleEndian(data.length),
    data,
    Buffer.alloc(data.length % 2),
  ]);

/**
 * @param flags of the extended format; null for the simple one
 * @param more further chunks, behind the pixels
 */
export const webp = ({ flags = null, ...measures }: Measures & { flags?: number | null } = {}) => {
  const { length = 300, more = [], width = 8, height = 8 } = measures;
  const size = (value: number) => uint32LittleEndian(value - 1).subarray(0, 3);
  const extended =
    flags === null
      ? []
      : [riff("VP8X", Buffer.concat([Buffer.from([flags, 0, 0, 0]), size(width), size(height)]))];
  const rest = Buffer.concat([...extended, ...more]);
  const sides = [width & 0xff, width >> 8, height & 0xff, height >> 8];
  const frame = Buffer.from([0, 0, 0, 0x9d, 0x01, 0x2a, ...sides]);
  const pixels = riff(
    "VP8 ",
    Buffer.concat([frame, padding(length - rest.length - 20 - frame.length)]),
  );
  return riffFile([...extended, pixels, ...more]);
};

/** A WebP of these chunks. */
export const riffFile = (chunks: readonly Buffer[]): Buffer<ArrayBuffer> => {
  const body = Buffer.concat([latin("WEBP"), ...chunks]);
  return Buffer.concat([latin("RIFF"), uint32LittleEndian(body.length), body]);
};

/** What begins as a HEIC. */
export const heic = ({ length = 300 } = {}): Buffer<ArrayBuffer> => {
  const brand = Buffer.concat([uint32(24), latin("ftypheic"), uint32(0), latin("mif1heic")]);
  return Buffer.concat([brand, padding(length - brand.length)]);
};
