import { resolveObjectURL } from "node:buffer";
import { expect, test } from "vitest";
import type { FileHandle } from "../../../src/core/files.ts";
import { openSignedIn } from "../support/open-app.ts";

const ASSET = "GET /assets/fetchData";

/** The content of an object URL; null once it has been released. */
const readUrl = async (url: string | null): Promise<string | null> =>
  (await resolveObjectURL(url ?? "")?.text()) ?? null;
const read = async (handle: FileHandle) => readUrl(await handle.url);

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

test("a file is not confused with another of the same name; a picture of the glossary belongs to no product", async () => {
  const { files, school } = await openSignedIn();
  const urls = [
    await files.use("asset", "PM", "lines.svg").url,
    await files.use("icon", "PM", "lines.svg").url,
    await files.use("asset", "SW", "lines.svg").url,
    await files.use("glossary", "PM", "lines.svg").url,
  ];
  expect(new Set(urls).size).toBe(4);
  const asked = school.requests.slice(-4).map(({ request }) => new URL(request.url).search);
  const ofProducts = ["PM", "PM", "SW"].map((product) => `?product=${product}&title=lines.svg`);
  expect(asked).toEqual([...ofProducts, "?title=lines.svg"]);
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
