import { expect, test } from "vitest";
import type { WantedFile } from "../../../src/domain/file-tree.ts";
import { createDownload, type DownloadOptions } from "../../../src/offline/sync/download-files.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { sha256 } from "../support/content-folder.ts";
import { noNetwork } from "../support/open-transport.ts";
import { settle } from "../support/settle.ts";

/** Larger than the files that are kept in memory until they are complete. */
const LONG = 300_000;

const bytesOf = (name: string, size: number) =>
  new Uint8Array(size).fill(name.charCodeAt(name.length - 1));

const fileOf = (name: string, size = 100): WantedFile => ({
  ...{ name, language: "en", size, filename: `${name}.cache`, places: [] },
  checksum: sha256(bytesOf(name, size)),
});

interface Asked {
  name: string;
  ticket: string | null;
  headers: Headers;
  from: number;
  /** The number of the request for this file, from 1. */
  time: number;
}

type Answer = (asked: Asked, file: WantedFile) => Response | Promise<Response>;

/** The rest of a file, broken off after some bytes. */
const send = ({ name, from }: Asked, { size }: WantedFile, end?: number): Response => {
  const bytes = bytesOf(name, size ?? 0).slice(from, end);
  let isSent = bytes.length === 0;
  const body = new ReadableStream({
    pull(controller) {
      if (!isSent) controller.enqueue(bytes);
      else if (end !== undefined) controller.error(new TypeError("cut"));
      isSent = true;
      if (end === undefined) controller.close();
    },
  });
  const range = { "content-range": `bytes ${from}-${(size ?? 0) - 1}/${size}` };
  return new Response(body, from > 0 ? { status: 206, headers: range } : {});
};

const open = (
  files: readonly WantedFile[],
  answer: Answer = send,
  more: Partial<DownloadOptions> = {},
) => {
  const machine = createMemoryDesktop();
  const control = new AbortController();
  const asked: Asked[] = [];
  const seen = { bytes: 0, received: 0, waiting: [] as boolean[], saved: [] as string[] };
  const slept: number[] = [];
  const download = createDownload({
    ...{ machine, files, parallel: 20, ticket: "ticket-1" },
    request: {
      base: "http://school.example",
      signal: control.signal,
      async fetch(input, init) {
        const { searchParams } = new URL(String(input));
        const headers = new Headers(init?.headers);
        const name = searchParams.get("path") ?? "";
        const from = Number(/^bytes=(\d+)-$/.exec(headers.get("range") ?? "")?.[1] ?? 0);
        const time = asked.filter((one) => one.name === name).length + 1;
        const one = { name, ticket: searchParams.get("ticket"), headers, from, time };
        asked.push(one);
        const file = files.find((each) => each.name === name);
        if (!file) throw new Error(`no file is called ${name}`);
        return answer(one, file);
      },
    },
    bundleSupport: { isMissing: true, refusedTicket: null },
    renewTicket: async () => null,
    headers: () => ({ authorization: "Bearer token" }),
    async sleep(milliseconds) {
      slept.push(milliseconds);
      machine.advance(milliseconds);
    },
    onSaved: async ({ name }) => void seen.saved.push(name),
    onBytes(change, received) {
      seen.bytes += change;
      seen.received += received;
    },
    onWaiting: (waiting) => void seen.waiting.push(waiting),
    ...more,
  });
  return { download, machine, control, asked, seen, slept };
};

const COMPLETE = { failed: [], stopped: null, drained: false };

test("the bytes of a download are counted as they arrive, and what is discarded is counted no more", async () => {
  const files = [fileOf("a"), fileOf("b", LONG)];
  const { download, seen } = open(files, (asked, file) =>
    // The first answer is another file's.
    asked.name === "a" && asked.time === 1 ? new Response(bytesOf("z", 100)) : send(asked, file),
  );
  expect(await download.run()).toEqual(COMPLETE);
  expect(seen.bytes).toBe(100 + LONG);
  expect(seen.received).toBe(200 + LONG);
  expect(seen.saved.toSorted()).toEqual(["a", "b"]);
});

test("a file that breaks off is continued for as long as each try brings more", async () => {
  const a = fileOf("a", LONG);
  const { download, asked } = open([a], (one, file) =>
    one.time <= 9 ? send(one, file, one.from + 1000) : send(one, file),
  );
  expect(await download.run()).toEqual(COMPLETE);
  expect(asked.map(({ from }) => from)).toEqual(Array.from({ length: 10 }, (_, at) => at * 1000));
  // A file that was replaced meanwhile is sent as a whole.
  expect(asked[9]?.headers.get("if-range")).toBe(`"${a.checksum}"`);
});

test("a school that cannot be reached is waited for, and the wait is shown", async () => {
  const { download, seen, slept } = open([fileOf("a")], (one, file) =>
    one.time <= 4 ? noNetwork() : send(one, file),
  );
  expect(await download.run()).toEqual(COMPLETE);
  expect(slept.length).toBeGreaterThanOrEqual(4);
  expect(seen.waiting).toEqual(slept.flatMap(() => [true, false]));
});

test("the return of the network ends the wait", async () => {
  let waits = 0;
  const answer: Answer = (one, file) => (one.time <= 3 ? noNetwork() : send(one, file));
  const opened = open([fileOf("a")], answer, {
    sleep: (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve());
        waits += 1;
        opened.machine.setOnline(false);
        opened.machine.setOnline(true);
      }),
  });
  expect(await opened.download.run()).toEqual(COMPLETE);
  expect([opened.asked.length, waits]).toEqual([4, 3]);
});

const refuse =
  (valid: string | null): Answer =>
  (asked, file) =>
    asked.ticket === valid ? send(asked, file) : new Response("", { status: 401 });

test("a ticket that is refused is replaced once for all files", async () => {
  let renewed = 0;
  const renewTicket = async () => {
    renewed += 1;
    return `ticket-${renewed + 1}`;
  };
  const files = ["a", "b", "c"].map((name) => fileOf(name));
  const { download, asked } = open(files, refuse("ticket-2"), { renewTicket });
  expect(await download.run()).toEqual(COMPLETE);
  expect(renewed).toBe(1);
  expect(asked).toHaveLength(6);
  expect(asked.every(({ headers }) => !headers.has("authorization"))).toBe(true);
});

test.each([null, "ticket-1"])("a refused ticket and %j give way to the token", async (renewed) => {
  const { download, asked } = open([fileOf("a")], refuse(null), {
    renewTicket: async () => renewed,
  });
  expect(await download.run()).toEqual(COMPLETE);
  expect(asked.map(({ ticket }) => ticket)).toEqual(["ticket-1", null]);
  expect(asked[1]?.headers.get("authorization")).toBe("Bearer token");
});

test.each([
  ["starts no further file", [fileOf("a"), fileOf("b"), fileOf("c")], undefined, true],
  ["counts a file that waits for its next try", [fileOf("a"), fileOf("b")], 10, true],
  ["counts a file that is large", [fileOf("a"), fileOf("b", 1024 * 1024)], 10, true],
  ["is complete if no file is left", [fileOf("a")], undefined, false],
])("a download that is drained %s", async (_, files, end, drained) => {
  const answer: Answer = (one, file) => {
    opened.download.drain();
    return send(one, file, end);
  };
  const opened = open(files, answer, { parallel: 1 });
  expect(await opened.download.run()).toEqual({ ...COMPLETE, drained });
  expect(opened.asked).toHaveLength(1);
});

test("an unexpected error ends the download and is thrown", async () => {
  const bug = new Error("a bug");
  const { download } = open([fileOf("a")], send, { onSaved: () => Promise.reject(bug) });
  await expect(download.run()).rejects.toBe(bug);
});

test("small files come before large ones, each in their order", async () => {
  const files = [fileOf("a", 1024 * 1024), fileOf("b"), fileOf("c", 1024 * 1024), fileOf("d")];
  const { download, asked } = open(files, send, { parallel: 1 });
  expect(await download.run()).toEqual(COMPLETE);
  expect(asked.map(({ name }) => name)).toEqual(["b", "d", "a", "c"]);
});

test("while a slow disk has more than 8 MiB to save, no further file is requested", async () => {
  const size = 1024 * 1024 - 1;
  const files = Array.from({ length: 12 }, (_, at) => fileOf(String.fromCharCode(97 + at), size));
  const opened = open(files, send, { parallel: 1 });
  const { folder } = opened.machine;
  const { move } = folder;
  const disk = Promise.withResolvers<void>();
  let moves = 0;
  folder.move = async (from, to) => {
    moves += 1;
    if (moves === 9) {
      // Nothing else is under way now.
      await settle();
      expect(opened.asked).toHaveLength(9);
      disk.resolve();
    }
    await disk.promise;
    return move(from, to);
  };
  expect(await opened.download.run()).toEqual(COMPLETE);
  expect(opened.asked).toHaveLength(12);
});
