import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { syncAll } from "./support/open-sync.ts";
import { type AskedBundle, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const FILES = 60;
const nameOf = (number: number) => `assets/PM/${number}.svg`;

/** A school with many small files, and one large one. */
const openSchool = async (files = FILES) => {
  const school = await startTreeSchool();
  for (let number = 0; number < files; number += 1) school.put(nameOf(number), 300 + number);
  school.put("assets/PM/film.webm", 300_000);
  return school;
};

const partsOf = (school: TreeSchool, asked: AskedBundle) =>
  asked.names.map((name) => school.frameOf(asked, name));

const bundling = (school: TreeSchool) => (response: ServerResponse, asked: AskedBundle) =>
  school.sendBundle(response, partsOf(school, asked));

/** Sends the files from the first on, and cuts the line in the middle of the next one. */
const cutAfter = (school: TreeSchool, count: number) => {
  return (response: ServerResponse, asked: AskedBundle) => {
    const parts = partsOf(school, asked);
    const half = parts[count]?.subarray(0, 200) ?? Buffer.alloc(0);
    response.writeHead(200, { "content-type": "application/x-file-bundle" });
    response.write(Buffer.concat([...parts.slice(0, count), half]), () =>
      setImmediate(() => response.destroy()),
    );
  };
};

test("many small files come in one request without a preflight, large ones one by one", async () => {
  const school = await openSchool();
  school.onBundle = bundling(school);
  const { sync } = await syncAll(school);
  expect(sync.state).toMatchObject({ total: FILES + 1, done: FILES + 1 });
  expect(school.bundles).toHaveLength(1);
  const [asked] = school.bundles;
  expect(asked).toMatchObject({ language: "en", ticket: "ticket-1" });
  expect(asked?.names).toEqual(Array.from({ length: FILES }, (_, number) => nameOf(number)));
  expect(asked?.headers["content-type"]).toBe("text/plain");
  expect(asked?.headers.authorization).toBeUndefined();
  expect(school.reads.map(({ name }) => name)).toEqual(["assets/PM/film.webm"]);
});

test("a school without tickets is told who asks", async () => {
  const school = await openSchool();
  school.ticket = null;
  school.onBundle = bundling(school);
  await syncAll(school);
  expect(school.bundles[0]?.headers).toMatchObject({
    authorization: "Bearer token",
    "content-type": "application/json",
  });
});

test("few small files are fetched one by one, as without bundles", async () => {
  const school = await openSchool(20);
  school.onBundle = bundling(school);
  await syncAll(school);
  expect(school.bundles).toHaveLength(0);
});

test("a bundle has so many names that its request fits into the first packets", async () => {
  const school = await openSchool(1500);
  school.onBundle = bundling(school);
  await syncAll(school);
  expect(school.bundles.length).toBeGreaterThan(1);
  for (const { names } of school.bundles) expect(JSON.stringify(names).length).toBeLessThan(12_100);
  expect(new Set(school.bundles.flatMap(({ names }) => names)).size).toBe(1500);
  expect(school.reads).toHaveLength(1);
});

test.each([404, 405, 501])(
  "a school that answers %i is asked once in a session, and its files come one by one",
  async (status) => {
    const school = await openSchool();
    school.onBundle = (response) => void response.writeHead(status).end();
    const { sync } = await syncAll(school);
    expect(school.bundles).toHaveLength(1);
    expect(school.reads).toHaveLength(FILES + 1);
    for (let number = 0; number < FILES; number += 1) school.put(nameOf(number), 1000 + number);
    await sync.start({ thorough: true });
    expect(school.bundles).toHaveLength(1);
    expect(school.reads).toHaveLength(2 * FILES + 1);
  },
);

test("a line that is cut costs the files that have not come: the next bundle has only those", async () => {
  const school = await openSchool();
  school.onBundle = (response, asked) =>
    (asked.time === 1 ? cutAfter(school, 10) : bundling(school))(response, asked);
  await syncAll(school);
  expect(school.bundles.map(({ names }) => names.length)).toEqual([FILES, FILES - 10]);
  expect(school.bundles[1]?.names[0]).toBe(nameOf(10));
  expect(school.reads).toHaveLength(1);
});

test("a bundle that never brings a file is not asked for again and again", async () => {
  const school = await openSchool();
  school.onBundle = cutAfter(school, 0);
  await syncAll(school);
  expect(school.bundles).toHaveLength(3);
  expect(school.reads.length).toBe(FILES + 1);
});

test.each([429, 500, 503])("a busy school (%i) gives the files one by one", async (status) => {
  const school = await openSchool();
  school.onBundle = (response) => void response.writeHead(status).end();
  await syncAll(school);
  expect(school.bundles.length).toBeLessThanOrEqual(3);
});

test("a ticket that only bundles refuse is used for the files all the same", async () => {
  const school = await openSchool();
  school.onBundle = (response) => void response.writeHead(401).end();
  await syncAll(school);
  expect(school.bundles).toHaveLength(1);
  expect(new Set(school.reads.map(({ ticket }) => ticket))).toEqual(new Set(["ticket-1"]));
});

describe("a fault in a bundle costs only the files that are not verified yet, which then come one by one:", () => {
  const BEFORE = 10;
  /** What follows ten right files. */
  type Fault = (school: TreeSchool, asked: AskedBundle) => Buffer[];
  const eleventh = nameOf(BEFORE);

  const frames = (line: object): Fault => {
    return (school, asked) => [
      school.frameOf(asked, eleventh, { line }),
      ...partsOf(school, asked).slice(BEFORE + 1),
    ];
  };

  test.each<[string, Fault]>([
    ["an extra name", frames({ name: "assets/PM/other.svg" })],
    ["a name that climbs", frames({ name: "../../state" })],
    ["a name twice", (school, asked) => partsOf(school, asked).slice(BEFORE - 1)],
    ["10 GB announced", frames({ size: 10 * 1024 ** 3 })],
    ["a size that is none", frames({ size: -1 })],
    ["another checksum announced", frames({ checksum: "0".repeat(64) })],
    ["what is no line", () => [Buffer.from("<html>\n")]],
    ["a line without an end", () => [Buffer.alloc(100_000, "a")]],
    ["an end that counts wrongly", () => []],
    ["an end in the middle", () => [Buffer.from(`{"end":${BEFORE}}\n`)]],
  ])("%s in a bundle costs only what is not verified yet", async (_, fault) => {
    const school = await openSchool();
    school.onBundle = (response, asked) =>
      school.sendBundle(
        response,
        [...partsOf(school, asked).slice(0, BEFORE), ...fault(school, asked)],
        FILES,
      );
    await syncAll(school);
    expect(school.bundles).toHaveLength(1);
    const read = school.reads.map(({ name }) => name).filter((name) => name.endsWith(".svg"));
    expect(read).toHaveLength(FILES - BEFORE);
    expect(read).not.toContain(nameOf(BEFORE - 1));
  });

  test("a file with wrong bytes costs only what is not verified yet", async () => {
    const school = await openSchool();
    school.onBundle = (response, asked) => {
      const parts = partsOf(school, asked);
      parts[BEFORE] = school.frameOf(asked, eleventh, { bytes: Buffer.alloc(300 + BEFORE, "x") });
      school.sendBundle(response, parts);
    };
    await syncAll(school);
    const read = school.reads.map(({ name }) => name);
    expect(read.toSorted()).toEqual([eleventh, "assets/PM/film.webm"].toSorted());
  });

  test("a file that the school leaves out of a bundle comes alone", async () => {
    const school = await openSchool();
    school.onBundle = (response, asked) =>
      school.sendBundle(
        response,
        partsOf(school, asked).filter((_, index) => index !== BEFORE),
      );
    await syncAll(school);
    const read = school.reads.map(({ name }) => name);
    expect(read.toSorted()).toEqual([eleventh, "assets/PM/film.webm"].toSorted());
  });
});
