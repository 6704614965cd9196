import { expect, test } from "vitest";
import { openApp, openSignedIn } from "../support/open-app.ts";
import { createOtherSchool } from "../support/other-school.ts";

test("another school's answer to a wrong password is understood", async () => {
  const { session } = openApp({ school: createOtherSchool() as never });
  expect(await session.signIn("eleni", "wrong")).toMatchObject({
    failure: { kind: "refused", status: 404 },
  });
});

test("a student of a school with another server sees its brand and courses, studies, returns and signs out", async () => {
  const school = createOtherSchool();
  const done = () => school.students.get("eleni")?.done;
  const first = await openSignedIn("eleni", { school: school as never });
  const { organisation, courses, study, progress, lessons } = first;
  await first.boot({ restore: false });
  expect(organisation.state.organisation).toMatchObject({
    name: "The Other Needle",
    footer: { url: "https://needle.example", tel: "+30 210 555" },
  });
  expect(courses.find("BASIC")).toMatchObject({ open: true });
  expect(courses.find("OLD")).toMatchObject({ open: false });

  expect(await study.ensure("SEW", "BASIC")).toBe(true);
  const { menus, product } = study.state.selection ?? {};
  expect(menus?.map(({ menu2 }) => menu2.map(({ lessons: keys }) => keys))).toEqual([
    [["needles", "S1_ml"], ["S2_ml"]],
    [["hems"]],
  ]);
  expect(progress.state.next).toBe(501);
  expect(await lessons.load("SEW", "S1_ml")).toMatchObject({ ok: false });

  const complete = (key: string) => progress.complete(product?.lessons[key]?.dbid ?? "", "pack-7");
  await complete("needles");
  const lesson = await lessons.load("SEW", "S1_ml");
  expect(lesson).toMatchObject({
    value: {
      html: { languages: { en: { pages: [{ title: "Sheet 1" }, { title: "Sheet 2" }] } } },
    },
  });
  await complete("S1_ml");
  expect(done()).toEqual(["needles", "S1_ml"]);

  await first.session.logOut();
  expect(school.calls).toContain("POST /user/logout");
  const again = await openSignedIn("eleni", { school: school as never, machine: first.machine });
  await again.boot({ restore: true });
  await expect.poll(() => again.progress.state.next).toBe(503);
  expect(again.study.state.selection?.courseKey).toBe("BASIC");
});
