import * as v from "valibot";
import { expect, test } from "vitest";
import { acceptPolicy, getCourses } from "../../../src/contract/account.ts";
import { getAssignments, postAssignment } from "../../../src/contract/assignments.ts";
import { getLesson, getProducts, getSkeleton } from "../../../src/contract/content.ts";
import { getDefaultMeasurement, getMeasurements } from "../../../src/contract/measurements.ts";
import { getMessage, getMessages } from "../../../src/contract/messages.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
import { getNextLesson, getProgress, putComplete } from "../../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../../src/contract/reference.ts";
import { getSession, login } from "../../../src/contract/session.ts";

/** Decodes a JSON answer as a client does; null if it is invalid. */
const decode = <Answer>(
  call: { answer: v.GenericSchema<unknown, Answer> | "bytes" | "nothing" },
  answer: unknown,
): Answer | null => {
  if (typeof call.answer === "string") throw new Error("This call's answer is not decoded.");
  const decoded = v.safeParse(call.answer, JSON.parse(JSON.stringify(answer)));
  return decoded.success ? decoded.output : null;
};

test.each<[string, Parameters<typeof decode>[0], unknown[]]>([
  ["assignments", getAssignments, [[], {}, { assignments: null }, { assignments: [{}] }]],
  ["products", getProducts, ["PM"]],
  ["measurement tables", getMeasurements, [{}, ["surprise"]]],
  ["a measurement table", getDefaultMeasurement, [{}, ["surprise"]]],
  ["an accepted policy", acceptPolicy, [["surprise"]]],
  ["messages", getMessages, [{}, [], ["surprise"], { messages: null, attachments: null }]],
  ["files", getMessage, [{}, [], ["surprise"], { messages: null, attachments: null }]],
  ["a list of next lessons", getNextLesson, [{ lessons: [] }]],
  ["person or token", login, [{ user: {} }, { token: "t" }, { user: null, token: "t" }, [], "t"]],
])("an answer without %s is invalid", (_, call, answers) => {
  expect(answers.map((answer) => decode(call, answer))).toEqual(answers.map(() => null));
});

const readAssignment = (assignment: object) => decode(postAssignment, { assignment })?.assignment;

test("an assignment needs only an id", () => {
  expect(readAssignment({ id: "7" })).toEqual({
    ...{ id: 7, lesson_id: null, course_id: null, product: "", title: "", translations: [] },
    ...{ instructions: null, image: null, criteria: [], draft: null, state: "open" },
    ...{ uploads: [], uploads_cursor: null, student: null },
  });
});

test.each<[string | number | null, string]>([
  ["uploaded", "uploaded"],
  ["accepted", "accepted"],
  ["returned", "returned"],
  ["graded", "open"],
  [null, "open"],
  [7, "open"],
])("an assignment in the state %j is %s", (state, expected) => {
  expect(readAssignment({ id: 1, state })?.state).toBe(expected);
});

test("an assignment has uploads with valid dates and optional feedback", () => {
  const files = [{ name: "a.jpg" }];
  const upload = { id: 1, date: "soon", files, feedback: { tutor: { id: 9 } } };
  expect(readAssignment({ id: 1, uploads: [upload] })?.uploads).toEqual([
    {
      ...{ id: 1, date: null, comment: "", thread: null },
      files: [{ name: "a.jpg", size: 0, type: "", marked: null }],
      feedback: { text: "", date: null, tutor: "", new: null, voice: null },
    },
  ]);
});

const page = { title: "Lines", html: "<p>Draw.</p>", subLessons: [{ subLessonId: 8 }] };

const fields = {
  ...{ dbid: 7, key: "lines_ml", title: { en: "Lines", he: "קווים" }, image: "lines.svg" },
  ...{ type: "text", hasAssignment: true, hasAssignmentImage: false },
  html: { languages: { en: { pages: [page] } } },
};

const lessonOf = (sent: unknown) => decode(getLesson, { lesson: sent })?.lesson;

test("a lesson is read flat and under props", () => {
  const flat = lessonOf(fields);
  expect(flat).toMatchObject(fields);
  expect(lessonOf({ props: fields })).toEqual(flat);
  const { html, ...props } = fields;
  expect(lessonOf({ props, html })).toEqual(flat);
});

const pagesOf = (pages: unknown) => ({ html: { languages: { en: { pages } } } });

test("a lesson needs only an id and a key", () => {
  expect(lessonOf({ dbid: "7", key: "lines" })).toEqual({
    ...{ dbid: 7, key: "lines", title: {}, image: "", type: "", subLessons: [], html: null },
    ...{ hasAssignment: false, hasAssignmentImage: false },
  });
});

test("a lesson may name its parts by ids as text, with titles of any form", () => {
  const subLessons = [
    { subLessonId: "8", title: { en: "One" } },
    { subLessonId: 9, title: null },
    { subLessonId: "s-1", title: "Three" },
  ];
  const lesson = lessonOf({ ...fields, ...pagesOf([{ ...page, subLessons }]) });
  const [first] = lesson?.html?.languages.en?.pages ?? [];
  expect(first?.subLessons.map((sub) => sub.subLessonId)).toEqual([8, 9, "s-1"]);
});

const NULLS = { title: null, html: null, subLessons: null };

test.each<[string, object, object]>([
  ["an unknown type and fields", { type: "hologram", mood: { of: [] } }, { type: "hologram" }],
  ["a plain text as its title", { title: "Lines" }, { title: { en: "Lines" } }],
  ["a number as its title", { title: 7 }, { title: {} }],
  ["no title in one language", { title: { en: "Lines", he: null } }, { title: { en: "Lines" } }],
  ["no html", { html: undefined }, { html: null }],
  ["no languages", { html: {} }, { html: { languages: {} } }],
  ["null for pages", pagesOf(null), pagesOf([])],
  ["a page of nulls", pagesOf([NULLS]), pagesOf([{ title: "", html: "", subLessons: [] }])],
])("a lesson with %s is read", (_, change, expected) => {
  const lesson = lessonOf({ ...fields, ...change });
  expect(lesson).toMatchObject(expected);
  expect(lesson).not.toHaveProperty("mood");
});

test.each([
  ["no id", { key: "lines" }],
  ["text in place of html", { ...fields, html: "<p>" }],
  ["text in place of pages", { ...fields, ...pagesOf("one") }],
  ["no object", "lines"],
])("a lesson with %s is invalid", (_, sent) => {
  expect(lessonOf(sent)).toBeUndefined();
});

const section = { title: "First", w: 120, h: 90, translations: [], lessons: ["lines_ml"] };
const entry = { key: "a", title: "Lines", descr: "All of them", translations: [] };
const PMB = { id: 3, title: "Basics", translations: [], weeklyTarget: 4, visibles: ["a"] };
const flat = {
  ...{ id: 1, key: "PM", title: "Patterns", translations: [], lessons: { lines_ml: fields } },
  menu: { menu1: [{ ...entry, menu2: [section] }] },
  courses: { PMB: { ...PMB, lessonsOrder: [{ id: 7, package_id: 2 }] } },
  courseOrder: ["PMB"],
};
const readProduct = (sent: unknown) => decode(getSkeleton, { product: sent })?.product;

test("a product is read", () => {
  expect(readProduct(flat)).toMatchObject(flat);
});

test("a product may lack translations, orders, package ids and the size of a section's pictures", () => {
  const courses = { PMB: { id: 3, lessonsOrder: [{ id: 7 }, { id: 8, package_id: null }] } };
  const bare = readProduct({ key: "PM", menu: { menu1: null }, lessons: {}, courses });
  expect(bare).toMatchObject({ id: 0, title: "", translations: [], courseOrder: [] });
  expect(bare?.courses.PMB).toEqual({
    ...{ id: 3, title: "", translations: [], weeklyTarget: 0, image: "", visibles: [] },
    lessonsOrder: [7, 8].map((id) => ({ id, package_id: 1 })),
  });
  const { w: _, h: __, ...sizeless } = section;
  const sent = { ...flat, menu: { menu1: [{ ...entry, menu2: [sizeless] }] } };
  expect(readProduct(sent)?.menu.menu1[0]?.menu2[0]).toMatchObject({ w: null, h: null });
});

test("a product without lessons, courses or menus is invalid", () => {
  const lacking = [{ lessons: undefined }, { courses: null }, { menu: undefined }];
  const sent = [null, ...lacking.map((change) => ({ ...flat, ...change }))];
  expect(sent.map(readProduct)).toEqual(sent.map(() => undefined));
});

test("the list of products may lack translations, and ids may be text", () => {
  const cds = [
    { id: "1", cd: "PM", title: "Patterns", translations: null, colour: "blue" },
    { id: 2, cd: "SW", title: null },
  ];
  expect(decode(getProducts, { cds })).toEqual({
    cds: [
      { id: 1, cd: "PM", title: "Patterns", translations: [] },
      { id: 2, cd: "SW", title: "", translations: [] },
    ],
  });
  expect(decode(getProducts, { cds: null })).toEqual({ cds: [] });
});

const table = {
  ...{ id: 3, name: "Spring", is_default: true, units: "in" },
  ...{ updated: "2026-11-18T12:00:00.000Z", values: { waist_girth: 68.5, hip_girth: null } },
};

const readTable = (measurement: unknown) =>
  decode(getDefaultMeasurement, { measurement })?.measurement;

test("a measurement table is read with fields that a server adds", () => {
  expect(readTable({ ...table, is_default: 1, owner: 7 })).toEqual(table);
  // Numbers may be text; what is no number is dropped.
  const values = { a: "68.5", b: "", c: "wide", d: {}, e: 0, f: true };
  const numbers = { a: 68.5, b: null, c: null, d: null, e: 0, f: null };
  expect(readTable({ ...table, values })?.values).toEqual(numbers);
});

test("a measurement table needs only an id, and may be missing", () => {
  const bare = { name: "", is_default: false, units: "cm", updated: null, values: {} };
  expect(readTable({ id: "m-1" })).toEqual({ id: "m-1", ...bare });
  const sent = { id: "12", units: "ell", values: [1], is_default: "1" };
  expect(readTable(sent)).toMatchObject({ id: 12, is_default: true, units: "cm" });
  expect(readTable(null)).toBeNull();
  const none = { measurements: [], cursor: null };
  expect(decode(getMeasurements, { measurements: null })).toEqual(none);
});

test("an accepted policy has a day", () => {
  expect(decode(acceptPolicy, { accepted: "2026-11-18" })).toEqual({ accepted: "2026-11-18" });
  expect(decode(acceptPolicy, { accepted: false })).toEqual({ accepted: null });
});

test("messages without their optional fields are read", () => {
  const read = {
    ...{ id: 4, thread: null, subject: "", body: "", date: null, read: false, attachmentCount: 0 },
    from: { id: null, name: "", role: "tutor" },
  };
  const list = { messages: [read], cursor: null, conversations: null, internal: true };
  expect(decode(getMessages, { messages: [{ id: "4" }] })).toEqual(list);
  const outside = decode(getMessages, { messages: [], internal: 0 });
  expect(outside).toEqual({ ...list, messages: [], internal: false });
});

test("line endings of mail are normalised, and a subject has one line", () => {
  const mail = { id: 1, subject: "a\r\nb", body: "a\r\nb\rc\nd" };
  const read = { subject: "a b", body: "a\nb\nc\nd" };
  expect(decode(getMessages, { messages: [mail] })?.messages).toMatchObject([read]);
});

test("a message's files are read with the fields that are known", () => {
  expect(decode(getMessage, { attachments: [{ data: "AAAA", extra: 1 }] })).toEqual({
    attachments: [{ name: "", type: "", size: null, data: "AAAA", url: null }],
  });
});

const readPerson = (user: object) => decode(login, { user, token: "t" })?.user;

test.each([
  [0, 0],
  ["100", 100],
  [null, 0],
  ["boss", 0],
  [undefined, 0],
])("a signed-in person at level %j has level %i", (sent, level) => {
  expect(readPerson({ level: sent })?.level).toBe(level);
});

test("a signed-in person needs only a token, and has optional dates, and flags in any of three forms", () => {
  const sent = { expire: "0000-00-00", registration: "2025-09-01", canDownloadApp: "1" };
  expect(readPerson(sent)).toMatchObject({ ...sent, expire: null, canDownloadApp: true });
  expect(readPerson({})).toEqual({
    ...{ id: 0, firstName: "", lastName: "", username: "", email: "", level: 0, org_id: null },
    ...{ languages: ["en", "es", "de"], registration: null, expire: null, serialNumber: "" },
    ...{ accepted_policy_personaldata: null, accepted_policy_mediaconsent: null },
    ...{ canDownloadApp: false, signedInElsewhere: false, schoolZone: "", sessionId: null },
  });
});

test("a session check reads the proof as text, also when it is a number too large to be exact", () => {
  const t = "1234567890".repeat(6).padEnd(64, "0");
  expect(decode(getSession, { t, sessionId: "s" })).toEqual({ t, sessionId: "s" });
  expect(decode(getSession, { t: 17, sessionId: null })).toEqual({ t: 17, sessionId: null });
});

test("a person's course may lack dates, translations and an order", () => {
  const course = { id: "3", key: "PMB", cdId: "1" };
  const courseOf = (sent: object) => decode(getCourses, { courses: [sent] })?.courses[0];
  expect(courseOf(course)).toEqual({
    ...{ id: 3, key: "PMB", title: "", translations: [], order: 0, image: "", cdId: 1 },
    ...{ weeklyTarget: 0 },
    user_courses: { expDate: null, expDateReal: null, subDate: null, subMonths: null },
  });
  const user_courses = { expDate: "2026-05-01", expDateReal: "", subDate: "never", subMonths: 6 };
  const read = { ...user_courses, expDateReal: null, subDate: null };
  expect(courseOf({ ...course, user_courses })).toMatchObject({ user_courses: read });
});

test.each([null, undefined])("a list of courses or of progress may be %s", (sent) => {
  expect(decode(getCourses, { courses: sent })).toEqual({ courses: [] });
  expect(decode(getProgress, { progress: sent })).toEqual({ progress: [] });
  expect(decode(putComplete, { progress: sent })).toEqual({ progress: null });
});

test("a list of no assignments is read with fields that are not known", () => {
  const none = { assignments: [], cursor: null };
  expect(decode(getAssignments, { assignments: [], more: 1 })).toEqual(none);
});

const footerOf = (footer: unknown) =>
  decode(getOrganisation, { organization: { id: "1", download_available: 0, footer } })
    ?.organization.footer;

test("an organisation's footer is read as an object and as JSON in a string", () => {
  const sent = { url: "https://school.example", tel: "+49 1", unknown: 1 };
  expect(footerOf(sent)).toMatchObject({ url: "https://school.example", tel: "+49 1", fax: "" });
  expect(footerOf(JSON.stringify(sent))).toEqual(footerOf(sent));
  for (const none of ["", "{", "null", "undefined", null, undefined])
    expect(new Set(Object.values(footerOf(none) ?? { none: "no footer" }))).toEqual(new Set([""]));
});

test("the next lesson may be a bare id, an empty object, or null", () => {
  expect(decode(getNextLesson, [{ id: "7" }])).toEqual([
    { id: 7, key: "", title: undefined, package_id: 1, menu: null, completed: false },
  ]);
  expect(decode(getNextLesson, [])).toEqual([]);
  expect(decode(getNextLesson, null)).toEqual([]);
});

test("questions, terms and instructions may lack translations and orders", () => {
  expect(decode(getFaqs, { faqs: [{ id: "1" }] })?.faqs).toMatchObject([
    { id: 1, order: 0, translations: [] },
  ]);
  expect(decode(getGlossary, { glossary: [{ id: 2, translations: null }] })?.glossary).toEqual([
    { id: 2, term: "", image: null, translations: [] },
  ]);
  const sent = { courseInstructions: [{ id: 3, translations: [{ language: "en", title: null }] }] };
  expect(decode(getInstructions, sent)?.courseInstructions).toEqual([
    { id: 3, order: 0, courseId: null, translations: [{ language: "en", title: "", html: "" }] },
  ]);
});
