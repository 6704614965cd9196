import { hash } from "node:crypto";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { authorsFolder, contentsOf } from "./support/content-source.ts";
import { FORM, openNewSchool, sendForm } from "./support/first-start.ts";
import { formRequest } from "./support/form.ts";
import { choosePassword, linksTo } from "./support/mailed-link.ts";
import { runInProcess } from "./support/run-in-process.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";
import { DAY, TestSchool } from "./support/test-school.ts";

const ADMIN = { username: "ada", password: "a fine new seam" };
const STUDENT_PASSWORD = "chalk and thimbles";

/** Row 3 has a mistake in its mail address, and row 5 a course that nobody has. */
const PEOPLE = [
  "Username,Email,First name,Level,Courses",
  "nora,nora@thimble.example,Nora,0,PMB",
  "omar,omar.thimble.example,Omar,0,PMB",
  "tess,tess@thimble.example,Tess,10,",
  "uma,uma@thimble.example,Uma,0,XYZ",
].join("\n");

/** The tests' content as a zip. */
const zippedContent = async (): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(await contentsOf(await authorsFolder()))) {
    await zip.add(name, new Uint8ArrayReader(new Uint8Array(Buffer.from(text, "base64"))));
  }
  return Buffer.from(await zip.close());
};

/** An administrator of a school that was opened in an empty folder by the printed link. */
const setUp = async () => {
  const { school, path } = await openNewSchool();
  const own = {
    ...{ admin: ADMIN.username, password: ADMIN.password, repeat: ADMIN.password },
    address: "",
  };
  const done = await sendForm(school, path, { ...FORM, ...own }, { Origin: school.url });
  expect([done.status, done.text]).toEqual([200, expect.any(String)]);
  await school.server.refresh();
  const { token } = (await school.login(ADMIN.username, ADMIN.password)).json;
  return { school, desk: atDesk(school, token) };
};

const atDesk = (school: TestSchool, token: string) => {
  const call = async (name: string, json?: unknown, method?: string) => {
    const answer = await school.call(`/staff${name}`, {
      token,
      ...(json !== undefined && { json }),
      ...(method !== undefined && { method }),
    });
    expect([name, answer.status, answer.text]).toEqual([
      name,
      expect.toSatisfy((status: number) => status < 300),
      answer.text,
    ]);
    return answer.json;
  };
  return {
    token,
    call,
    /** Waits for a job. @returns what came of it, with the address of its file */
    async done(id: number) {
      await school.server.runJobs();
      const { job, result, file } = await call(`/jobs/${id}`);
      expect(job).toMatchObject({ state: "done", problem: "" });
      return { ...JSON.parse(result || "null"), file };
    },
  };
};

type Desk = ReturnType<typeof atDesk>;

const importPeople = async (school: TestSchool, desk: Desk) => {
  const body = Buffer.from(PEOPLE);
  const form = formRequest(desk.token, [{ name: "file", fileName: "people.csv", body }]);
  const { id } = (await school.call("/staff/imports", form)).json;
  const checked = await desk.done(id);
  expect(checked.counts).toEqual({ add: 2, change: 0, same: 0, wrong: 2 });
  expect(
    checked.rows.flatMap((row: { row: number; errors: { column: string }[] }) =>
      row.errors.map(({ column }) => [row.row, column]),
    ),
  ).toEqual([
    [3, "email"],
    [5, "courses"],
  ]);
  const order = { rows: "good", invite: true, language: "en" };
  const { file } = await desk.done((await desk.call(`/imports/${id}/run`, order)).id);
  const rest = await school.call(file.replace(/^\/api/, ""));
  expect(rest.text).toContain("omar.thimble.example");
  expect(rest.text).not.toContain("nora@thimble.example");
};

/** Gives the draft the school's own name and colour. */
const brandDraft = async (desk: Desk) => {
  const { draft, checksum, fields } = await desk.call("/school/brand");
  expect(draft).toBe(true);
  expect(fields).toContainEqual({ name: "name", value: "Thimble School" });
  const own = [
    { name: "name", value: "Fadenlauf" },
    { name: "accent", value: "#305080" },
  ];
  const order = { replaces: checksum, languages: null, fields: own, logo: null };
  expect((await desk.call("/school/brand", order, "PUT")).problems).toEqual([]);
};

const publishContent = async (school: TestSchool, desk: Desk) => {
  const zip = await zippedContent();
  const named = { checksum: hash("sha256", zip), size: zip.length };
  const part = `/staff/content/uploads/${named.checksum}?at=0&size=${named.size}&use=zip`;
  const sent = await school.call(part, { method: "PUT", token: desk.token, body: zip });
  expect(sent.json).toEqual({ received: named.size });
  const { draft: before, versions } = await desk.call("/content");
  expect(before).toBeNull();
  await desk.done((await desk.call("/content/draft/zip", { ...named, replaces: null })).job);
  await brandDraft(desk);
  const { draft } = await desk.call("/content");
  const { version } = draft;
  await desk.done((await desk.call("/content/draft/check", { version })).job);
  expect((await desk.call("/content")).draft.checked).toMatchObject({
    problem_count: 0,
    found: { changed_courses: expect.arrayContaining([expect.objectContaining({ key: "PMB" })]) },
  });
  const order = { version, published: versions[0]?.id ?? null };
  await desk.done((await desk.call("/content/draft/publish", order)).job);
  await school.server.refresh();
};

/** What the desk shows of a school: the same before a backup and after its restore. */
const shown = async (desk: Desk) => {
  const people = await desk.call("/people?sort=name");
  const reports = ["weeks", "stops", "ends", "waits"];
  return {
    people: people.people,
    reports: await Promise.all(reports.map((name) => desk.call(`/reports/${name}`))),
    versions: (await desk.call("/content")).versions,
  };
};

test("a school is opened in an empty folder, gets its people and content, and is the same after a backup and a restore", async () => {
  const { school, desk } = await setUp();
  await publishContent(school, desk);
  await importPeople(school, desk);

  const link = await vi.waitFor(async () => {
    const [found] = await linksTo(school, "nora@thimble.example");
    if (!found) throw new Error("The invitation has not been sent yet");
    return found;
  });
  expect((await choosePassword(school, link, STUDENT_PASSWORD)).status).toBe(200);
  const signedIn = await school.login("nora", STUDENT_PASSWORD);
  expect(signedIn.json.user.Organization).toMatchObject({ name: "Fadenlauf", accent: "#305080" });
  const { token } = signedIn.json;
  const { json: skeleton } = await school.call("/products/PM/skeleton", { token });
  const [first] = skeleton.product.courses.PMB.lessonsOrder;
  await school.complete(token, first.id);

  school.now += 7 * DAY;
  const again = atDesk(school, (await school.login(ADMIN.username, ADMIN.password)).json.token);
  const { weeks } = await again.call("/reports/weeks");
  const counts = await school.database.read
    .selectFrom("progress")
    .select("completed")
    .where("completed", "is not", null)
    .execute();
  expect(weeks.map((week: { completed: number }) => week.completed).filter(Boolean)).toEqual([
    counts.length,
  ]);
  const { changes } = await again.call("/changes");
  const told = changes.map((change: { action: string; kind: string; name: string }) =>
    [change.action, change.kind, change.kind === "person" ? change.name : ""].join(" ").trim(),
  );
  expect(told).toEqual(
    expect.arrayContaining([
      "added person ada",
      "imported content",
      "published content",
      "added person nora",
      "added person tess",
      "invited person nora",
    ]),
  );

  const file = path.join(temporaryFolder(), "school.tar.zst");
  const before = await shown(again);
  expect(await runInProcess(["backup", file], school.variables)).toMatchObject({ code: 0 });
  const folder = temporaryFolder();
  const restored = await runInProcess(["restore", file], { DATA_DIR: folder });
  expect(restored).toMatchObject({ code: 0 });
  const other = new TestSchool();
  onTestFinished(() => other.close());
  other.now = school.now;
  await other.open({}, folder);
  const { json } = await other.login(ADMIN.username, ADMIN.password);
  const after = await shown(atDesk(other, json.token));
  expect(after).toEqual(before);
});
