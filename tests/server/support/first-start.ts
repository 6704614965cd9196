import { expect, onTestFinished, test } from "vitest";
import { runInProcess } from "./run-in-process.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { DAY, TestSchool } from "./test-school.ts";

export const FORM = {
  name: "Fadenlauf & Söhne",
  address: "https://learn.fadenlauf.example",
  admin: "Ada",
  email: "ada@fadenlauf.example",
  password: "a fine new seam",
  repeat: "a fine new seam",
  course: "empty",
};

const startPathOf = async (school: TestSchool): Promise<string> =>
  new URL((await school.server.startLink()) ?? "").pathname.replace("/api", "");

/** A school without content and accounts, for one test. */
export const openNewSchool = async (databaseUrl?: string) => {
  const school = new TestSchool();
  onTestFinished(() => school.close());
  await school.open({ databaseUrl }, temporaryFolder());
  return { school, path: await startPathOf(school) };
};

export const sendForm = (
  school: TestSchool,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
) => school.call(path, { form, headers });

/** What the first start of a school promises on each database. */
export const testFirstStart = (createDatabase: () => Promise<string | undefined>): void => {
  test("the printed link sets up a school in which its administrator signs in", async () => {
    const { school, path } = await openNewSchool(await createDatabase());
    const page = await school.call(path, { headers: { "Accept-Language": "de-AT,de;q=0.9" } });
    expect([page.status, page.text.includes("Ihre Schule einrichten")]).toEqual([200, true]);
    const done = await sendForm(school, path, FORM, { Origin: school.url });
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('role="status"')]);
    const answer = await school.login("ada", FORM.password);
    expect(answer.json.user).toMatchObject({
      level: 100,
      Organization: { name: FORM.name, email: FORM.email },
    });
    const { cds } = (await school.call("/products", { token: answer.json.token })).json;
    expect(cds).toMatchObject([{ cd: "FIRST" }]);
    const { out } = await runInProcess(["settings", "list", "--json"], school.variables);
    expect(JSON.parse(out)[0]).toMatchObject({ name: "PUBLIC_URL", value: FORM.address });
    const records = await school.rows("audit", {}, "id");
    expect(records.map(({ actor, action, kind }) => [actor, action, kind])).toEqual([
      ["school", "imported", "content"],
      ["school", "changed", "setting"],
      ["school", "added", "person"],
    ]);
  });

  test("a link is dead once it has been used, guessed, is a day old, or somebody has an account", async () => {
    const { school, path } = await openNewSchool(await createDatabase());
    const dead = async (at: string) => [
      (await school.call(at)).status,
      (await sendForm(school, at, FORM)).status,
    ];
    expect(await dead(`${path}x`)).toEqual([404, 404]);
    expect(await dead("/first-start/0")).toEqual([404, 404]);
    school.now += DAY;
    expect(await dead(path)).toEqual([404, 404]);
    school.now -= DAY;
    const other = await startPathOf(school);
    expect((await sendForm(school, path, FORM)).status).toBe(200);
    for (const used of [path, other]) expect(await dead(used)).toEqual([404, 404]);
    expect(await school.server.startLink()).toBeNull();
    expect(await school.rows("account")).toMatchObject([{ username: "Ada", level: 100 }]);
  });

  test("of two who send the form at once, one becomes the administrator", async () => {
    const { school, path } = await openNewSchool(await createDatabase());
    const other = await startPathOf(school);
    const answers = await Promise.all(
      [path, other, path, other].map((at, number) =>
        sendForm(school, at, {
          ...FORM,
          admin: `ada-${number}`,
          email: `a${number}@thread.example`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    expect(await school.rows("account")).toHaveLength(1);
  });
};
