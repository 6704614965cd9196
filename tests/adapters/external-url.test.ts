import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { externalUrl } from "../../src/platform/desktop/link-handlers.ts";

describe("an address that is opened outside", () => {
  test.each([
    ["https://school.example", "https://school.example/"],
    [
      "https://school.example/shop?cut=1&size=38#top",
      "https://school.example/shop?cut=1&size=38#top",
    ],
    ["https://שיעור.example/תפירה", "https://xn--9dbh1azab.example/%D7%AA%D7%A4%D7%99%D7%A8%D7%94"],
    ["https://school.example/?a=`id`", "https://school.example/?a=%60id%60"],
    ["https://school.example/$(id)", "https://school.example/%24%28id%29"],
    ['https://school.example/";id;"', "https://school.example/%22;id;%22"],
    ["https://school.example/#'\\$HOME!*", "https://school.example/#%27%5C%24HOME%21%2A"],
    ["https://school.example/a\nb\tc", "https://school.example/abc"],
    [
      "http://127.0.0.1:8080/api/app.zip?ticket=a.b",
      "http://127.0.0.1:8080/api/app.zip?ticket=a.b",
    ],
    ["mailto:desk@school.example?subject=`id`", "mailto:desk@school.example?subject=%60id%60"],
    ["mailto:$(id)@school.example", "mailto:%24%28id%29@school.example"],
  ])("is quoted so that no shell interprets it: %j", (address, expected) => {
    expect(externalUrl(address)).toBe(expected);
    // Builds the command as the runtime does.
    const said = execFileSync("/bin/sh", ["-c", `printf %s "${externalUrl(address)}"`]);
    expect(String(said)).toBe(expected);
  });

  test.each([
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:word@school.example/",
    "https://[::1]/",
    "//school.example",
    "nothing",
    "",
  ])("is rejected when it is %j", (address) => expect(externalUrl(address)).toBe(null));
});
