import { describe, expect, test } from "vitest";
import { AUTHORIZATION, nextParameter, wantedPath } from "../../../src/app-context/guard.ts";

const ORIGIN = "https://school.example";

/** Where a browser ends up when the app goes on after signing in. */
const landing = (next: string): URL =>
  new URL(`/tls${wantedPath(`?next=${encodeURIComponent(next)}`)}`, `${ORIGIN}/tls/authorization`);

describe("after signing in", () => {
  test.each([
    "/profile",
    "/lessons/PM/PMB",
    "/lessons/PM/PMB/lines_ml?page=2",
    "/lessons/a%2Fb/c%20d",
    "/",
  ])("one comes to where one wanted to go: %s", (path) => {
    expect(wantedPath(`?next=${encodeURIComponent(path)}`)).toBe(path);
  });

  test.each(["", "?", "?other=/profile", "?next="])("or to Main without a wish: %j", (search) => {
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
  ])("one stays within the app, whatever the address says: %j", (next) => {
    const { origin, pathname } = landing(next);
    expect(origin).toBe(ORIGIN);
    expect(pathname).toMatch(/^\/tls\//);
  });

  test.each([AUTHORIZATION, `${AUTHORIZATION}?next=/authorization`, "/./authorization"])(
    "one is not led back to the sign-in form: %s",
    (next) => {
      expect(landing(next).pathname).not.toContain("authorization");
    },
  );

  test("the first of several wishes counts, and none smuggles in a second", () => {
    expect(wantedPath("?next=/profile&next=//evil.example")).toBe("/profile");
    expect(wantedPath("?next=//evil.example&next=/profile")).toBe("/");
  });
});

describe("on the way to the sign-in form", () => {
  test.each([
    ["/profile", ""],
    ["/lessons/PM/PMB/lines_ml", "page=2"],
    ["/lessons/a%2Fb/c%20d", "q=a%26b&r=#"],
  ])("the address %s?%s is kept, to come back to", (path, search) => {
    const wanted = path + (search ? `?${search}` : "");
    expect(wantedPath(nextParameter(path, search))).toBe(wanted);
  });

  test.each([
    ["/", ""],
    [AUTHORIZATION, ""],
    [AUTHORIZATION, "next=%2Fprofile"],
  ])("nothing needs keeping of %s?%s", (path, search) => {
    expect(nextParameter(path, search)).toBe("");
  });
});
