import { createHash } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import type { AppNews, Release } from "../../../src/contract/releases.ts";
import { Result } from "../../../src/lib/result.ts";
import { createUpdates, type UpdatesOptions } from "../../../src/offline/updates/create-updates.ts";
import {
  manifestText,
  readStoredVersions,
  versionManifest,
} from "../../../src/offline/updates/stored-versions.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import type { Folder } from "../../../src/platform/ports.ts";
import { exportPublicKey } from "../../../src/server/activation/licences.ts";
import { openTransport } from "../support/open-transport.ts";
import { packResources } from "../support/packed-resources.ts";
import { createReleaseKey, signRelease } from "../support/signed-release.ts";
import { json, startHttpServer } from "../transport/http-server.ts";

const KEY = createReleaseKey();
const APPLICATION = "school.learningspace.hybrid.school.example";
const SHELL = "0123456789abcdef";

const RESOURCES = packResources({
  "neutralino.config.json": "{}",
  "web/index.html": "<!doctype html>",
  "web/tls/main.js": "x".repeat(700_000),
  "icons/app.png": "png",
});

const signed = (bytes: Buffer, change: Partial<Release> = {}, key = KEY): string => {
  const release: Release = {
    kind: "release",
    ...{ name: "learning-space-hybrid-1.2.0-resources.neu", version: "1.2.0" },
    ...{ size: bytes.length, checksum: createHash("sha256").update(bytes).digest("hex") },
    ...{ application: APPLICATION, shell: SHELL, ...change },
  };
  return signRelease(release, key);
};

const news = (line: string, change: Partial<AppNews> = {}): AppNews => ({
  tag: "t1",
  version: "1.2.0",
  notes: { en: "Faster." },
  packages: [{ url: "/downloads/resources.neu", signed: line }],
  ...change,
});

/** A school that serves one file, as the test says. */
const startShelf = async (bytes: Buffer) => {
  const shelf = {
    ...{ url: "", bytes, downloads: [] as unknown[] },
    /** The first bytes that each request asked for, and its token. */
    asked: [] as number[],
    tokens: [] as (string | undefined)[],
    /** Ends the next answer after this many bytes. */
    cutAfter: null as number | null,
    /** Refuses the next requests. */
    status: 0,
    /** Holds an answer back after its first 300,000 bytes until this promise is resolved. */
    held: null as Promise<void> | null,
  };
  const server = await startHttpServer((response, { url, headers }) => {
    if (url === "/downloads") return json(response, { downloads: shelf.downloads });
    const from = Number(/^bytes=(\d+)-/.exec(headers.range ?? "")?.[1] ?? 0);
    shelf.asked.push(from);
    shelf.tokens.push(headers.authorization);
    if (shelf.status) return void response.writeHead(shelf.status).end();
    const rest = shelf.bytes.subarray(from);
    const range = `bytes ${from}-${shelf.bytes.length - 1}/${shelf.bytes.length}`;
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": rest.length,
      ...(from > 0 && { "content-range": range }),
    });
    if (shelf.held) {
      response.write(rest.subarray(0, 300_000));
      return void shelf.held.then(() => response.end(rest.subarray(300_000)));
    }
    if (shelf.cutAfter === null) return void response.end(rest);
    response.write(rest.subarray(0, shelf.cutAfter), () => response.destroy());
    shelf.cutAfter = null;
  });
  shelf.url = server.url;
  return shelf;
};

interface Opened extends Partial<UpdatesOptions> {
  url?: string;
  folder?: ReturnType<typeof createMemoryFolder>;
  wrap?: (folder: Folder) => Folder;
  /** The machine of an earlier start. */
  memory?: ReturnType<typeof createMemoryDesktop>;
}

const open = async (options: Opened = {}) => {
  const { url = "http://127.0.0.1:1", folder = createMemoryFolder(), wrap, ...more } = options;
  const memory = options.memory ?? createMemoryDesktop(folder);
  const transport = openTransport({ base: url });
  const updates = createUpdates({
    machine: { ...memory, folder: wrap ? wrap(folder) : folder },
    send: transport.send,
    base: url,
    headers: () => ({ authorization: "Bearer token" }),
    version: "1.1.2",
    installed: { version: "1.1.2", shell: SHELL },
    application: APPLICATION,
    publicKey: exportPublicKey(KEY),
    system: { name: "linux", endings: [".deb"] },
    asksFirst: () => false,
    failedVersions: { read: () => [], forget: () => undefined },
    ...more,
  });
  await updates.boot();
  const phase = (wanted: string) =>
    vi.waitFor(() => expect(updates.state.phase).toBe(wanted), { interval: 5 });
  return { updates, folder, memory, phase };
};

/** The app at a school that has announced a version, when nothing else needs to be fetched. */
const openAnnounced = async (
  { announced = news(signed(RESOURCES)), ...options }: Opened & { announced?: AppNews } = {},
  change: Partial<Awaited<ReturnType<typeof startShelf>>> = {},
) => {
  const shelf = Object.assign(await startShelf(RESOURCES), change);
  const opened = await open({ url: shelf.url, ...options });
  opened.updates.news.receive(announced);
  opened.updates.resume();
  return { shelf, ...opened };
};

const files = (folder: { files: Map<string, unknown> }) =>
  [...folder.files.keys()].filter((name) => name.startsWith("versions/")).toSorted();

const INSTALLED = [
  "versions/1.2.0.json",
  "versions/1.2.0/index.html",
  "versions/1.2.0/tls/main.js",
];

test("the announcement of a version is fetched when nothing else needs to be fetched, and installed on request", async () => {
  const shelf = await startShelf(RESOURCES);
  const { updates, folder, phase } = await open({ url: shelf.url });
  updates.news.receive(news(signed(RESOURCES)));
  await phase("waiting");
  expect(shelf.asked).toEqual([]);
  updates.resume();
  await phase("ready");
  expect(updates.state).toMatchObject({ kind: "resources", version: "1.2.0" });
  expect(shelf.tokens).toEqual(["Bearer token"]);
  const installing = updates.install();
  expect(updates.state).toMatchObject({ phase: "installing", bytesDone: 0 });
  expect(await installing).toBe(true);
  expect(files(folder)).toEqual(INSTALLED);
  expect(folder.files.get("versions/1.2.0/tls/main.js")).toHaveLength(700_000);
});

test.each([
  ["an older version", "1.0.9", {}],
  ["the same version", "1.1.2", {}],
  ["the same version, on an older program", "1.2.0", { version: "1.2.0" }],
  ["the version of the program", "1.2.0", { installed: { version: "1.2.0", shell: SHELL } }],
])(
  "the announcement of a version is ignored for %s, whoever has signed it",
  async (_, version, options) => {
    const announced = news(signed(RESOURCES, { version }), { version });
    const { updates } = await openAnnounced({ announced, ...options });
    await updates.boot();
    expect(updates.state.phase).toBe("none");
    expect(await updates.install()).toBe(false);
  },
);

test("the announcement of a version outlives answers without a change, and goes when the school no longer sends it", async () => {
  const folder = createMemoryFolder();
  const { updates, memory, phase } = await open({ folder });
  updates.news.receive(news(signed(RESOURCES)));
  await phase("waiting");
  const { updates: again } = await open({ folder, memory });
  expect(again.state).toMatchObject({ phase: "waiting", version: "1.2.0" });
  expect(again.news.tag()).toBe("t1");
  again.news.receive(null);
  await vi.waitFor(() => expect(again.state.phase).toBe("none"));
  expect(again.news.tag()).toBeNull();
});

test("the announcement of a version can be postponed for a day", async () => {
  const { updates, memory, phase } = await open();
  updates.news.receive(news(signed(RESOURCES)));
  await phase("waiting");
  updates.snooze();
  const until = memory.now() + 24 * 60 * 60_000;
  expect(updates.state.snoozedUntil).toBe(until);
  const { updates: again } = await open({ memory });
  again.news.receive(news(signed(RESOURCES)));
  await vi.waitFor(() => expect(again.state.snoozedUntil).toBe(until));
  // A later version was not postponed.
  again.news.receive(news(signed(RESOURCES, { version: "1.3.0" }), { version: "1.3.0" }));
  await vi.waitFor(() => expect(again.state).toMatchObject({ version: "1.3.0", snoozedUntil: 0 }));
});

test("the announcement of a version waits for consent on a metered connection, if the person has set so", async () => {
  const { shelf, updates, phase } = await openAnnounced({ asksFirst: () => true });
  await phase("offered");
  expect(shelf.asked).toEqual([]);
  await updates.download();
  expect(updates.state.phase).toBe("ready");
});

test("a downloaded version continues where it was cut off, also after the next start", async () => {
  const { shelf, folder, memory, ...first } = await openAnnounced({}, { cutAfter: 300_000 });
  await first.phase("failed");
  expect(first.updates.state.failure).toEqual({ kind: "unreachable" });
  shelf.cutAfter = 1000;
  first.updates.resume();
  await vi.waitFor(() => expect(shelf.asked).toHaveLength(2));
  await first.phase("failed");

  const second = await open({ url: shelf.url, folder, memory });
  second.updates.resume();
  await second.phase("ready");
  expect(shelf.asked[0]).toBe(0);
  expect(shelf.asked[1]).toBeGreaterThanOrEqual(262_144);
  const requests = shelf.asked.length;
  const third = await open({ url: shelf.url, folder, memory });
  expect(third.updates.state).toMatchObject({ phase: "ready", bytesDone: RESOURCES.length });
  expect(await third.updates.install()).toBe(true);
  expect(shelf.asked).toHaveLength(requests);
});

test.each([
  ["one byte differs", Buffer.from(RESOURCES.with(-5, 1))],
  ["it is longer than was signed", Buffer.concat([RESOURCES, RESOURCES])],
])("a downloaded version is discarded if %s", async (_, bytes) => {
  const { shelf, updates, folder, phase } = await openAnnounced({}, { bytes });
  await phase("failed");
  expect(updates.state.failure).toEqual({ kind: "damaged" });
  expect(files(folder)).toEqual([]);
  // It is fetched again only on request.
  updates.resume();
  expect(updates.state.phase).toBe("failed");
  shelf.bytes = RESOURCES;
  await updates.download();
  expect(updates.state.phase).toBe("ready");
});

test.each([
  [404, "refused"],
  [403, "refused"],
  // The school is asked again later.
  [429, "unreachable"],
  [503, "unreachable"],
])("a downloaded version keeps what is here after an answer %i: %s", async (status, kind) => {
  const { shelf, updates, folder, phase } = await openAnnounced({}, { cutAfter: 300_000 });
  await phase("failed");
  shelf.status = status;
  await updates.download();
  expect(updates.state.failure).toMatchObject({ kind });
  expect(files(folder).filter((name) => name.endsWith(".part"))).toHaveLength(1);
});

test("a downloaded version is not fetched if another key has signed it", async () => {
  const announced = news(signed(RESOURCES, {}, createReleaseKey()));
  const { shelf, updates, phase } = await openAnnounced({ announced });
  await phase("offered");
  expect(updates.state).toMatchObject({ kind: "link", failure: { kind: "not-signed" } });
  await updates.download();
  expect(shelf.asked).toEqual([]);
});

test("a downloaded version leaves nothing behind on a full disk, and can be tried again", async () => {
  let isFull = false;
  const { updates, folder, phase } = await openAnnounced({
    wrap: (inner) => ({
      ...inner,
      write: (path, bytes) =>
        isFull && path.endsWith("main.js")
          ? Promise.resolve(Result.fail({ kind: "no-room" as const }))
          : inner.write(path, bytes),
    }),
  });
  await phase("ready");
  isFull = true;
  expect(await updates.install()).toBe(false);
  expect(updates.state.failure).toEqual({ kind: "no-room" });
  expect(files(folder).filter((name) => name.startsWith("versions/1.2.0"))).toEqual([]);
  isFull = false;
  await updates.download();
  expect(await updates.install()).toBe(true);
  expect(files(folder)).toEqual(INSTALLED);
});

const DEB = Buffer.from("!<arch>\na package");
const OWN = { name: "learning-space-hybrid-1.2.0-linux.deb", application: null, shell: null };

test("a downloaded version is a Debian package if the program itself is replaced, verified before it is shown", async () => {
  const announced = news("", { packages: [] });
  const { shelf, updates, folder, phase } = await openAnnounced({ announced }, { bytes: DEB });
  await phase("offered");
  const download = (signature: string) => {
    const url = "/downloads/x.deb?ticket=t";
    shelf.downloads = [{ system: "linux", version: "1.2.0", url, signature }];
    return updates.download();
  };
  await updates.download();
  expect(updates.state.failure).toEqual({ kind: "not-offered" });
  await download(signed(DEB, OWN, createReleaseKey()));
  expect(updates.state.failure).toEqual({ kind: "not-signed" });
  await download(signed(DEB, OWN));
  expect(updates.state).toMatchObject({ kind: "package", phase: "ready" });
  // The address has a ticket, and may be another server's.
  expect(shelf.tokens).toEqual([undefined]);
  expect(updates.state.packagePath).toMatch(/^versions\/packages\/[\da-f]{16}\/.*\.deb$/);
  expect(folder.files.get(updates.state.packagePath)).toHaveLength(DEB.length);
});

test("while a version is being fetched other downloads come first, and what has arrived is kept", async () => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  onTestFinished(() => release());
  const { updates, shelf, phase } = await openAnnounced({}, { held: promise });
  await phase("fetching");
  await vi.waitFor(() => expect(updates.state.bytesDone).toBeGreaterThan(0));
  const { bytesDone } = updates.state;
  expect(await updates.install()).toBe(false);
  updates.pause();
  await phase("waiting");
  expect(updates.state.failure).toBeNull();
  shelf.held = null;
  updates.resume();
  await phase("ready");
  expect(shelf.asked[1]).toBeGreaterThanOrEqual(bytesDone);
});

const MANIFEST = manifestText("1.2.0", SHELL);

/** The app on a machine with these files of stored versions. */
const openStored = (stored: Record<string, string>, options: Opened = {}) => {
  const folder = createMemoryFolder();
  for (const [name, text] of Object.entries(stored)) {
    folder.files.set(`versions/${name}`, new TextEncoder().encode(text));
  }
  return open({ folder, ...options });
};

test("a version that failed in this window is reported, and one for another program is not", async () => {
  const rolledBack = async (manifest: string) => {
    const failedVersions = { read: () => ["1.2.0"], forget: () => undefined };
    const { updates } = await openStored({ "1.2.0.json": manifest }, { failedVersions });
    return updates.state.rolledBack;
  };
  expect(await rolledBack(MANIFEST)).toBe("1.2.0");
  expect(await rolledBack(MANIFEST.replace(SHELL, "other"))).toBe("");
});

test("earlier versions are deleted at the next start", async () => {
  const { updates, folder } = await openStored({
    "1.0.0.json": MANIFEST.replace("1.2.0", "1.0.0"),
    "1.0.0/index.html": "<!doctype html>",
    "1.0.0.starts": ".",
    "abc.package": "fetched",
    "abc.package.part": "begun",
    "packages/abc/learning-space-hybrid-1.0.0-linux.deb": "installed since",
  });
  expect(files(folder)).toEqual([]);
  expect(await updates.retryVersion()).toBe(false);
});

test("a version that failed twice is named, and can be tried again", async () => {
  const forget = vi.fn();
  const { updates, folder, phase } = await openStored(
    { "1.2.0.json": MANIFEST, "1.2.0.starts": ".." },
    { failedVersions: { read: () => [], forget } },
  );
  expect(updates.state.rolledBack).toBe("1.2.0");
  updates.news.receive(news(signed(RESOURCES)));
  updates.resume();
  await phase("offered");
  expect(await updates.retryVersion()).toBe(true);
  expect(forget).toHaveBeenCalledOnce();
  expect(folder.files.has("versions/1.2.0.starts")).toBe(false);
});

test.each([
  ["cut off", MANIFEST.slice(0, -1), false],
  ["empty", "", false],
  ["of another version", manifestText("1.2.1", SHELL), false],
  ["of a later format", JSON.stringify({ format: 2, version: "1.2.0", shell: SHELL }), false],
  ["without a version", JSON.stringify({ format: 1, shell: SHELL }), false],
  ["without a program", JSON.stringify({ format: 1, version: "1.2.0" }), false],
  ["whole", MANIFEST, true],
])("a version is there if its manifest is: one that is %s", async (_, text, isThere) => {
  const folder = createMemoryFolder();
  await folder.write(versionManifest("1.2.0"), new TextEncoder().encode(text));
  expect(await readStoredVersions(folder)).toHaveLength(isThere ? 1 : 0);
});
