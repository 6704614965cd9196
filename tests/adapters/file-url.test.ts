import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { fileUrl } from "../../src/platform/desktop/link-handlers.ts";

test.each([
  ["/home/dana/a.deb", "file:///home/dana/a.deb"],
  ["/home/Sarah's/`id`/$(id).deb", "file:///home/Sarah%27s/%60id%60/%24%28id%29.deb"],
  ['/a";id;"/b!*', "file:///a%22%3Bid%3B%22/b%21%2A"],
  ["/תפירה/a b", "file:///%D7%AA%D7%A4%D7%99%D7%A8%D7%94/a%20b"],
  ["C:\\Users\\Dana\\a.exe", "file:///C:/Users/Dana/a.exe"],
])("a path is quoted so that no shell interprets it: %j", (path, expected) => {
  expect(fileUrl(path)).toBe(expected);
  const said = execFileSync("/bin/sh", ["-c", `printf %s "${fileUrl(path)}"`]);
  expect(String(said)).toBe(expected);
});

test.each(["a.deb", "", "./a", "\ud800"])("refuses a path that is not absolute: %j", (path) => {
  expect(fileUrl(path)).toBeNull();
});
