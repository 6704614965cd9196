import { expect, test } from "vitest";
import { readSubRip } from "../../../src/server/content/captions.ts";

const read = (file: string) => {
  const problems: string[] = [];
  const cues = readSubRip(file, (line, message, { code }) => {
    problems.push(`${line} ${code === "captions/lost" ? "error" : "warning"} ${message}`);
  }).map(({ start, end, text }) => `${start} ${end} ${text}`);
  return { cues, problems };
};

const TIMES = "00:00:01,000 --> 00:00:02,500";

test.each<[name: string, file: string, cues: string[]]>([
  [
    "has numbers and lines that end in any way",
    `1\r\n${TIMES}\r\none\r\ntwo\r\n\r\n2\n01:00:00,000 --> 100:00:01,001\rthree\n`,
    ["1 2.5 one\ntwo", "3600 360001.001 three"],
  ],
  ["may begin with a byte order mark", `\uFEFF1\n${TIMES}\none`, ["1 2.5 one"]],
  ["may have no numbers", `${TIMES}\none\n\n${TIMES}\n2`, ["1 2.5 one", "1 2.5 2"]],
  [
    "may have blank lines of spaces, or none, between captions",
    `1\n${TIMES}\none\n \t\n2\n${TIMES}\ntwo\n3\n${TIMES}\nthree`,
    ["1 2.5 one", "1 2.5 two", "1 2.5 three"],
  ],
  [
    "may have times in other forms, with a place",
    "1\n0:0:1.000-->00:00:02,000 X1:10 X2:20\none\n\n2\n00:01,000 --> 00:02,000\ntwo",
    ["1 2 one", "1 2 two"],
  ],
  [
    "has markup, which is left out",
    `1\n${TIMES}\n{\\an8}<i>one</i> <font color="red">two</font> <B>three</B>`,
    ["1 2.5 one two three"],
  ],
  [
    "has signs that stand for themselves",
    `1\n${TIMES}\n1 < 2 & 3 > 2 &amp; <x> {y}`,
    ["1 2.5 1 < 2 & 3 > 2 &amp; <x> {y}"],
  ],
  ["may be empty", "", []],
])("a SubRip file is read as players do: it %s", (_, file, cues) =>
  expect(read(file)).toEqual({ cues, problems: [] }),
);

test.each<[name: string, file: string, problem: string]>([
  [
    "times in another form",
    "1\n00:00:01,00 --> 00:00:02,000\none",
    "2 error The times of a caption must look like 00:00:01,500 --> 00:00:04,000.",
  ],
  [
    "text without times",
    `1\n${TIMES}\none\n\ntwo`,
    "5 warning This text has no times, so it is not shown.",
  ],
])("a SubRip file is reported for %s", (_, file, problem) =>
  expect(read(file).problems).toEqual([problem]),
);
