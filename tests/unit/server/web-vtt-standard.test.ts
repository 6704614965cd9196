import { expect, test } from "vitest";
import { readWebVtt } from "../../../src/server/content/captions.ts";

/**
 * What the file-parsing tests of web-platform-tests (`webvtt/parsing`) state about the standard's parser,
 * as a table. Captions are written as `start end text`, as far as they are ever shown.
 */
const cuesOf = (file: string): string[] =>
  readWebVtt(file, () => {}).map(({ start, end, text }) => `${start} ${end} ${text}`);

const TIMES = "00:00:00.000 --> 00:00:01.000";
const ONE = `WEBVTT\n\n${TIMES}\ntext`;

/** A file with a cue for each line of times, whose texts count up. */
const withTimes = (...times: string[]): string =>
  ["WEBVTT", ...times.map((line, at) => `${line}\ntext${at + 1}`)].join("\n\n");

const texts = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `0 1 text${at + 1}`);

test.each([
  ["alone", "WEBVTT", 0],
  ["with a space and a line", "WEBVTT \n", 0],
  ["with times behind it, which are a comment", `WEBVTT ${TIMES}\ntext`, 0],
  ["behind a byte order mark", `\uFEFF${ONE}`, 1],
  ["with a space", ONE.replace("\n", " \n"), 1],
  ["with a comment", ONE.replace("\n", " - Pins\n"), 1],
])("a WebVTT file may have its signature %s", (_, file, cues) => {
  expect(cuesOf(file)).toHaveLength(cues);
});

test.each([
  ["empty", ""],
  ["in part", "WEBVT"],
  ["another one", "WEBSRT\n"],
  ["behind a space", ` ${ONE}`],
  ["behind a blank line", `\n${ONE}`],
])("the signature of a WebVTT file is refused: %s", (_, file) => {
  const problems: number[] = [];
  expect(readWebVtt(file, (line) => problems.push(line))).toEqual([]);
  expect(problems).toEqual([1]);
});

test.each([
  ["fields", `WEBVTT\nKind: captions\nLanguage: en\n\n${TIMES}\ntext`],
  ["a space", `WEBVTT\n \n${TIMES}\ntext`],
  ["no blank line", `WEBVTT\n${TIMES}\ntext`],
  ["regions of an old draft", `WEBVTT\nRegion: id=a width=40%\n\n${TIMES} region:a\ntext`],
])("the header of a WebVTT file may have %s before the first cue", (_, file) => {
  expect(cuesOf(file)).toEqual(["0 1 text"]);
});

test.each<[name: string, file: string, cues: string[]]>([
  [
    "begins at its times, also without a blank line",
    `WEBVTT\n\n-->\n${TIMES}\ntext1\nfoo-->\n${TIMES}\ntext2\n-->foo\n${TIMES}\ntext3\n--->\n${TIMES}\ntext4\n-->-->\n${TIMES}\ntext5\n${TIMES}\ntext6\n\n00:00:00.000 -a -->\n\n00:00:00.000 --a -->\n\n00:00:00.000 - -->\n\n00:00:00.000 -- -->\n`,
    texts(6),
  ],
  ["loses text of two lines before its times", `WEBVTT\n\na\nb\n${TIMES}\ntext`, ["0 1 text"]],
  [
    "has lines that end with CR, LF or CRLF",
    `WEBVTT\n\ncr\r${TIMES}\rtext1\r\rlf\n${TIMES}\ntext2\n\ncrlf\r\n${TIMES}\r\ntext3\r\n\r\n`,
    texts(3),
  ],
  ["ends at LF CR, which is a blank line", `WEBVTT\n\n${TIMES}\ntext\n\rmore`, ["0 1 text"]],
  [
    "comes behind notes, styles and regions, which are left out",
    `WEBVTT\n\nNOTE a\nb\n\nNOTE\nc\n\nSTYLE\n::cue(#foo) {\n}\n\nREGION\nid:foo\nlines:1\n\n${TIMES} region:foo\ntext`,
    ["0 1 text"],
  ],
  [
    "comes behind a style with something like a note within",
    `WEBVTT\n\nSTYLE\n::cue(#foo) {\n} /*\nNOTE hello\n00:00:00.000 -- > 00:00:01.000\n*/\n\nfoo\n${TIMES}\ntext`,
    ["0 1 text"],
  ],
  ["ends a style by its times", `WEBVTT\n\nSTYLE\n::cue(a)\n${TIMES}\ntext`, ["0 1 text"]],
  ["ends a note by its times", `WEBVTT\n\nNOTE a\n${TIMES}\ntext`, ["0 1 text"]],
  ["has several lines", `WEBVTT\n\n${TIMES}\none\ntwo\n\nlost\n`, ["0 1 one\ntwo"]],
  ["may have a line of a space", `WEBVTT\n\n${TIMES}\none\n \ntwo`, ["0 1 one\n \ntwo"]],
  ["has no text behind a blank line", `WEBVTT\n\n${TIMES}\n\nlost\n`, []],
  [
    "has U+FFFD for each null",
    `WEBVTT\n\n\0 (in an identifier)\n${TIMES}\ntext1\n\n${TIMES}\n\uFFFDtext\u00003\n\n${TIMES} align\0:end\ntext3\n\n${TIMES}\0align:end\ntext4`,
    ["0 1 text1", "0 1 \uFFFDtext\uFFFD3", "0 1 text3", "0 1 text4"],
  ],
])("a cue is read as the standard says: it %s", (_, file, cues) =>
  expect(cuesOf(file)).toEqual(cues),
);

test.each([
  "align:start line:1% vertical:lr size:50% position:25%",
  "line:10000000000000000000000000000000000",
  "\tline:0\fsize:1%",
])(
  "the settings of a cue do not change the text, also without a space before them: %s",
  (settings) => {
    for (const space of ["", " "]) {
      expect(cuesOf(`WEBVTT\n\n${TIMES}${space}${settings}\ntext`)).toEqual(["0 1 text"]);
    }
  },
);

test.each<[times: string, cue: string]>([
  ["00:00.000 --> 00:00:01.000", "0 1"],
  ["00:00:00.000 --> 00:01.000", "0 1"],
  ["0:00:00.000 --> 0:00:01.000", "0 1"],
  ["60:00:00.000 --> 60:00:01.000", "216000 216001"],
  ["59:59.999 --> 01:00:00.000", "3599.999 3600"],
  ["00:00:00.000-->00:00:01.000", "0 1"],
  ["   00:00:00.000    -->  00:00:01.000 ", "0 1"],
])("times are read: %j", (times, cue) =>
  expect(cuesOf(withTimes(times))).toEqual([`${cue} text1`]),
);

const starts = [
  ...["00::00:00.000", "00:000:00.000", "00:00:000.000", "00:00:00..000", "00:00:00.0000"],
  ...["0000:00.000", "00:0:00.000", "00:0000.000", "00:00:0.000", "00:00:00.00", "00:00:00"],
  ...["", "0:00.000", "00:00.", ".", "60:00.000", "00:60.000", "00:60:00.000", "00:00:60.000"],
  ...["x00:00:00.000", "00:00:00.000x", "-00:00:00.000", "٠٠:٠٠.٠٠٠", "\v00:00:00.000"],
  ...["00:00:00.000\0", "00:00:00,000"],
];
test.each([
  ...starts.map((start) => `${start} --> 00:00:01.000`),
  ...["00:00.000 --> 000:01.000", "00:00.000 --> 0:01.000", "00:00:00.000 -->"],
  ...["00:00:00.000 --> ", "00:00:00.000 --> 00:00:01.0000", "00:00:00.000 -->x 00:00:01.000"],
  ...["00:00:00.000 -->\v00:00:01.000", "00:00:00.000 --> --> 00:00:01.000"],
])("times are refused, and the next cue is read: %j", (times) => {
  const problems: unknown[] = [];
  const cues = readWebVtt(withTimes(times, TIMES), (line, message) =>
    problems.push([line, message]),
  );
  expect(cues).toEqual([{ start: 0, end: 1, text: "text2" }]);
  expect(problems).toEqual([[3, expect.stringContaining("must look like")]]);
});

/** The text of a cue as it is written, and as it is shown. */
const expectText = (written: string, shown: string) =>
  expect(cuesOf(`WEBVTT\n\n${TIMES}\n${written}`)).toEqual([`0 1 ${shown}`]);

test.each([
  ["&", "&"],
  ["&AMP;", "&"],
  ["&eacute;&#233;&#xe9;", "ééé"],
  ["a &unknown; b", "a &unknown; b"],
  ["&<c>amp;</c>", "&amp;"],
  ["&amp;lt;", "&lt;"],
])("the text of a cue has the characters that are referred to: %s", expectText);

test.each([
  ["<ruby>a<rt>b</rt>c</ruby>d", "abcd"],
  ["<v Ada>Hello</v> <b>you</b>", "Hello you"],
  ["<i>a\nb</i>", "a\nb"],
  ["<00:00:01.000>a<01.000>b", "ab"],
  ["a > b", "a > b"],
  ["a < b", "a"],
  ["a <<b>> c", "a > c"],
])("the text of a cue has no tags: %s", expectText);
