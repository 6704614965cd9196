import { expect, test } from "vitest";
import { getCourses } from "../../../src/contract/account.ts";
import { getOrganisation } from "../../../src/contract/organisation.ts";
import { getNextLesson, getProgress, putComplete } from "../../../src/contract/progress.ts";
import { getFaqs, getGlossary, getInstructions } from "../../../src/contract/reference.ts";
import { getSession, login } from "../../../src/contract/session.ts";
import { decode } from "./decode.ts";

const read = (user: object) => decode(login, { user, token: "t" })?.user;

test.each([
  [0, 0],
  ["100", 100],
  [null, 0],
  ["boss", 0],
  [undefined, 0],
])("a signed-in person at level %j has level %i", (sent, level) => {
  expect(read({ level: sent })?.level).toBe(level);
});

test("a signed-in person needs only a token, and has optional dates, and flags in any of three forms", () => {
  const sent = { expire: "0000-00-00", registration: "2025-09-01", canDownloadApp: "1" };
  expect(read(sent)).toMatchObject({ ...sent, expire: null, canDownloadApp: true });
  expect(read({})).toEqual({
    ...{ id: 0, firstName: "", lastName: "", username: "", email: "", level: 0, org_id: null },
    ...{ languages: ["en", "es", "de"], registration: null, expire: null, serialNumber: "" },
    ...{ accepted_policy_personaldata: null, accepted_policy_mediaconsent: null },
    ...{ canDownloadApp: false, signedInElsewhere: false, schoolZone: "", sessionId: null },
  });
});

const NO_SIGN_INS = [{ user: {} }, { token: "t" }, { user: null, token: "t" }, [], "token"];

test("an answer without a person or a token is not a valid sign-in", () => {
  expect(NO_SIGN_INS.map((answer) => decode(login, answer))).toEqual(NO_SIGN_INS.map(() => null));
});

test("a session check reads the proof as text, also when it is a number too large to be exact", () => {
  const t = "1234567890".repeat(6).padEnd(64, "0");
  expect(decode(getSession, { t, sessionId: "s" })).toEqual({ t, sessionId: "s" });
  expect(decode(getSession, { t: 17, sessionId: null })).toEqual({ t: 17, sessionId: null });
});

const course = { id: "3", key: "PMB", cdId: "1" };

test("a person's course may lack dates, translations and an order", () => {
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

const footerOf = (footer: unknown) =>
  decode(getOrganisation, { organization: { id: "1", download_available: 0, footer } })
    ?.organization.footer;

test("an organisation's footer is read as an object and as JSON in a string", () => {
  const sent = { url: "https://school.example", tel: "+49 1", unknown: 1 };
  expect(footerOf(sent)).toMatchObject({ url: "https://school.example", tel: "+49 1", fax: "" });
  expect(footerOf(JSON.stringify(sent))).toEqual(footerOf(sent));
});

test("an organisation's footer is empty when it is sent empty or damaged", () => {
  for (const sent of ["", "{", "null", "undefined", null, undefined])
    expect(new Set(Object.values(footerOf(sent) ?? { none: "no footer" }))).toEqual(new Set([""]));
});

test("the next lesson may be a bare id, an empty object, or null", () => {
  expect(decode(getNextLesson, [{ id: "7" }])).toEqual([
    { id: 7, key: "", title: undefined, package_id: 1, menu: null, completed: false },
  ]);
  expect(decode(getNextLesson, [])).toEqual([]);
  expect(decode(getNextLesson, null)).toEqual([]);
  expect(decode(getNextLesson, { lessons: [] })).toBeNull();
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
