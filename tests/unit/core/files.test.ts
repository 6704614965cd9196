import { resolveObjectURL } from "node:buffer";
import { expect, test } from "vitest";
import type { FileHandle } from "../../../src/core/files.ts";
import { openSignedIn } from "../support/open-app.ts";

const ASSET = "GET /assets/fetchData";
const ICON = "GET /menu/icons";

/** The content of an object URL; null once it has been released. */
const readUrl = async (url: string | null): Promise<string | null> =>
  (await resolveObjectURL(url ?? "")?.text()) ?? null;
const read = async (handle: FileHandle) => readUrl(await handle.url);

test("a file has an object URL until it is released", async () => {
  const { files } = await openSignedIn();
  const handle = files.use("asset", "PM", "lines.svg");
  const url = await handle.url;
  expect(await readUrl(url)).toBe("<svg>lines.svg</svg>");
  handle.release();
  await handle.url;
  expect(await readUrl(url)).toBeNull();
});

test("a file used in several places is fetched once, kept until the last release, and fetched again afterwards", async () => {
  const { files, school } = await openSignedIn();
  const [first, second] = [1, 2].map(() => files.use("asset", "PM", "lines.svg"));
  if (!first || !second) throw new Error("no handles");
  expect(await first.url).toBe(await second.url);
  first.release();
  first.release();
  expect(await read(second)).toBe("<svg>lines.svg</svg>");
  second.release();
  await second.url;
  expect(await read(second)).toBeNull();
  expect(school.count(ASSET)).toBe(1);
  expect(await read(files.use("asset", "PM", "lines.svg"))).toBe("<svg>lines.svg</svg>");
  expect(school.count(ASSET)).toBe(2);
});

test("a file that arrives after its release keeps no bytes", async () => {
  const { files, school } = await openSignedIn();
  const arrive = school.hold(ASSET);
  const handle = files.use("asset", "PM", "lines.svg");
  handle.release();
  arrive();
  await handle.url;
  await Promise.resolve();
  expect(await read(handle)).toBeNull();
});

test("a file is not confused with another of the same name", async () => {
  const { files, school } = await openSignedIn();
  const handles = [
    files.use("asset", "PM", "lines.svg"),
    files.use("icon", "PM", "lines.svg"),
    files.use("asset", "SW", "lines.svg"),
  ];
  const urls = await Promise.all(handles.map(({ url }) => url));
  expect(new Set(urls).size).toBe(3);
  expect([school.count(ASSET), school.count(ICON)]).toEqual([2, 1]);
  const asked = school.requests.map(({ request }) => new URL(request.url).search);
  expect(asked).toContain("?product=SW&title=lines.svg");
  // A picture of the glossary belongs to no product.
  await files.use("glossary", "PM", "dart.svg").url;
  expect(school.requests.at(-1)?.request.url).toMatch(/\?title=dart\.svg$/);
});

test.each([
  ["one that the school does not have", "absent.svg", true],
  ["one without a byte", "empty.svg", true],
  ["one without a network", "lines.svg", false],
])("a file that cannot be fetched has no address: %s", async (_, title, up) => {
  const { files, school } = await openSignedIn();
  school.network.up = up;
  const handle = files.use("icon", "PM", title);
  expect(await handle.url).toBeNull();
  handle.release();
  school.network.up = true;
  expect(await read(files.use("icon", "PM", "lines.svg"))).toBe("<svg>lines.svg</svg>");
});
