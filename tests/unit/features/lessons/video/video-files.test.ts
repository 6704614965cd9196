import { describe, expect, test } from "vitest";
import { createVideoFiles } from "../../../../../src/features/lessons/video/video-files.ts";
import { BASE, createVideoSchool } from "../../../support/video-school.ts";

const PIECE = 1024 * 1024;
const filmOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

const start = (options: Parameters<typeof createVideoSchool>[0] = {}) => {
  const school = createVideoSchool(options);
  const files = createVideoFiles({ ...school.transport, base: BASE });
  return { school, files };
};

describe("a video", () => {
  test("is played from an address with a ticket, so that it begins before all of it is there", async () => {
    const { files } = start();
    expect(await files.open("PM", "pivot.webm")).toEqual({
      ok: true,
      value: {
        kind: "streamed",
        url: `${BASE}/assets/fetchData?product=PM&title=pivot.webm&ticket=t-1`,
      },
    });
  });

  test("has to be fetched whole at a school that knows no tickets", async () => {
    const { files } = start({ tickets: false });
    expect(await files.open("PM", "pivot.webm")).toEqual({ ok: true, value: { kind: "whole" } });
  });

  test("that the school does not have, and one that cannot be asked for, are told apart", async () => {
    const { files, school } = start();
    expect(await files.open("PM", "other.webm")).toMatchObject({ failure: { kind: "not-there" } });
    for (const how of ["no network", 503] as const) {
      school.fail(how);
      expect(await files.open("PM", "pivot.webm")).toMatchObject({
        failure: { kind: "no-connection" },
      });
    }
  });
});

describe("a whole video", () => {
  const run = async (download: ReturnType<ReturnType<typeof start>["files"]["download"]>) => {
    const told: number[] = [];
    const answer = await download.run(new AbortController().signal, (bytes) => told.push(bytes));
    return { answer, told };
  };
  const bytesIn = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

  test.each([
    ["shorter than a piece", 10, [10]],
    ["of several pieces", 2 * PIECE + 7, [PIECE, 2 * PIECE, 2 * PIECE + 7]],
    ["that ends with a piece", 2 * PIECE, [PIECE, 2 * PIECE]],
  ])("%s arrives as it is, and tells how far it is", async (_name, length, told) => {
    const bytes = filmOf(length);
    const { files } = start({ bytes });
    const result = await run(files.download("PM", "pivot.webm"));
    if (!result.answer?.ok) throw new Error("it did not arrive");
    expect(result.told).toEqual(told);
    expect(Buffer.compare(await bytesIn(result.answer.value), bytes)).toBe(0);
    expect(result.answer.value.type).toBe("video/webm");
  });

  test("from a server without ranges arrives as well", async () => {
    const bytes = filmOf(2 * PIECE);
    const { files, school } = start({ bytes, ranges: false });
    const { answer } = await run(files.download("PM", "pivot.webm"));
    expect(answer?.ok && answer.value.size).toBe(bytes.length);
    expect(school.asked).toHaveLength(1);
  });

  test("that broke off goes on where it was", async () => {
    const bytes = filmOf(2 * PIECE + 5);
    const { files, school } = start({ bytes });
    const download = files.download("PM", "pivot.webm");
    const cut = await download.run(new AbortController().signal, (received) => {
      if (received === PIECE) school.fail("no network");
    });
    expect(cut).toMatchObject({ ok: false, failure: { kind: "no-connection" } });
    school.fail(null);
    const before = school.asked.length;
    const { answer } = await run(download);
    if (!answer?.ok) throw new Error("it did not arrive");
    expect(school.asked.length - before).toBe(2);
    expect(Buffer.compare(await bytesIn(answer.value), bytes)).toBe(0);
  });

  test("is given up when somebody cancels", async () => {
    const { files } = start({ bytes: filmOf(3 * PIECE) });
    const cancel = new AbortController();
    const answer = await files
      .download("PM", "pivot.webm")
      .run(cancel.signal, () => cancel.abort());
    expect(answer).toBeNull();
  });

  test("that is empty, or is not there, is no video", async () => {
    const { files } = start({ bytes: new Uint8Array(0), ranges: false });
    for (const title of ["pivot.webm", "other.webm"]) {
      const { answer } = await run(files.download("PM", title));
      expect(answer).toMatchObject({ ok: false, failure: { kind: "not-there" } });
    }
  });
});
