import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import {
  filmProblem,
  isPlayable,
  readFilmFacts,
} from "../../../src/server/pictures/films/film-facts.ts";
import { box, goodMp4, index, mp4, track, webm } from "../../server/support/small-film.ts";
import { temporaryFolder } from "../../server/support/temporary-folder.ts";

const factsOf = async (bytes: Buffer) => {
  const file = path.join(temporaryFolder(), "film");
  await writeFile(file, bytes);
  return readFilmFacts(file);
};

const DATA = box("mdat", "film");
const SOUND = track("soun", "mp4a");
const profile = (number: number) => box("avcC", Buffer.from([1, number, 0, 30]));
const nested = (depth: number): Buffer =>
  depth === 0 ? Buffer.alloc(0) : box("trak", nested(depth - 1));

test.each([
  ["H.264 with AAC, index first", goodMp4(), null],
  ["with a track of text", mp4(index(track("vide", "avc1"), track("text", "tx3g")), DATA), null],
  ["VP9 with Opus", webm("V_VP9", "A_OPUS"), null],
  ["the index last", mp4(DATA, index(track("vide", "avc1"), SOUND)), "at its end"],
  ["HEVC", mp4(index(track("vide", "hvc1"), SOUND), DATA), "plays HEVC:"],
  ["H.264 of 4:2:2", mp4(index(track("vide", "avc1", profile(122))), DATA), "H.264 of 4:2:2:"],
  ["a codec without a name here", mp4(index(track("vide", "xvid")), DATA), "plays xvid:"],
  ["sound alone in MP4", mp4(index(SOUND), DATA), "no picture"],
  ["no index", mp4(DATA), "missing or broken"],
  ["an index that is cut", goodMp4().subarray(0, 120), "missing or broken"],
  ["a film that is cut", goodMp4().subarray(0, -2), "ends before the film does"],
  ["a WebM that is cut", webm("V_VP9", "A_OPUS").subarray(0, -4), "ends before the film does"],
  ["a zip", Buffer.from("504b0304140000000800", "hex"), "missing or broken"],
  ["an index without tracks", mp4(index(), DATA), "no picture"],
  ["boxes in boxes without an end", mp4(box("moov", nested(5000)), DATA), "no picture"],
  ["a box that goes back", mp4(Buffer.from([0, 0, 0, 3, 102, 114, 101, 101])), "missing or broken"],
  ["an empty file", Buffer.alloc(0), "missing or broken"],
] as const)("a first look at a film finds %s", async (_name, bytes, said) => {
  const problem = filmProblem(await factsOf(bytes));
  if (said === null) expect(problem).toBeNull();
  else expect(problem).toContain(said);
});

test("a film whose index is at its end plays, but not one of HEVC", async () => {
  expect(isPlayable(await factsOf(mp4(DATA, index(track("vide", "avc1")))))).toBe(true);
  expect(isPlayable(await factsOf(mp4(index(track("vide", "hev1")), DATA)))).toBe(false);
  expect(isPlayable(null)).toBe(false);
});

/** A WebM in which a list of tracks without an end has one codec after another. */
const manyCodecs = () => {
  const endless = (name: string) => Buffer.from(`${name}01ffffffffffffff`, "hex");
  const codec = Buffer.from("\x86\x85V_VP9", "latin1");
  const codecs = Array.from({ length: 140_000 }, () => codec);
  const start = [Buffer.from("1a45dfa380", "hex"), endless("18538067"), endless("1654ae6b")];
  return Buffer.concat([...start, ...codecs]);
};

test.each([
  ["MP4", mp4(index(track("vide", "avc1"), ...Array.from({ length: 20_000 }, () => SOUND)), DATA)],
  ["WebM", manyCodecs()],
])("an index of many thousand tracks in %s is not looked at to its end", async (_name, bytes) => {
  const facts = await factsOf(bytes);
  expect(facts?.hasPicture).toBe(true);
  expect(facts?.codecs.length).toBeLessThanOrEqual(10_000);
});

test("of a film of 4 GB only the index is read", async () => {
  const file = path.join(temporaryFolder(), "film");
  const bytes = 4 * 1024 ** 3;
  const long = Buffer.from("\0\0\0\x01mdat\0\0\0\0\0\0\0\0");
  long.writeBigUInt64BE(BigInt(bytes), 8);
  const start = mp4();
  await using handle = await open(file, "w");
  // A file with a hole takes no room.
  await handle.write(Buffer.concat([start, long]), 0);
  const last = index(track("vide", "avc1"), SOUND);
  await handle.write(last, 0, last.length, start.length + bytes);
  expect(await readFilmFacts(file)).toEqual({
    ...{ format: "mp4", codecs: ["avc1", "mp4a"], hasPicture: true, isIndexLast: true },
    isCut: false,
  });
});
