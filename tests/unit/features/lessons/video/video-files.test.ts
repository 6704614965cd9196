import { expect, test } from "vitest";
import { matchFailure } from "../../../../../src/core/match-failure.ts";
import {
  createVideoFiles,
  videoFailures,
} from "../../../../../src/features/lessons/video/video-files.ts";
import { failed } from "../../../../support/results.ts";
import { BASE, createVideoSchool } from "../../../support/video-school.ts";

const PIECE = 1024 * 1024;
const filmOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

const start = (options: Parameters<typeof createVideoSchool>[0] = {}) => {
  const school = createVideoSchool(options);
  const files = createVideoFiles({ ...school.transport, base: BASE });
  return { school, files };
};

test("a video is streamed from an address with a ticket", async () => {
  const { files } = start();
  expect(await files.open("PM", "pivot.webm")).toEqual({
    ok: true,
    value: {
      ...{ kind: "streamed", forms: [] },
      url: `${BASE}/assets/fetchData?product=PM&title=pivot.webm&ticket=t-1`,
    },
  });
});

const run = async (download: ReturnType<ReturnType<typeof start>["files"]["download"]>) => {
  const events: number[] = [];
  const answer = await download.run(new AbortController().signal, (bytes) => events.push(bytes));
  return { answer, events };
};
const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

test.each([
  ["shorter than a piece", 10, [10]],
  ["of several pieces", 2 * PIECE + 7, [PIECE, 2 * PIECE, 2 * PIECE + 7]],
  ["that ends with a piece", 2 * PIECE, [PIECE, 2 * PIECE]],
])("a whole video %s is fetched unchanged, with its progress", async (_name, length, events) => {
  const bytes = filmOf(length);
  const { files } = start({ bytes });
  const result = await run(files.download("PM", "pivot.webm"));
  if (!result.answer?.ok) throw new Error("it did not arrive");
  expect(result.events).toEqual(events);
  expect(Buffer.compare(await bytesIn(result.answer.value), bytes)).toBe(0);
  expect(result.answer.value.type).toBe("video/webm");
});

test("a whole video is fetched from a server without ranges too", async () => {
  const bytes = filmOf(2 * PIECE);
  const { files, school } = start({ bytes, ranges: false });
  const { answer } = await run(files.download("PM", "pivot.webm"));
  expect(answer?.ok && answer.value.size).toBe(bytes.length);
  expect(school.asked).toHaveLength(1);
});

test("a whole video continues where it was cut off", async () => {
  const bytes = filmOf(2 * PIECE + 5);
  const { files, school } = start({ bytes });
  const download = files.download("PM", "pivot.webm");
  const cut = await download.run(new AbortController().signal, (received) => {
    if (received === PIECE) school.fail("no network");
  });
  expect(cut).toMatchObject(failed("unreachable"));
  school.fail(null);
  const before = school.asked.length;
  const { answer } = await run(download);
  if (!answer?.ok) throw new Error("it did not arrive");
  expect(school.asked.length - before).toBe(2);
  expect(Buffer.compare(await bytesIn(answer.value), bytes)).toBe(0);
});

test("a whole video that is empty or missing is an error", async () => {
  const { files } = start({ bytes: new Uint8Array(0) });
  for (const title of ["pivot.webm", "other.webm"]) {
    const { answer } = await run(files.download("PM", title));
    const failure = answer && !answer.ok && answer.failure;
    expect(failure && matchFailure(failure, videoFailures)).toBe("video-failure.not-there");
  }
});
