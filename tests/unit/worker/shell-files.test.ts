import { expect, test } from "vitest";
import { isNamedContent, isOwnFile, languageOf } from "../../../src/worker/shell-files.ts";

test.each([
  ["inside-de-json.0a1b2c3d.js", "de"],
  ["inside.0a1b2c3d.js", undefined],
])("the language of %s is %s", (name, language) => {
  expect(languageOf(name)).toBe(language);
});

const answer = (type: string, init: ResponseInit = {}) =>
  new Response("text", { ...init, headers: { "content-type": type } });

test.each([
  ["/tls/main.0a1b2c3d.js", answer("text/javascript; charset=utf-8"), true],
  ["/tls/flags/de.svg", answer("image/svg+xml"), true],
  ["/tls/", answer("text/html; charset=utf-8"), true],
  ["/tls/main.0a1b2c3d.js", answer("text/html"), false],
  ["/tls/main.0a1b2c3d.js", answer("text/javascript", { status: 404 }), false],
  ["/tls/", answer("application/json"), false],
])("an answer for %s that may be stored (%#)", (path, response, expected) => {
  expect(isOwnFile(path, response)).toBe(expected);
});

test("an answer from another address than the one that was asked for is not stored", () => {
  const response = answer("text/html");
  Object.defineProperty(response, "redirected", { value: true });
  expect(isOwnFile("/tls/", response)).toBe(false);
});

test.each([
  // The name has the first digits of the content's SHA-256.
  ["/tls/main.982d9e3e.js", "text", true],
  ["/tls/main.982d9e3e.js", "tex", false],
  ["/tls/main.982d9e3f.js", "text", false],
  ["/tls/flags/de.svg?982d9e3e", "text", true],
  ["/tls/flags/de.svg?982d9e3e", "tex", false],
  ["/tls/?982d9e3e", "text", true],
  // Nothing tells what it is.
  ["/tls/flags/de.svg", "text", false],
])("the content that is stored for %s may be %j: %s", async (path, content, expected) => {
  expect(await isNamedContent(path, new Blob([content]))).toBe(expected);
});
