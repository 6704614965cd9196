import { type FileHandle, open } from "node:fs/promises";

// mediabunny reads these formats, too, in 12 MB of code, but does not tell whether the index of a film lies last.

/** What the first look at a film tells, without decoding it. */
export interface FilmFacts {
  readonly format: "mp4" | "webm";
  /** The codecs as the file names them, such as `avc1` or `V_VP9`. */
  readonly codecs: readonly string[];
  readonly hasPicture: boolean;
  /** Whether the film lies before its index, so that a player has to ask for the end first. */
  readonly isIndexLast: boolean;
}

/** The index of a film of some hours has a few megabytes. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** The tracks of a WebM file stand at its beginning. */
const WEBM_START_BYTES = 1024 * 1024;
/** Real films have some hundred. The rest of an index that has more is not looked at. */
const MAX_BOXES = 10_000;
/** Real films nest four boxes; a hostile one could nest them without an end. */
const MAX_DEPTH = 8;

const readAt = async (file: FileHandle, at: number, length: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
};

const nameAt = (bytes: Buffer, at: number): string => bytes.toString("latin1", at, at + 4);

/** The header of a box: its name, where its content begins, and where it ends. @param size of what it lies in */
const boxAt = (head: Buffer, at: number, size: number) => {
  if (head.length < 8) return null;
  const short = head.readUInt32BE(0);
  const isLong = short === 1 && head.length >= 16;
  const length = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short;
  const start = at + (isLong ? 16 : 8);
  return at + length < start ? null : { name: nameAt(head, 4), start, end: at + length };
};

/** The boxes in a part of the index. */
function* boxesIn(bytes: Buffer, from: number, to: number) {
  for (let at = from; at < to; ) {
    const box = boxAt(bytes.subarray(at, Math.min(at + 16, to)), at, to);
    if (!box || box.end > to) return;
    yield box;
    at = box.end;
  }
}

const CONTAINERS = ["trak", "mdia", "minf", "stbl"];

/** Profiles of H.264 with finer colours, which cameras write and browsers do not play. */
const FINE_PROFILES = [110, 122, 244];

const codecIn = (bytes: Buffer, { start, end }: { start: number; end: number }): string => {
  const codec = nameAt(bytes, start + 12);
  const settings = bytes.subarray(start, end).indexOf("avcC");
  const profile = settings < 0 ? undefined : bytes[start + settings + 5];
  return FINE_PROFILES.includes(profile ?? 0) ? `${codec}.${profile}` : codec;
};

/** The handlers and codecs of the tracks in an index, in their order. */
const tracksIn = (bytes: Buffer): { kind: string; codec: string }[] => {
  const tracks: { kind: string; codec: string }[] = [];
  let kind = "";
  let count = 0;
  const walk = (start: number, end: number, depth: number) => {
    for (const box of boxesIn(bytes, start, end)) {
      count += 1;
      if (count > MAX_BOXES) return;
      if (CONTAINERS.includes(box.name) && depth < MAX_DEPTH) walk(box.start, box.end, depth + 1);
      else if (box.name === "hdlr") kind = nameAt(bytes, box.start + 8);
      else if (box.name === "stsd") tracks.push({ kind, codec: codecIn(bytes, box) });
    }
  };
  walk(0, bytes.length, 0);
  return tracks;
};

const readMp4 = async (file: FileHandle): Promise<FilmFacts | null> => {
  const { size } = await file.stat();
  let hasData = false;
  let at = 0;
  for (let count = 0; at < size && count < MAX_BOXES; count += 1) {
    const box = boxAt(await readAt(file, at, 16), at, size);
    if (!box) return null;
    if (box.name === "mdat") hasData = true;
    if (box.name === "moov") {
      const length = box.end - box.start;
      if (box.end > size || length > MAX_INDEX_BYTES) return null;
      const tracks = tracksIn(await readAt(file, box.start, length));
      const shown = tracks.filter(({ kind }) => kind === "vide" || kind === "soun");
      return {
        format: "mp4",
        codecs: shown.map(({ codec }) => codec),
        hasPicture: shown.some(({ kind }) => kind === "vide"),
        isIndexLast: hasData,
      };
    }
    at = box.end;
  }
  return null;
};

/** The names of elements in WebM whose content is looked at. */
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const CODEC_ID = 0x86;

/** A number of variable length. @param keepsMark whether its marker belongs to it, as in names */
const numberAt = (bytes: Buffer, at: number, keepsMark: boolean) => {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (first === 0 || at + length > bytes.length) return null;
  let value = keepsMark ? first : first & (0xff >> length);
  let isUnknown = !keepsMark && value === 0xff >> length;
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { value: isUnknown ? Number.POSITIVE_INFINITY : value, end: at + length };
};

const codecsIn = (bytes: Buffer, from = 0, to = bytes.length, depth = 0): string[] => {
  const codecs: string[] = [];
  for (let at = from; at < to && codecs.length < MAX_BOXES; ) {
    const name = numberAt(bytes, at, true);
    const length = name && numberAt(bytes, name.end, false);
    if (!length) break;
    const end = Math.min(to, length.end + length.value);
    if ([SEGMENT, TRACKS, TRACK_ENTRY].includes(name.value) && depth < MAX_DEPTH) {
      codecs.push(...codecsIn(bytes, length.end, end, depth + 1));
    } else if (name.value === CODEC_ID) {
      codecs.push(bytes.toString("latin1", length.end, end).replace(/\0+$/, ""));
    }
    at = end;
  }
  return codecs;
};

const readWebm = async (file: FileHandle): Promise<FilmFacts | null> => {
  const found = codecsIn(await readAt(file, 0, WEBM_START_BYTES));
  const codecs = found.filter((codec) => /^[VA]_/.test(codec));
  const hasPicture = codecs.some((codec) => codec.startsWith("V_"));
  return found.length > 0 ? { format: "webm", codecs, hasPicture, isIndexLast: false } : null;
};

const WEBM_MARK = 0x1a45dfa3;

/**
 * Looks at the index of a film. The film may have any size: only its index is read.
 * @returns null for what is no MP4 or WebM, or for one whose index is missing or broken
 * @throws the error of the disk
 */
export const readFilmFacts = async (path: string): Promise<FilmFacts | null> => {
  await using file = await open(path);
  const start = await readAt(file, 0, 8);
  if (start.length < 8) return null;
  return await (start.readUInt32BE(0) === WEBM_MARK ? readWebm(file) : readMp4(file));
};

/** The codecs that every browser of the baseline plays. */
const PLAYED: Readonly<Record<FilmFacts["format"], RegExp>> = {
  mp4: /^(?:avc[13]|mp4a|\.mp3|Opus|fLaC)$/,
  webm: /^(?:V_VP[89]|A_VORBIS|A_OPUS)$/,
};

const NAMES: Readonly<Record<string, string>> = {
  "avc1.110": "H.264 of 10 bits",
  "avc1.122": "H.264 of 4:2:2",
  "avc1.244": "H.264 of 4:4:4",
  hvc1: "HEVC",
  hev1: "HEVC",
  dvh1: "HEVC",
  av01: "AV1",
  V_AV1: "AV1",
  mp4v: "MPEG-4 Visual",
  "ac-3": "AC-3",
  "ec-3": "AC-3",
  apch: "ProRes",
  apcn: "ProRes",
};

/** The codecs of a film that some browsers do not play, as people call them. */
const unplayable = ({ format, codecs }: FilmFacts): string[] => [
  ...new Set(
    codecs.filter((each) => !PLAYED[format].test(each)).map((each) => NAMES[each] ?? each),
  ),
];

const MAKE_IT = "save it as MP4 with H.264 and AAC, or as WebM with VP9";

/** Whether every browser plays a film as it is. */
export const isPlayable = (facts: FilmFacts | null): boolean =>
  facts?.hasPicture === true && unplayable(facts).length === 0;

/** What is wrong with a film for those who watch it, in words for its author; null if nothing is. */
export const filmProblem = (facts: FilmFacts | null): string | null => {
  if (!facts) return `This film cannot be read: its index is missing or broken; ${MAKE_IT}.`;
  if (!facts.hasPicture) return `This film has no picture, only sound; ${MAKE_IT}.`;
  const others = unplayable(facts);
  if (others.length > 0) return `Not every browser plays ${others.join(" and ")}: ${MAKE_IT}.`;
  if (facts.isIndexLast) {
    return 'The index of this film is at its end, so it begins late on a slow line: save it with the index first ("fast start").';
  }
  return null;
};
