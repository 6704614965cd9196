import { expect, test } from "vitest";
import { AUTHORIZATION, nextParameter, wantedPath } from "../../../src/app-context/guard.ts";
import { coursePath, lessonPath, placePath } from "../../../src/app-context/links.ts";

const ORIGIN = "https://school.example";

/** The address that a browser opens after signing in. */
const landing = (next: string): URL =>
  new URL(`/tls${wantedPath(`?next=${encodeURIComponent(next)}`)}`, `${ORIGIN}/tls/authorization`);

test.each([
  "/profile",
  "/lessons/PM/PMB",
  "/lessons/PM/PMB/lines_ml?page=2",
  "/lessons/a%2Fb/c%20d",
  "/",
])("after signing in the requested address opens: %s", (path) => {
  expect(wantedPath(`?next=${encodeURIComponent(path)}`)).toBe(path);
});

test.each(["", "?other=/profile", "?next="])("after signing in Main opens for %j", (search) => {
  expect(wantedPath(search)).toBe("/");
});

test.each([
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "javascript:alert(1)",
  "data:text/html,hi",
  "evil.example",
  "@evil.example",
  ":8443/evil",
  "~//evil.example",
  "/%2F/evil.example",
  "/%5Cevil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/../..//evil.example",
  "/../api/menu/icons",
  "/%2e%2e/api/menu/icons",
  "/lessons/../../api",
  "/..\\..\\evil.example",
])("after signing in no address leads out of the app: %j", (next) => {
  const { origin, pathname } = landing(next);
  expect(origin).toBe(ORIGIN);
  expect(pathname).toMatch(/^\/tls\//);
});

test.each([AUTHORIZATION, `${AUTHORIZATION}?next=/authorization`, "/./authorization"])(
  "after signing in the address of the sign-in form is not opened again: %s",
  (next) => {
    expect(landing(next).pathname).not.toContain("authorization");
  },
);

test("after signing in the first of several requested addresses counts, and cannot contain a second one", () => {
  expect(wantedPath("?next=/profile&next=//evil.example")).toBe("/profile");
  expect(wantedPath("?next=//evil.example&next=/profile")).toBe("/");
});

test.each([
  ["/profile", ""],
  ["/lessons/PM/PMB/lines_ml", "page=2"],
  ["/lessons/a%2Fb/c%20d", "q=a%26b&r=#"],
])("on the way to the sign-in form the address %s?%s is kept for afterwards", (path, search) => {
  const wanted = path + (search ? `?${search}` : "");
  expect(wantedPath(nextParameter(path, search))).toBe(wanted);
});

test.each([
  ["/", ""],
  [AUTHORIZATION, ""],
  [AUTHORIZATION, "next=%2Fprofile"],
])("on the way to the sign-in form nothing is kept of %s?%s", (path, search) => {
  expect(nextParameter(path, search)).toBe("");
});

test("the address of a course and of a lesson leaves out the first page", () => {
  expect(coursePath("PM", "PMB")).toBe("/lessons/PM/PMB");
  expect(lessonPath("PM", "PMB", "lines_ml")).toBe("/lessons/PM/PMB/lines_ml");
  expect(lessonPath("PM", "PMB", "lines_ml", 1)).toBe("/lessons/PM/PMB/lines_ml");
  expect(lessonPath("PM", "PMB", "lines_ml", 2)).toBe("/lessons/PM/PMB/lines_ml?page=2");
});

test("the address keeps each key in one segment, whatever it contains", () => {
  const path = lessonPath("P/M", "a?b", "ג#c", 3);
  expect(path.split("?")[0]?.split("/").map(decodeURIComponent)).toEqual([
    "",
    "lessons",
    "P/M",
    "a?b",
    "ג#c",
  ]);
});

const place = { productKey: "PM", courseKey: "PMB", lessonKey: "lines_ml", page: 2 };

test("the address of a stored place is the lesson at its page, or the course", () => {
  expect(placePath(place)).toBe("/lessons/PM/PMB/lines_ml?page=2");
  expect(placePath({ ...place, lessonKey: null })).toBe("/lessons/PM/PMB");
});

test.each([{ productKey: null }, { courseKey: null }])("%j leads to Main", (part) => {
  expect(placePath({ ...place, ...part })).toBeNull();
});
