import { createHash, randomBytes } from "node:crypto";
import { Hono } from "hono";

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
  sessionId: string | null;
  done: string[];
}

export const createOtherSchool = () => {
  const students = new Map<string, Student>([
    ["eleni", { password: "secret", sessionId: null, done: [] }],
  ]);
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
    student.sessionId = sessionId;
    sessions.set(token, student);
    const user = { id: "u-7", firstName: null, lastName: "Papadaki", username, email: null };
    const rest = { level: "0", languages: null, registration: "0000-00-00", expire: null };
    const organisation = { org_id: "42", Organization: ORGANISATION, ...noise };
    const whole = { ...user, ...rest, ...organisation, sessionId };
    return context.json({ user: whole, token, ...noise });
  });
  api.get("/organizations/:id/announcements/active", (context) => context.text("oops", 500));
  api.get("/organizations/:id", (context) => context.json({ organization: ORGANISATION }));

  api.use(async (context, next) => {
    const student = sessions.get(context.req.header("authorization")?.slice(7) ?? "");
    if (!student) return context.body(null, 401);
    context.set("student", student);
    await next();
  });
  api.get("/user/get-session", (context) => {
    const { sessionId } = context.get("student");
    const proof = createHash("sha256").update(`${context.req.query("t")}\n${sessionId}`);
    return context.json({ sessionId, t: proof.digest("hex"), ...noise });
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
  api.put("/user/progress/:lesson/session", (context) => context.json({ progress: null }));
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
