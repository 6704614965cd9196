/** A box of MP4 with what lies in it. */
export const box = (name: string, ...content: readonly (Buffer | string)[]): Buffer => {
  const bytes = Buffer.concat(content.map((each) => Buffer.from(each as string, "latin1")));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + bytes.length);
  head.write(name, 4, "latin1");
  return Buffer.concat([head, bytes]);
};

const zeros = (length: number) => Buffer.alloc(length);

/** A track of a film: what it is, and its codec. */
export const track = (kind: "vide" | "soun" | "text", codec: string, settings: Buffer = zeros(0)) =>
  box(
    "trak",
    box("tkhd", zeros(84)),
    box(
      "mdia",
      box("hdlr", zeros(8), kind, zeros(13)),
      box("minf", box("stbl", box("stsd", zeros(8), box(codec, zeros(78), settings)))),
    ),
  );

export const index = (...tracks: readonly Buffer[]): Buffer =>
  box("moov", box("mvhd", zeros(100)), ...tracks);

const START = box("ftyp", "isom", zeros(4), "isom");

/** The start and the end of an MP4 film: no picture can be decoded, but a first look finds nothing wrong. */
export const mp4 = (...boxes: readonly Buffer[]): Buffer => Buffer.concat([START, ...boxes]);

const PLAYABLE = [track("vide", "avc1"), track("soun", "mp4a")];

export const goodMp4 = (): Buffer => mp4(index(...PLAYABLE), box("mdat", "film"));

/** A number of WebM in one byte. */
const short = (value: number) => Buffer.from([0x80 | value]);

const element = (name: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name, "hex"), short(content.length), content]);

/** The start of a WebM film with these codecs. */
export const webm = (...codecs: readonly string[]): Buffer =>
  Buffer.concat([
    element("1a45dfa3", zeros(4)),
    element(
      "18538067",
      element(
        "1654ae6b",
        Buffer.concat(codecs.map((codec) => element("ae", element("86", Buffer.from(codec))))),
      ),
    ),
  ]);
