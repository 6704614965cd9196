import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { syncAll } from "./support/open-sync.ts";
import { type AskedBundle, startTreeSchool, type TreeSchool } from "./support/tree-school.ts";

const FILES = 60;
const FILM = "assets/PM/film.webm";
const nameOf = (number: number) => `assets/PM/${number}.svg`;

type Answer = (response: ServerResponse, asked: AskedBundle, school: TreeSchool) => void;

/** A school with many small files, and one large one. Each file of a bundle is in it by default. */
const openSchool = async (files = FILES, answer?: Answer) => {
  const school = await startTreeSchool();
  school.putSmall(files, 300, 1);
  school.put(FILM, 300_000);
  school.onBundle = (response, asked) =>
    answer ? answer(response, asked, school) : school.bundle(response, asked);
  return school;
};

const alone = ({ reads }: TreeSchool) => reads.map(({ name }) => name).sort();

const partsOf = (school: TreeSchool, asked: AskedBundle) =>
  asked.names.map((name) => school.frameOf(asked, name));

/** Sends the files from the first on, and cuts the line in the middle of the next one. */
const cutAfter =
  (count: number): Answer =>
  (response, asked, school) => {
    const parts = partsOf(school, asked);
    const half = parts[count]?.subarray(0, 200) ?? Buffer.alloc(0);
    response.writeHead(200, { "content-type": "application/x-file-bundle" });
    response.write(Buffer.concat([...parts.slice(0, count), half]), () =>
      setImmediate(() => response.destroy()),
    );
  };

const answerWith =
  (status: number): Answer =>
  (response) =>
    void response.writeHead(status).end();

test("many small files come in one request without a preflight, large ones one by one", async () => {
  const school = await openSchool();
  const { sync } = await syncAll(school);
  expect(sync.state).toMatchObject({ total: FILES + 1, done: FILES + 1 });
  const names = Array.from({ length: FILES }, (_, number) => nameOf(number));
  expect(school.bundles).toMatchObject([
    { language: "en", ticket: "ticket-1", names, headers: { "content-type": "text/plain" } },
  ]);
  expect(school.bundles[0]?.headers.authorization).toBeUndefined();
  expect(alone(school)).toEqual([FILM]);
});

test("a school without tickets is told who asks", async () => {
  const school = await openSchool();
  school.ticket = null;
  await syncAll(school);
  const headers = { authorization: "Bearer token", "content-type": "application/json" };
  expect(school.bundles[0]?.headers).toMatchObject(headers);
});

test("few small files are fetched one by one, as without bundles", async () => {
  const school = await openSchool(20);
  await syncAll(school);
  expect(school.bundles).toHaveLength(0);
});

test("a bundle has so many names that its request fits into the first packets", async () => {
  const school = await openSchool(1500);
  await syncAll(school);
  expect(school.bundles.length).toBeGreaterThan(1);
  for (const { names } of school.bundles) expect(JSON.stringify(names).length).toBeLessThan(12_100);
  expect(new Set(school.bundles.flatMap(({ names }) => names)).size).toBe(1500);
  expect(alone(school)).toEqual([FILM]);
});

test.each([404, 405, 501])(
  "a school that answers %i is asked once in a session, and its files come one by one",
  async (status) => {
    const school = await openSchool(FILES, answerWith(status));
    const { sync } = await syncAll(school);
    expect([school.bundles.length, school.reads.length]).toEqual([1, FILES + 1]);
    school.putSmall(FILES, 1000, 1);
    await sync.start({ thorough: true });
    expect([school.bundles.length, school.reads.length]).toEqual([1, 2 * FILES + 1]);
  },
);

test("a line that is cut costs the files that have not come: the next bundle has only those", async () => {
  const school = await openSchool(FILES, (response, asked, own) =>
    asked.time === 1 ? cutAfter(10)(response, asked, own) : own.bundle(response, asked),
  );
  await syncAll(school);
  expect(school.bundles.map(({ names }) => names.length)).toEqual([FILES, FILES - 10]);
  expect(school.bundles[1]?.names[0]).toBe(nameOf(10));
  expect(alone(school)).toEqual([FILM]);
});

test.each([
  ["of a school that is busy", answerWith(503)],
  ["of a school that fails", answerWith(500)],
  ["that never brings a file", cutAfter(0)],
])("a bundle %s is not asked for again and again: the files come one by one", async (_, answer) => {
  const school = await openSchool(FILES, answer);
  await syncAll(school);
  expect(school.bundles.length).toBeLessThanOrEqual(3);
  expect(school.reads).toHaveLength(FILES + 1);
});

test("a ticket that only bundles refuse is used for the files all the same", async () => {
  const school = await openSchool(FILES, answerWith(401));
  await syncAll(school);
  expect(school.bundles).toHaveLength(1);
  expect(new Set(school.reads.map(({ ticket }) => ticket))).toEqual(new Set(["ticket-1"]));
});

const BEFORE = 10;
/** What follows ten right files. */
type Fault = (school: TreeSchool, asked: AskedBundle) => Buffer[];
const eleventh = nameOf(BEFORE);

const withLine =
  (line: object): Fault =>
  (school, asked) => [
    school.frameOf(asked, eleventh, { line }),
    ...partsOf(school, asked).slice(BEFORE + 1),
  ];

test.each<[string, Fault]>([
  ["an extra name", withLine({ name: "assets/PM/other.svg" })],
  ["a name that climbs", withLine({ name: "../../state" })],
  ["a name twice", (school, asked) => partsOf(school, asked).slice(BEFORE - 1)],
  ["10 GB announced", withLine({ size: 10 * 1024 ** 3 })],
  ["a size that is none", withLine({ size: -1 })],
  ["another checksum announced", withLine({ checksum: "0".repeat(64) })],
  ["what is no line", () => [Buffer.from("<html>\n")]],
  ["a line without an end", () => [Buffer.alloc(100_000, "a")]],
  ["an end that counts wrongly", () => []],
  ["an end in the middle", () => [Buffer.from(`{"end":${BEFORE}}\n`)]],
])("%s in a bundle costs only what is not verified yet", async (_, fault) => {
  const school = await openSchool(FILES, (response, asked, own) => {
    const right = partsOf(own, asked).slice(0, BEFORE);
    own.sendBundle(response, [...right, ...fault(own, asked)], FILES);
  });
  await syncAll(school);
  expect(school.bundles).toHaveLength(1);
  expect(school.reads).toHaveLength(FILES - BEFORE + 1);
  expect(alone(school)).not.toContain(nameOf(BEFORE - 1));
});

test.each<[string, Fault]>([
  [
    "with wrong bytes",
    (school, asked) => [
      school.frameOf(asked, eleventh, { bytes: Buffer.alloc(300 + BEFORE, "x") }),
    ],
  ],
  ["that the school leaves out of a bundle", () => []],
])("a file %s costs only what is not verified yet", async (_, instead) => {
  const school = await openSchool(FILES, (response, asked, own) => {
    const parts = partsOf(own, asked);
    own.sendBundle(response, parts.toSpliced(BEFORE, 1, ...instead(own, asked)));
  });
  await syncAll(school);
  expect(alone(school)).toEqual([eleventh, FILM]);
});
