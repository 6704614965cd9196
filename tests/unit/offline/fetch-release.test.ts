import { expect, test } from "vitest";
import type { Release } from "../../../src/contract/releases.ts";
import { fetchRelease, releasePath } from "../../../src/offline/updates/fetch-release.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { failed } from "../../support/results.ts";
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

/** @param there bytes of an earlier try */
const run = async (answer: () => Response, there: Uint8Array<ArrayBuffer> | null = null) => {
  const machine = createMemoryDesktop();
  if (there) await machine.folder.write(PARTIAL, there);
  const result = await fetchRelease({
    machine,
    release: RELEASE,
    address: "http://school.example/downloads/file",
    headers: {},
    signal: new AbortController().signal,
    fetch: async () => answer(),
    onBytes: () => {},
  });
  return { result, files: machine.folder.files };
};

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
