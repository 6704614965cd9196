import { resolveObjectURL } from "node:buffer";
import { expect, test } from "vitest";
import { first, openAssignments } from "../../support/open-assignments.ts";

/** A student's first assignment, and the service that has its files. */
const openFiles = async () => {
  const opened = await openAssignments();
  return { ...opened, ...first(opened.service) };
};

test("files that do not exist differ from those that could not be fetched", async () => {
  const { service, school, assignment } = await openFiles();
  const sheet = { ...assignment, instructions: "absent.svg" };
  expect(await service.instructions(sheet)).toMatchObject({
    failure: { kind: "refused", status: 404 },
  });
  const there = { ...sheet, instructions: "task.svg" };
  school.answer("GET /assets/fetchData", () => school.refusal(500, ""));
  expect(await service.instructions(there)).toMatchObject({ ok: false });
  school.network.up = false;
  expect(await service.instructions(there)).toMatchObject({ ok: false });
});

test("files are previewed only if they are photos", async () => {
  const { service, school, assignment } = await openFiles();
  const address = (name: string) => `GET /user/assignments/5/uploads/31/${name}`;
  school.answer(address("a.jpg"), (context) => context.body(new Uint8Array([0xff, 0xd8, 0xff])));
  school.answer(address("b.jpg"), (context) => context.body("<svg onload=alert(1)>"));
  const photo = service.photo(assignment, 31, "a.jpg");
  expect(await photo.url).toMatch(/^blob:/);
  photo.release();
  expect(await service.photo(assignment, 31, "b.jpg").url).toBeNull();
  school.answer(address("c.pdf"), (context) => context.body("%PDF-1.7"));
  expect(await service.photo(assignment, 31, "c.pdf").url).toBeNull();
  expect(await service.photo(assignment, 31, "absent.jpg").url).toBeNull();
});

test("files are shown with the type of their bytes until they are released", async () => {
  const { service, school, assignment } = await openFiles();
  const bytes = new Uint8Array([0xff, 0xd8, 0xff]);
  school.answer("GET /user/assignments/5/uploads/31/a", (context) => context.body(bytes));
  const photo = service.photo(assignment, 31, "a");
  const url = (await photo.url) ?? "";
  expect(resolveObjectURL(url)).toMatchObject({ type: "image/jpeg", size: 3 });
  photo.release();
  await photo.url;
  expect(resolveObjectURL(url)).toBeUndefined();
});

test("files of the task are shown unless they are empty or missing", async () => {
  const { service, school } = await openAssignments();
  const sizes: Record<string, number> = { "block.webp": 4, "empty.webp": 0 };
  school.answer("GET /user/assignments/image", (context) => {
    const size = sizes[context.req.query("title") ?? ""];
    const isOwn = context.req.query("product") === "PM" && size !== undefined;
    return isOwn ? context.body(new Uint8Array(size)) : school.refusal(404, "");
  });
  const urlOf = (title: string) => service.figure("PM", title).url;
  expect(resolveObjectURL((await urlOf("block.webp")) ?? "")?.size).toBe(4);
  expect(await urlOf("empty.webp")).toBeNull();
  expect(await urlOf("absent.webp")).toBeNull();
});
