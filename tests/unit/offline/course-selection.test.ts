import { expect, test } from "vitest";
import { openSync, readableOn } from "../../faults/support/open-sync.ts";
import { startTreeSchool } from "../../faults/support/tree-school.ts";

/** Two courses: each has a picture of its own, and one is of both. */
const openCourses = async (elsewhere: ReadonlySet<string> | null = new Set()) => {
  const school = await startTreeSchool();
  const product = (...files: string[]) => school.productWith(files);
  const coats = product("coat.svg", "both.svg");
  school.products = {
    PM: product("dart.svg", "both.svg"),
    PC: { ...coats, props: { ...coats.props, key: "PC" } },
  };
  school.put("assets/PM/dart.svg", 100);
  school.put("assets/PM/both.svg", 40);
  school.put("assets/PC/coat.svg", 70);
  school.put("assets/PC/both.svg", 40, { seed: "assets/PM/both.svg" });
  const { sync, folder } = await openSync(school, { neededElsewhere: () => elsewhere });
  return { school, sync, folder };
};

type OpenedSync = Awaited<ReturnType<typeof openSync>>["sync"];

const freedBy = (sync: OpenedSync) =>
  Promise.all(["PM", "PC"].map((product) => sync.freedBy(product, "PMB")));

test("files that other accounts need free no space and stay on the disk when a course is deleted, and all files if that is not known", async () => {
  const unknown = await openCourses(null);
  await unknown.sync.start();
  expect(await freedBy(unknown.sync)).toEqual([0, 0]);
  const needed = new Set<string>();
  const { sync, folder } = await openCourses(needed);
  await sync.start();
  expect(await freedBy(sync)).toEqual([100, 70]);
  const coat = sync.tree()["assets/PC/coat.svg"]?.en?.filename ?? "";
  needed.add(coat);
  expect(await freedBy(sync)).toEqual([100, 0]);
  await sync.removeCourse("PC", "PMB");
  expect(folder.files.has(`files/${coat}`)).toBe(true);
  expect(sync.tree()["assets/PC/coat.svg"]?.en?.present).toBe(false);
});

test("courses that are deleted remove only their own files, are not fetched again, and can be restored", async () => {
  const { school, sync, folder } = await openCourses();
  school.put("glossary/dart.svg", 30);
  await sync.start();
  await sync.readCourses();
  await sync.removeCourse("PC", "PMB");
  await sync.removeCourse("PC", "PMB");
  const names = async () => Object.keys((await readableOn(folder)).en ?? {}).toSorted();
  expect(await names()).not.toContain("assets/PC/coat.svg");
  expect(await names()).toContain("assets/PM/both.svg");
  expect(await names()).toContain("glossary/dart.svg");
  const reads = school.reads.length;
  await sync.start({ thorough: true });
  expect(school.reads).toHaveLength(reads);
  expect(sync.state.courses?.[1]).toMatchObject({ kept: false });
  expect(sync.state).toMatchObject({ phase: "done", failed: 0 });

  await sync.keepCourse("PC", "PMB");
  await sync.start();
  expect(await readableOn(folder)).toEqual(school.manifest());
  expect(school.reads).toHaveLength(reads + 1);
  expect(sync.state.courses?.[1]).toMatchObject({ kept: true, presentBytes: 140 });
});
