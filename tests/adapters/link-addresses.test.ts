import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { externalUrl, fileUrl } from "../../src/platform/desktop/link-handlers.ts";

const QUOTES = { externalUrl, fileUrl };
type Quote = keyof typeof QUOTES;

const BOOKED = "https://school.example/shop?cut=1&size=38#top";

test.each<[Quote, string, string]>([
  ["externalUrl", BOOKED, BOOKED],
  [
    "externalUrl",
    "https://שיעור.example/תפירה",
    "https://xn--9dbh1azab.example/%D7%AA%D7%A4%D7%99%D7%A8%D7%94",
  ],
  ["externalUrl", "https://school.example/?a=`id`", "https://school.example/?a=%60id%60"],
  ["externalUrl", "https://school.example/$(id)", "https://school.example/%24%28id%29"],
  ["externalUrl", 'https://school.example/";id;"', "https://school.example/%22;id;%22"],
  [
    "externalUrl",
    "https://school.example/#'\\$HOME!*",
    "https://school.example/#%27%5C%24HOME%21%2A",
  ],
  ["externalUrl", "https://school.example/a\nb\tc", "https://school.example/abc"],
  [
    "externalUrl",
    "mailto:$(id)@a.example?subject=`id`",
    "mailto:%24%28id%29@a.example?subject=%60id%60",
  ],
  ["fileUrl", "/home/Sarah's/`id`/$(id).deb", "file:///home/Sarah%27s/%60id%60/%24%28id%29.deb"],
  ["fileUrl", '/a";id;"/b!*', "file:///a%22%3Bid%3B%22/b%21%2A"],
  ["fileUrl", "/תפירה/a b", "file:///%D7%AA%D7%A4%D7%99%D7%A8%D7%94/a%20b"],
  ["fileUrl", "C:\\Users\\Dana\\a.exe", "file:///C:/Users/Dana/a.exe"],
])("%s quotes an address so that no shell interprets it: %j", (quote, address, expected) => {
  const quoted = QUOTES[quote](address);
  expect(quoted).toBe(expected);
  // Builds the command as the runtime does.
  const said = execFileSync("/bin/sh", ["-c", `printf %s "${quoted}"`]);
  expect(String(said)).toBe(expected);
});

test.each<[Quote, string]>([
  ["externalUrl", "file:///etc/passwd"],
  ["externalUrl", "javascript:alert(1)"],
  ["externalUrl", "https://user:word@school.example/"],
  ["externalUrl", "https://[::1]/"],
  ["externalUrl", "//school.example"],
  ["externalUrl", ""],
  ["fileUrl", "./a"],
  ["fileUrl", ""],
  ["fileUrl", "\ud800"],
])("%s refuses %j", (quote, address) => expect(QUOTES[quote](address)).toBeNull());
