/** What the first look at a film tells, without decoding it. */
export interface FilmFacts {
  readonly format: "mp4" | "webm";
  /** The codecs as the file names them, such as `avc1` or `V_VP9`. */
  readonly codecs: readonly string[];
  readonly hasPicture: boolean;
  /** Whether the film lies before its index, so that a player has to ask for the end first. */
  readonly isIndexLast: boolean;
  /** Whether the file ends before the film does, as one that was not copied to its end. */
  readonly isCut: boolean;
}

/** A file of which parts are read: on a disk, in a store, or chosen in a browser. */
interface FilmSource {
  readonly size: number;
  /** The bytes from a place on; fewer at the end of the file. */
  read(at: number, length: number): Promise<Uint8Array>;
}

/** The index of a film of some hours has a few megabytes. */
const MAX_INDEX_BYTES = 64 * 1024 * 1024;
/** The tracks of a WebM file stand at its beginning. */
const WEBM_START_BYTES = 1024 * 1024;
/** Real films have some hundred. The rest of an index that has more is not looked at. */
const MAX_BOXES = 10_000;
/** A film in fragments has thousands of boxes after its index. */
const MAX_BOXES_AFTER = 50;
/** Real films nest four boxes; a hostile one could nest them without an end. */
const MAX_DEPTH = 8;
/** The settings of a codec stand near the beginning of its box. */
const MAX_SETTINGS_BYTES = 4096;

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);

const textOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

const nameAt = (bytes: Uint8Array, at: number): string => textOf(bytes.subarray(at, at + 4));

/** The header of a box: its name, where its content begins, and where it ends. @param size of what it lies in */
const boxAt = (head: Uint8Array, at: number, size: number) => {
  if (head.length < 8) return null;
  const view = viewOf(head);
  const short = view.getUint32(0);
  const isLong = short === 1 && head.length >= 16;
  const length = isLong ? Number(view.getBigUint64(8)) : short === 0 ? size - at : short;
  const start = at + (isLong ? 16 : 8);
  return at + length < start ? null : { name: nameAt(head, 4), start, end: at + length };
};

/** The boxes in a part of the index. */
function* boxesIn(bytes: Uint8Array, from: number, to: number) {
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

const codecIn = (bytes: Uint8Array, { start, end }: { start: number; end: number }): string => {
  const codec = nameAt(bytes, start + 12);
  const settings = textOf(bytes.subarray(start, Math.min(end, start + MAX_SETTINGS_BYTES)));
  const at = settings.indexOf("avcC");
  const profile = at < 0 ? undefined : bytes[start + at + 5];
  return FINE_PROFILES.includes(profile ?? 0) ? `${codec}.${profile}` : codec;
};

/** The handlers and codecs of the tracks in an index, in their order. */
const tracksIn = (bytes: Uint8Array): { kind: string; codec: string }[] => {
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

/** Whether one of the first boxes after the index ends behind the end of the file. */
const isCutAfter = async (film: FilmSource, from: number): Promise<boolean> => {
  let at = from;
  for (let count = 0; at < film.size && count < MAX_BOXES_AFTER; count += 1) {
    const box = boxAt(await film.read(at, 16), at, film.size);
    if (!box || box.end > film.size) return true;
    at = box.end;
  }
  return false;
};

const readMp4 = async (film: FilmSource): Promise<FilmFacts | null> => {
  const { size } = film;
  let hasData = false;
  let at = 0;
  for (let count = 0; at < size && count < MAX_BOXES; count += 1) {
    const box = boxAt(await film.read(at, 16), at, size);
    if (!box) return null;
    if (box.name === "mdat") hasData = true;
    if (box.name === "moov") {
      const length = box.end - box.start;
      if (box.end > size || length > MAX_INDEX_BYTES) return null;
      const tracks = tracksIn(await film.read(box.start, length));
      const shown = tracks.filter(({ kind }) => kind === "vide" || kind === "soun");
      return {
        format: "mp4",
        codecs: shown.map(({ codec }) => codec),
        hasPicture: shown.some(({ kind }) => kind === "vide"),
        isIndexLast: hasData,
        isCut: await isCutAfter(film, box.end),
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
const numberAt = (bytes: Uint8Array, at: number, keepsMark: boolean) => {
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

const readWebm = async (film: FilmSource): Promise<FilmFacts | null> => {
  const bytes = await film.read(0, WEBM_START_BYTES);
  const found: string[] = [];
  let isCut = false;
  const walk = (from: number, to: number, depth: number) => {
    for (let at = from; at < to && found.length < MAX_BOXES; ) {
      const name = numberAt(bytes, at, true);
      const length = name && numberAt(bytes, name.end, false);
      if (!length) return;
      const end = length.end + length.value;
      if (name.value === SEGMENT) isCut ||= Number.isFinite(end) && end > film.size;
      if ([SEGMENT, TRACKS, TRACK_ENTRY].includes(name.value) && depth < MAX_DEPTH) {
        walk(length.end, Math.min(to, end), depth + 1);
      } else if (name.value === CODEC_ID) {
        found.push(textOf(bytes.subarray(length.end, Math.min(to, end))).replace(/\0+$/, ""));
      }
      at = Math.min(to, end);
    }
  };
  walk(0, bytes.length, 0);
  const codecs = found.filter((codec) => /^[VA]_/.test(codec));
  const hasPicture = codecs.some((codec) => codec.startsWith("V_"));
  return found.length > 0
    ? { format: "webm", codecs, hasPicture, isIndexLast: false, isCut }
    : null;
};

const WEBM_MARK = 0x1a45dfa3;

/**
 * Looks at the index of a film. The film may have any size: only its index is read.
 * @returns null for what is no MP4 or WebM, or for one whose index is missing or broken
 * @throws the error of the source
 */
export const readFilm = async (film: FilmSource): Promise<FilmFacts | null> => {
  const start = await film.read(0, 8);
  if (start.length < 8) return null;
  return viewOf(start).getUint32(0) === WEBM_MARK ? readWebm(film) : readMp4(film);
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

/** What is wrong with a film for those who watch it. */
export type FilmTrouble =
  /** It is no MP4 or WebM, or its index is missing or broken. */
  | { readonly kind: "unreadable" }
  | { readonly kind: "cut" }
  | { readonly kind: "no-picture" }
  /** Not every browser plays it. `codecs`: those that some do not know, as people call them. */
  | { readonly kind: "codecs"; readonly codecs: readonly string[] }
  | { readonly kind: "index-last" };

/** The worst trouble of a film; null if there is none. @param facts null for a film that cannot be read */
export const filmTrouble = (facts: FilmFacts | null): FilmTrouble | null => {
  if (!facts) return { kind: "unreadable" };
  if (facts.isCut) return { kind: "cut" };
  if (!facts.hasPicture) return { kind: "no-picture" };
  const unknown = facts.codecs.filter((each) => !PLAYED[facts.format].test(each));
  const codecs = [...new Set(unknown.map((each) => NAMES[each] ?? each))];
  if (codecs.length > 0) return { kind: "codecs", codecs };
  return facts.isIndexLast ? { kind: "index-last" } : null;
};

/** Whether a film is not taken at all: nobody could watch it, or not to its end. */
export const isRefusedFilm = (trouble: FilmTrouble | null): boolean =>
  trouble !== null && ["unreadable", "cut", "no-picture"].includes(trouble.kind);
