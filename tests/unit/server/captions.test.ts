import { expect, test } from "vitest";
import { readSubRip, readWebVtt } from "../../../src/server/content/captions.ts";

/** A file as it is read, with what is reported about it: `line severity message`. */
const read = (reader: typeof readWebVtt, file: string) => {
  const problems: string[] = [];
  const cues = reader(file, (line, message, { code }) => {
    problems.push(`${line} ${code === "captions/lost" ? "error" : "warning"} ${message}`);
  }).map(({ start, end, text }) => `${start} ${end} ${text}`);
  return { cues, problems };
};

/**
 * What the file-parsing tests of web-platform-tests (`webvtt/parsing`) state about the standard's parser,
 * as a table. Captions are written as `start end text`, as far as they are ever shown.
 */
const cuesOf = (file: string): string[] => read(readWebVtt, file).cues;

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
  const problems: unknown[] = [];
  expect(readWebVtt(file, (...said) => problems.push(said.slice(0, 2)))).toEqual([]);
  expect(problems).toEqual([[1, "A caption file must begin with the line WEBVTT."]]);
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
])("the settings of a cue change no text, also without a space before them: %s", (settings) => {
  for (const space of ["", " "])
    expect(cuesOf(`WEBVTT\n\n${TIMES}${space}${settings}\ntext`)).toEqual(["0 1 text"]);
});

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
  const cues = readWebVtt(withTimes(times, TIMES), (...said) => problems.push(said.slice(0, 2)));
  expect(cues).toEqual([{ start: 0, end: 1, text: "text2" }]);
  expect(problems).toEqual([[3, expect.stringContaining("must look like")]]);
});

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

const problemsOf = (...lines: string[]) => read(readWebVtt, lines.join("\n")).problems;

const SPAN = "00:01.000 --> 00:02.000";
const NO_TIMES = "5 warning This text has no times, so it is not shown.";
const FORM = "The times of a caption must look like 00:01.500 --> 00:04.000.";

test("a caption file by the standard is read without a word", () => {
  expect(
    problemsOf(
      ...["WEBVTT - a title", "Kind: captions", "", "NOTE a note", "of two lines", ""],
      ...["STYLE", "::cue { color: red }", "", "REGION", "id:a", "", "a name"],
      `${SPAN} align:start region:a`,
      "<v Ada>One</v> <c.x>and</c> <i>two</i> &amp; <00:01.500>three &lt;",
      ...["", "", "00:02.000 --> 00:03.000", "more", "NOTE"],
    ),
  ).toEqual([]);
});

const ENDS = "error This caption ends before it begins.";
const NO_TEXT = "3 warning This caption has no text.";
const LONG = "This caption has more than 500 characters.";
const asTag = (sign: string) =>
  `"${sign}" is read as a tag, and is not shown: write &lt; for a "<".`;

test.each<[name: string, lines: string[], ...problems: string[]]>([
  ["times in another form", ["1", "00:01,000 --> 00:02,000"], `4 error ${FORM}`],
  [
    "an arrow that a word processor has changed",
    ["00:01.000 –> 00:02.000", "x", "", "1", "00:01.000 → 00:02.000", "x"],
    ...[`3 error ${FORM}`, `7 error ${FORM}`],
  ],
  [
    "an end before the start, or at it",
    ["00:02.000 --> 00:01.000", "x", "", "00:02.000 --> 00:02.000", "x"],
    ...[`3 ${ENDS}`, `6 ${ENDS}`],
  ],
  ["text without times", [SPAN, "", "x", "y"], NO_TEXT, NO_TIMES],
  [
    "a note with times in it, which are shown",
    ["NOTE not now", SPAN, "x"],
    "3 warning A note ends where times begin, so this caption is shown.",
  ],
  ["a tag without text", [SPAN, "<b></b>"], NO_TEXT],
  ["a bare < in the second line", [SPAN, "<b>x</b>", "1 < 2"], `5 error ${asTag("< 2")}`],
  ["a tag that never ends", [SPAN, "a <b", "c"], `4 error ${asTag("<b")}`],
  [
    "a tag that is none",
    [SPAN, '<font size="2">a</font>', "<1>"],
    ...[`4 warning ${asTag('<font size="2">')}`, `4 warning ${asTag("</font>")}`],
    `5 error ${asTag("<1>")}`,
  ],
  ["a text too long for the app", [SPAN, "x".repeat(501)], `3 warning ${LONG}`],
])("what is not shown is reported with its line: %s", (_, lines, ...problems) =>
  expect(problemsOf("WEBVTT", "", ...lines)).toEqual(problems),
);

const COMMA_TIMES = "00:00:01,000 --> 00:00:02,500";

test.each<[name: string, file: string, cues: string[]]>([
  [
    "has numbers and lines that end in any way",
    `1\r\n${COMMA_TIMES}\r\none\r\ntwo\r\n\r\n2\n01:00:00,000 --> 100:00:01,001\rthree\n`,
    ["1 2.5 one\ntwo", "3600 360001.001 three"],
  ],
  ["may begin with a byte order mark", `\uFEFF1\n${COMMA_TIMES}\none`, ["1 2.5 one"]],
  ["may have no numbers", `${COMMA_TIMES}\none\n\n${COMMA_TIMES}\n2`, ["1 2.5 one", "1 2.5 2"]],
  [
    "may have blank lines of spaces, or none, between captions",
    `1\n${COMMA_TIMES}\none\n \t\n2\n${COMMA_TIMES}\ntwo\n3\n${COMMA_TIMES}\nthree`,
    ["1 2.5 one", "1 2.5 two", "1 2.5 three"],
  ],
  [
    "may have times in other forms, with a place",
    "1\n0:0:1.000-->00:00:02,000 X1:10 X2:20\none\n\n2\n00:01,000 --> 00:02,000\ntwo",
    ["1 2 one", "1 2 two"],
  ],
  [
    "has markup, which is left out",
    `1\n${COMMA_TIMES}\n{\\an8}<i>one</i> <font color="red">two</font> <B>three</B>`,
    ["1 2.5 one two three"],
  ],
  [
    "has signs that stand for themselves",
    `1\n${COMMA_TIMES}\n1 < 2 & 3 > 2 &amp; <x> {y}`,
    ["1 2.5 1 < 2 & 3 > 2 &amp; <x> {y}"],
  ],
  ["may be empty", "", []],
])("a SubRip file is read as players do: it %s", (_, file, cues) =>
  expect(read(readSubRip, file)).toEqual({ cues, problems: [] }),
);

test.each<[name: string, file: string, problem: string]>([
  [
    "times in another form",
    "1\n00:00:01,00 --> 00:00:02,000\none",
    "2 error The times of a caption must look like 00:00:01,500 --> 00:00:04,000.",
  ],
  ["text without times", `1\n${COMMA_TIMES}\none\n\ntwo`, NO_TIMES],
])("a SubRip file is reported for %s", (_, file, problem) =>
  expect(read(readSubRip, file).problems).toEqual([problem]),
);
