import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { externalUrl, fileUrl } from "../../src/platform/desktop/link-handlers.ts";

const SCHOOL = "https://school.example";
const SHOP = `${SCHOOL}/shop?cut=1&size=38#top`;

test.each([
  [externalUrl, SHOP, SHOP],
  [
    externalUrl,
    "https://שיעור.example/תפירה",
    "https://xn--9dbh1azab.example/%D7%AA%D7%A4%D7%99%D7%A8%D7%94",
  ],
  [externalUrl, `${SCHOOL}/?a=\`id\``, `${SCHOOL}/?a=%60id%60`],
  [externalUrl, `${SCHOOL}/$(id)`, `${SCHOOL}/%24%28id%29`],
  [externalUrl, `${SCHOOL}/";id;"`, `${SCHOOL}/%22;id;%22`],
  [externalUrl, `${SCHOOL}/#'\\$HOME!*`, `${SCHOOL}/#%27%5C%24HOME%21%2A`],
  [externalUrl, `${SCHOOL}/a\nb\tc`, `${SCHOOL}/abc`],
  [
    externalUrl,
    "mailto:$(id)@a.example?subject=`id`",
    "mailto:%24%28id%29@a.example?subject=%60id%60",
  ],
  [fileUrl, "/home/Sarah's/`id`/$(id).deb", "file:///home/Sarah%27s/%60id%60/%24%28id%29.deb"],
  [fileUrl, '/a";id;"/b!*', "file:///a%22%3Bid%3B%22/b%21%2A"],
  [fileUrl, "/תפירה/a b", "file:///%D7%AA%D7%A4%D7%99%D7%A8%D7%94/a%20b"],
  [fileUrl, "C:\\Users\\Dana\\a.exe", "file:///C:/Users/Dana/a.exe"],
])("%o quotes an address so that no shell interprets it: %j", (quote, address, expected) => {
  const quoted = quote(address);
  expect(quoted).toBe(expected);
  // Builds the command as the runtime does.
  const said = execFileSync("/bin/sh", ["-c", `printf %s "${quoted}"`]);
  expect(String(said)).toBe(expected);
});

const NO_ADDRESSES = [
  ...["file:///etc/passwd", "javascript:alert(1)", "https://user:word@school.example/"],
  ...["https://[::1]/", "//school.example", ""],
];
test.each(NO_ADDRESSES)("no link leads out of the app to %j", (address) =>
  expect(externalUrl(address)).toBeNull(),
);

test.each(["./a", "", "\ud800"])("no file has the path %j", (path) =>
  expect(fileUrl(path)).toBeNull(),
);
