import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { openApp, openSignedIn } from "../support/open-app.ts";

// Another school's server, written from the specification and the contract only. Where these leave
// a choice it differs from ours: fields under `props`, flat menus, ids as text, missing values left
// out or null, additional fields everywhere, its own error codes or none.

const noise = { _rev: "3-917c", createdBy: { id: 1, nick: "ops" }, tags: [], deletedAt: null };

const part = (dbid: string, key: string, title: string) => ({
  [key]: { props: { dbid, key, title: { en: title }, type: "text", ...noise } },
});
const lesson = (dbid: string, key: string, title: string) => ({
  [key]: {
    props: { dbid, key, title: { en: title, el: null }, image: `${key}.png`, type: "text" },
    hasAssignment: "0",
    ...noise,
  },
});

const LESSONS: Record<string, { props: { dbid: string; title: { en: string } } }> = {
  ...lesson("501", "needles", "Choosing a needle"),
  ...lesson("502", "S1_ml", "Stitches by hand"),
  ...lesson("503", "S2_ml", "Stitches by machine"),
  ...lesson("504", "hems", "Hems that last"),
  ...part("901", "running", "The running stitch"),
  ...part("902", "backstitch", "The backstitch"),
};
const ORDER = ["needles", "S1_ml", "S2_ml", "hems"];
const PARTS: Record<string, string[][]> = { S1_ml: [["901"], ["902"]] };

const idOf = (key: string) => LESSONS[key]?.props.dbid ?? "";
const keyOf = (name: string) =>
  Object.keys(LESSONS).find(
    (key) => key.toLowerCase() === name.toLowerCase() || idOf(key) === name,
  );
const mainOf = (key: string): string =>
  ORDER.find((main) => PARTS[main]?.flat().includes(idOf(key))) ?? key;

const wholeLesson = (key: string) => {
  const { title } = LESSONS[key]?.props ?? {};
  const pages = (PARTS[key] ?? [[]]).map((ids, index) => ({
    title: `Sheet ${index + 1}`,
    html: `<h2>${title?.en}</h2><p>All about “${title?.en}”, sheet ${index + 1}.</p>
      <p><img data-asset="pins.svg" alt="Two pins"><img data-asset="gone.svg" alt="Gone"></p>`,
    subLessons: ids.length === 0 ? null : ids.map((id) => ({ subLessonId: Number(id), ...noise })),
  }));
  return { ...LESSONS[key], html: { languages: { en: { pages } } } };
};

const FIRST = {
  ...{ key: "first", title: "First steps" },
  menu2: [
    { title: "By hand", lessons: ["needles", "S1_ml"] },
    { title: "By machine", w: 64, h: 64, translations: null, lessons: ["S2_ml"] },
  ],
};
const HEMS = { title: "Hems", lessons: ["hems"] };
const THEN = { key: "then", title: "And then", descr: null, menu2: [HEMS] };

/** Flat menus, products and courses under props, no main lesson named for any part. */
const skeleton = {
  props: { id: "p-1", key: "SEW", title: "Sewing", ...noise },
  menu: { menu1: [FIRST, THEN], ...noise },
  lessons: LESSONS,
  courses: {
    BASIC: {
      props: { id: "c-basic", title: "Sewing for a start", translations: null },
      visibles: null,
      lessonsOrder: ORDER.map((key) => ({ id: idOf(key), package_id: "pack-7" })),
      lpackages: ["pack-7"],
    },
    OLD: { props: { id: "c-old", title: "Last year's course" }, lessonsOrder: [] },
  },
  lpackages: { "pack-7": { props: { packageId: "pack-7", pdf: null } } },
};

const course = (id: string, key: string, title: string, expDate: string) => ({
  ...{ id, key, title, cdId: "p-1", translations: [{ language: "fr", title: "Autre chose" }] },
  user_courses: { expDate, expDateReal: null, subDate: "2020-01-01", subMonths: null, ...noise },
});
const COURSES = [
  course("c-basic", "BASIC", "Sewing for a start", "2099-12-31"),
  course("c-old", "OLD", "Last year's course", "2021-06-30"),
];

const FOOTER = JSON.stringify({ url: "https://needle.example", tel: "+30 210 555", fax: null });
const ORGANISATION = { id: "42", name: "The Other Needle", logo: null, footer: FOOTER, ...noise };

interface Student {
  password: string;
  done: string[];
}

const createOtherSchool = () => {
  const students = new Map<string, Student>([["eleni", { password: "secret", done: [] }]]);
  const sessions = new Map<string, Student>();
  const calls: string[] = [];
  const api = new Hono<{ Variables: { student: Student } }>();

  const nextFor = ({ done }: Student): string | undefined =>
    ORDER.find((key) => !done.includes(key));
  const isOpen = (student: Student, key: string): boolean => {
    const next = nextFor(student);
    return !next || ORDER.indexOf(mainOf(key)) <= ORDER.indexOf(next);
  };

  api.use(async (context, next) => {
    calls.push(`${context.req.method} ${context.req.path}`);
    await next();
  });
  api.post("/user/login", async (context) => {
    const { username, password, sessionId } = await context.req.json();
    const student = students.get(username);
    if (!student || student.password !== password) return context.text("Who are you?", 404);
    const token = randomBytes(9).toString("base64");
    sessions.set(token, student);
    const user = { id: "u-7", firstName: null, lastName: "Papadaki", username, email: null };
    const rest = { level: "0", languages: null, registration: "0000-00-00", expire: null };
    const organisation = { org_id: "42", Organization: ORGANISATION, ...noise };
    const whole = { ...user, ...rest, ...organisation, sessionId };
    return context.json({ user: whole, token, ...noise });
  });
  api.get("/organizations/:id", (context) => context.json({ organization: ORGANISATION }));

  api.use(async (context, next) => {
    const student = sessions.get(context.req.header("authorization")?.slice(7) ?? "");
    if (!student) return context.body(null, 401);
    context.set("student", student);
    await next();
  });
  api.get("/user/courses", (context) => context.json({ courses: COURSES, total: 2 }));
  api.get("/products", (context) =>
    context.json({ cds: [{ id: "p-1", cd: "SEW", title: "Sewing", ...noise }], page: 1 }),
  );
  api.get("/products/:product/skeleton", (context) =>
    /^sew$/i.test(context.req.param("product"))
      ? context.json({ product: skeleton, ...noise })
      : context.json({ message: "No such thing." }, 404),
  );
  api.get("/products/:product/lessons/:lesson", (context) => {
    const key = keyOf(context.req.param("lesson"));
    if (!key) return context.json({ error: { number: 17 } }, 404);
    if (!isOpen(context.get("student"), key)) return context.body(null, 403);
    return context.json({ lesson: wholeLesson(key), ...noise });
  });
  api.get("/user/progress", (context) => {
    const { done } = context.get("student");
    const progress = done.map((key) => ({
      ...{ lesson_id: idOf(key), package_id: "pack-7", course_id: "c-basic" },
      ...{ opened: null, completed: "2026-03-01T10:00:00+02:00", ...noise },
    }));
    return context.json({ progress: progress.length > 0 ? progress : null });
  });
  const reference = (key?: string) =>
    key ? [{ id: idOf(key), key, title: LESSONS[key]?.props.title, menu: null, ...noise }] : [];
  api.get("/user/progress/previousLesson/:course", (context) =>
    context.json(reference(context.get("student").done.at(-1))),
  );
  api.get("/user/progress/nextLesson/:course", (context) =>
    context.json(reference(nextFor(context.get("student")))),
  );
  api.put("/user/progress/:lesson/complete", async (context) => {
    const key = keyOf(context.req.param("lesson"));
    const { package_id } = await context.req.json();
    const { done } = context.get("student");
    if (!key || package_id !== "pack-7") return context.json({ why: "no such lesson" }, 422);
    if (!done.includes(key)) done.push(key);
    return context.json({ progress: null });
  });
  api.notFound((context) => context.html("<h1>Nothing here</h1>", 404));

  return { fetch: api.request as typeof fetch, calls, students };
};

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
