/** A compressed frame of a film. */
export interface EncodedFrame {
  /** Milliseconds. */
  readonly time: number;
  /** Whether it can be shown without earlier frames. */
  readonly key: boolean;
  readonly bytes: Uint8Array;
}

export interface Film {
  readonly width: number;
  readonly height: number;
  /** Milliseconds. */
  readonly duration: number;
  /** The first is a key frame. */
  readonly frames: readonly EncodedFrame[];
}

const ID = {
  ebml: [0x1a, 0x45, 0xdf, 0xa3],
  segment: [0x18, 0x53, 0x80, 0x67],
  info: [0x15, 0x49, 0xa9, 0x66],
  tracks: [0x16, 0x54, 0xae, 0x6b],
  cues: [0x1c, 0x53, 0xbb, 0x6b],
  cluster: [0x1f, 0x43, 0xb6, 0x75],
} as const;

/** Sizes take eight bytes each, so that offsets do not depend on them. */
const element = (id: readonly number[], body: Uint8Array): Buffer => {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n));
  return Buffer.concat([Buffer.from(id), size, body]);
};

const parent = (id: readonly number[], ...children: Buffer[]): Buffer =>
  element(id, Buffer.concat(children));

const unsigned = (id: readonly number[], value: number): Buffer => {
  const body = Buffer.alloc(8);
  body.writeBigUInt64BE(BigInt(value));
  return element(id, body);
};

const text = (id: readonly number[], value: string): Buffer => element(id, Buffer.from(value));

const float = (id: readonly number[], value: number): Buffer => {
  const body = Buffer.alloc(8);
  body.writeDoubleBE(value);
  return element(id, body);
};

const TRACK = 1;

const block = (frame: EncodedFrame, clusterTime: number): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt8(0x80 | TRACK);
  head.writeInt16BE(frame.time - clusterTime, 1);
  head.writeUInt8(frame.key ? 0x80 : 0, 3);
  return element([0xa3], Buffer.concat([head, frame.bytes]));
};

/** From each key frame to the next. */
const clustersOf = (frames: readonly EncodedFrame[]) => {
  const clusters: { time: number; frames: EncodedFrame[] }[] = [];
  for (const frame of frames) {
    if (frame.key) clusters.push({ time: frame.time, frames: [] });
    clusters.at(-1)?.frames.push(frame);
  }
  return clusters.map(({ time, frames: own }) => ({
    time,
    bytes: parent(ID.cluster, unsigned([0xe7], time), ...own.map((frame) => block(frame, time))),
  }));
};

/** Writes VP9 frames into a WebM file that allows seeking. */
export const webm = ({ width, height, duration, frames }: Film): Buffer => {
  const header = parent(
    ID.ebml,
    unsigned([0x42, 0x86], 1),
    unsigned([0x42, 0xf7], 1),
    unsigned([0x42, 0xf2], 4),
    unsigned([0x42, 0xf3], 8),
    text([0x42, 0x82], "webm"),
    unsigned([0x42, 0x87], 4),
    unsigned([0x42, 0x85], 2),
  );
  const info = parent(
    ID.info,
    unsigned([0x2a, 0xd7, 0xb1], 1_000_000),
    float([0x44, 0x89], duration),
    text([0x4d, 0x80], "learning-space"),
    text([0x57, 0x41], "learning-space"),
  );
  const tracks = parent(
    ID.tracks,
    parent(
      [0xae],
      unsigned([0xd7], TRACK),
      unsigned([0x73, 0xc5], TRACK),
      unsigned([0x83], 1),
      text([0x86], "V_VP9"),
      parent([0xe0], unsigned([0xb0], width), unsigned([0xba], height)),
    ),
  );
  const clusters = clustersOf(frames);
  const cuesAt = (positions: readonly number[]): Buffer =>
    parent(
      ID.cues,
      ...clusters.map(({ time }, index) =>
        parent(
          [0xbb],
          unsigned([0xb3], time),
          parent([0xb7], unsigned([0xf7], TRACK), unsigned([0xf1], positions[index] ?? 0)),
        ),
      ),
    );
  const first = info.length + tracks.length + cuesAt([]).length;
  let position = first;
  const positions = clusters.map(({ bytes }) => {
    const at = position;
    position += bytes.length;
    return at;
  });
  const body = [info, tracks, cuesAt(positions), ...clusters.map(({ bytes }) => bytes)];
  return Buffer.concat([header, parent(ID.segment, ...body)]);
};
