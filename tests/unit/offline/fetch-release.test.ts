import { expect, test } from "vitest";
import type { Release } from "../../../src/contract/releases.ts";
import {
  type FetchReleaseOptions,
  fetchRelease,
  releasePath,
} from "../../../src/offline/updates/fetch-release.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { DONE, failed } from "../../support/results.ts";
import { sha256 } from "../support/content-folder.ts";

const BYTES = new Uint8Array(700_000).map((_, at) => at % 251);

const RELEASE: Release = {
  kind: "release",
  name: "learning-space.deb",
  version: "1.2.0",
  size: BYTES.length,
  checksum: sha256(BYTES),
  application: "school",
  shell: null as never,
};

const PARTIAL = `${releasePath(RELEASE)}.part`;

/** @param there bytes of an earlier try @param answer of the school */
const run = async (
  answer: (from: number) => Response,
  there: Uint8Array<ArrayBuffer> | null = null,
  more: Partial<FetchReleaseOptions> = {},
) => {
  const machine = createMemoryDesktop();
  if (there) await machine.folder.write(PARTIAL, there);
  const asked: number[] = [];
  const seen: number[] = [];
  const result = await fetchRelease({
    machine,
    release: RELEASE,
    address: "http://school.example/downloads/file",
    headers: {},
    signal: new AbortController().signal,
    fetch: async (_, init) => {
      const range = new Headers(init?.headers).get("range");
      const from = Number(/\d+/.exec(range ?? "")?.[0] ?? 0);
      asked.push(from);
      return answer(from);
    },
    onBytes: (bytes) => seen.push(bytes),
    ...more,
  });
  return { result, asked, seen, files: machine.folder.files };
};

const rest = (from: number) =>
  new Response(BYTES.slice(from), {
    status: from > 0 ? 206 : 200,
    headers: { "content-range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}` },
  });

test("the file of a release is fetched, verified and stored under its checksum, and its bytes are counted", async () => {
  const { result, seen, files } = await run(rest);
  expect(result).toEqual(DONE);
  expect([...files.keys()]).toEqual([`versions/${RELEASE.checksum}.package`]);
  expect(files.get(releasePath(RELEASE))).toEqual(BYTES);
  expect(seen[0]).toBe(0);
  expect(seen.at(-1)).toBe(BYTES.length);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.length).toBeGreaterThan(2);
});

test.each([
  ["is continued where an earlier try has ended", 300_000, [300_000]],
  ["is not requested if it is here already", BYTES.length, []],
])("the file of a release %s", async (_, length, expected) => {
  const { result, asked, files } = await run(rest, BYTES.slice(0, length));
  expect([result, asked]).toEqual([DONE, expected]);
  expect(files.get(releasePath(RELEASE))).toEqual(BYTES);
});

test("the file of a release is fetched from its start if the school sends it so, or if too much is there", async () => {
  const whole = await run(() => rest(0), BYTES.slice(0, 300_000));
  expect(whole.files.get(releasePath(RELEASE))).toEqual(BYTES);
  const long = await run(rest, new Uint8Array(BYTES.length + 1));
  expect([long.result, long.asked]).toEqual([DONE, [0]]);
});

test.each<[string, () => Response]>([
  ["one byte of it is wrong", () => new Response(BYTES.map((byte, at) => (at === 9 ? 99 : byte)))],
  ["it is too long", () => new Response(new Uint8Array(BYTES.length + 1))],
  ["it was replaced", () => new Response("", { headers: { etag: `"${"0".repeat(64)}"` } })],
])("the file of a release is deleted if %s", async (reason, answer) => {
  const there = reason === "it was replaced" ? BYTES.slice(0, 1000) : null;
  const { result, files } = await run(answer, there);
  expect(result).toEqual(failed("damaged"));
  expect(files.size).toBe(0);
});

test("the file of a release that has no end is read no further than its size", async () => {
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sent += 100_000;
      controller.enqueue(new Uint8Array(100_000));
    },
  });
  const { result, files } = await run(() => new Response(endless));
  expect(result).toEqual(failed("damaged"));
  expect(files.size).toBe(0);
  expect(sent).toBeLessThan(2 * BYTES.length);
});

test("the file of a release that does not fit on the disk is reported", async () => {
  const machine = createMemoryDesktop();
  machine.folder.setCapacity(1000);
  const { result } = await run(rest, null, { machine });
  expect(result).toEqual(failed("no-room"));
});

test.each([
  [404, "refused"],
  [403, "refused"],
  [499, "refused"],
  // The school is asked again later.
  [429, "unreachable"],
  [500, "unreachable"],
  [503, "unreachable"],
])("an answer %i is reported as %s, and what is here is kept", async (status, kind) => {
  const { result, files } = await run(() => new Response("", { status }), BYTES.slice(0, 1000));
  expect(result).toEqual(failed(kind));
  expect(files.get(PARTIAL)).toHaveLength(1000);
});

test("a download that was cancelled or has no network says so", async () => {
  const cancelled = await run(rest, null, {
    signal: AbortSignal.abort(),
    fetch: async (_, init) => {
      init?.signal?.throwIfAborted();
      return rest(0);
    },
  });
  expect(cancelled.result).toEqual(failed("cancelled"));
  const gone = await run(() => {
    throw new TypeError("no network");
  });
  expect(gone.result).toEqual(failed("unreachable"));
});
