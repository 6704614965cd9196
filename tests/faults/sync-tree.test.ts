import { expect, test } from "vitest";
import { openSync, readableOn, syncAll } from "./support/open-sync.ts";
import { startTreeSchool } from "./support/tree-school.ts";

const openSchool = async (files = 30) => {
  const school = await startTreeSchool();
  school.putSmall(files, 300);
  return school;
};

const shorten = (school: Awaited<ReturnType<typeof openSchool>>, left: number) => {
  const names = [...(school.trees.get("en")?.keys() ?? [])];
  for (const name of names.slice(left)) school.trees.get("en")?.delete(name);
};

test.each([
  "../escaped.svg",
  "assets/../../escaped.svg",
  "assets\\..\\escaped.svg",
  "ASSETS/pm/0.SVG",
  "assets/PM/０.svg",
])("a name such as %j is refused, counted, and does no harm", async (name) => {
  const school = await openSchool();
  const good = school.manifest();
  school.put(name, 200);
  const { sync, folder } = await openSync(school);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failed: 0, refusedNames: 1 });
  expect(await readableOn(folder)).toEqual(good);
  expect(school.reads.some((read) => read.name === name)).toBe(false);
  for (const path of folder.files.keys()) {
    expect(path).toMatch(/^(files\/[\da-f]{40}\.cache|\w+\.json)$/);
  }
});

test.each(["constructor/a", "a/__proto__", "toString"])("%s is an ordinary name", async (name) => {
  const school = await openSchool(3);
  school.put(name, 100);
  await syncAll(school);
});

test.each([0, 26])("a tree cut to %i of 30 deletes nothing without consent", async (left) => {
  const school = await openSchool();
  const all = school.manifest();
  const { sync, folder, memory } = await syncAll(school);
  shorten(school, left);
  await sync.start({ thorough: true });
  const removal = { files: 30 - left, bytes: (30 - left) * 300 };
  expect(sync.state).toMatchObject({ phase: "done", removal });
  expect(await readableOn(folder)).toEqual(all);
  // Neither a later check nor a restart changes that.
  memory.advance(24 * 60 * 60_000);
  await sync.start();
  const again = await openSync(school, { disk: { files: folder.files, values: new Map() } });
  await again.sync.start();
  expect(again.sync.state.removal).toEqual(sync.state.removal);
  expect(await readableOn(again.folder)).toEqual(all);

  await again.sync.confirmRemoval();
  expect(again.sync.state).toMatchObject({ phase: "done", removal: null });
  expect((await readableOn(again.folder)).en ?? {}).toEqual(school.manifest().en);
  const cached = [...again.folder.files.keys()].filter((path) => path.startsWith("files/"));
  expect(cached).toHaveLength(left);
});

test("a shortened tree by a few of many is applied at once", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  shorten(school, 28);
  await sync.start({ thorough: true });
  expect(sync.state.removal).toBeNull();
  expect(await readableOn(folder)).toEqual(school.manifest());
});

test("a shortened tree that is complete again asks nobody, and fetches nothing", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  const tree = new Map(school.trees.get("en"));
  shorten(school, 0);
  await sync.start({ thorough: true });
  school.trees.set("en", tree);
  await sync.start({ thorough: true });
  expect(sync.state.removal).toBeNull();
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(school.reads).toHaveLength(30);
});

test("content without any product does not replace the stored content", async () => {
  const school = await openSchool();
  const { sync, folder } = await syncAll(school);
  const content = folder.files.get("content.json");
  school.products = {};
  shorten(school, 0);
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", removal: { files: 30 } });
  expect(folder.files.get("content.json")).toEqual(content);
  await sync.confirmRemoval();
  expect(folder.files.get("content.json")).not.toEqual(content);
  expect(await readableOn(folder)).toEqual({});
});

test.each([
  ["/menu/usercontent", '{"content":{"products":{"PM":{"lessons":1}}}}'],
  ["/files/treelist", `{"metas":{"a":{"checksum":"${"0".repeat(64)}","size":-1}}}`],
])("an answer to %s that does not match the contract is refused: %s", async (path, body) => {
  const school = await openSchool(3);
  const { sync, folder } = await syncAll(school);
  const before = new Map(folder.files);
  school.products = { PM: school.productWith(["new.svg"]) };
  school.callOverrides.set(path, (response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(body),
  );
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "failed", failure: { kind: "undecodable" } });
  expect(folder.files).toEqual(before);
  school.callOverrides.clear();
  await sync.start();
  expect(sync.state).toMatchObject({ phase: "done", failure: null });
});

test("a captive portal's page is not accepted: the sync waits, and continues afterwards", async () => {
  const school = await openSchool(3);
  school.callOverrides.set("/menu/checksum", (response) =>
    response.writeHead(200, { "content-type": "text/html" }).end("<h1>Welcome</h1>"),
  );
  const phases: string[] = [];
  const { sync, folder } = await openSync(school, {
    sleep: async () => {
      phases.push(sync.state.phase);
      if (phases.length === 4) school.callOverrides.clear();
    },
  });
  await sync.start();
  expect(phases).toEqual(["waiting", "waiting", "waiting", "waiting"]);
  expect(await readableOn(folder)).toEqual(school.manifest());
});
