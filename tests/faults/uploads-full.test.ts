import { readdir } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FILES, formRequest } from "../server/support/form.ts";
import { PMB, TestSchool } from "../server/support/test-school.ts";
import { mountDisk } from "../support/disk.ts";

test("a hand-in that does not fit on the disk is refused whole, and a smaller one is accepted", async ({
  skip,
}) => {
  const school = await TestSchool.open();
  onTestFinished(() => school.close());
  const folder = path.join(school.dataDir, "uploads");
  const disk = mountDisk(folder, 1024);
  if (!disk) skip("no small disk can be mounted here");
  onTestFinished(() => disk?.remove());
  const { token } = await school.student({ course: PMB });
  for (const lesson of [101, 102, 103, 106, 107]) await school.complete(token, lesson);
  const handIn = (...sizes: number[]) =>
    school.call(
      "/user/assignments",
      formRequest(token, [
        { name: "assignment_id", body: "108" },
        ...sizes.map((size) => ({ name: "files", fileName: "a.jpg", body: FILES.jpeg(size) })),
      ]),
    );

  const refused = await handIn(600_000, 600_000);
  expect([refused.status, refused.json.code]).toEqual([507, "server/storage_full"]);
  expect(await readdir(folder)).toEqual([]);
  const { assignments } = (await school.call("/user/assignments", { token })).json;
  expect(assignments[0]).toMatchObject({ state: "open", uploads: [] });
  expect((await handIn(600_000)).status).toBe(201);
});
