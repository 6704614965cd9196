import { expect, test } from "vitest";
import { parseGlobals } from "../../../src/platform/desktop/runtime-globals.ts";

test("the runtime's settings are read as it writes them", () => {
  const script =
    "var NL_OS='Linux';var NL_PORT=40123;var NL_TOKEN='ab.cd';var NL_CWD='/home/dana';" +
    "var NL_ARGS=[\"./app\",\"--x='y'\"];var NL_EXTENABLED=false;var NL_CMETHODS=[];var NL_LOCALE='en_US';";
  expect(parseGlobals(script)).toEqual({
    NL_OS: "Linux",
    NL_PORT: 40123,
    NL_TOKEN: "ab.cd",
    NL_CWD: "/home/dana",
    NL_ARGS: ["./app", "--x='y'"],
    NL_EXTENABLED: false,
    NL_CMETHODS: [],
    NL_LOCALE: "en_US",
  });
});

test("an apostrophe in a folder's name is harmless, and such a name cannot replace an earlier setting", () => {
  expect(
    parseGlobals(
      "var NL_TOKEN='ab.cd';var NL_CWD='/media/Sarah's stick';var NL_ARGS=[\"a\"];" +
        "var NL_DATA='/x';var NL_TOKEN='evil';var NL_PATH='D:/it's';",
    ),
  ).toEqual({
    NL_TOKEN: "ab.cd",
    NL_CWD: "/media/Sarah's stick",
    NL_ARGS: ["a"],
    NL_DATA: "/x",
    NL_PATH: "D:/it's",
  });
});

test("a page that is not a script has no settings", () => {
  expect(parseGlobals("<!doctype html><title>var</title>")).toEqual({});
});
