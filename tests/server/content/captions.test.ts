import { expect, test } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { schoolWith } from "./small-school.ts";

const FILE = "PM/assets/pin.he.vtt";

test("captions beside a video are read per language, sorted by time", async () => {
  const vtt = `WEBVTT - Pins\r\n\r\nSTYLE\r\n::cue { color: red }\r\n\r\n2\r\n01:00:02.500 --> 01:00:04.000 align:start\r\nשנית &lt;כאן&gt;\r\n\r\n00:01.000 --> 00:02.000\r\nראשית\r\n`;
  const { captions } = await schoolWith({
    [FILE]: vtt,
    "PM/assets/pin.en.vtt": "\uFEFFWEBVTT\n",
  });
  expect(captions).toEqual([
    { product: "PM", asset: "pin.mp4", language: "en", texts: [] },
    {
      product: "PM",
      asset: "pin.mp4",
      language: "he",
      texts: [
        { start: 1, end: 2, text: "ראשית" },
        { start: 3602.5, end: 3604, text: "שנית <כאן>" },
      ],
    },
  ]);
});

test("captions may be SubRip, and belong to each video of their name", async () => {
  const { captions } = await schoolWith({
    "PM/assets/pin.en.srt": "1\r\n00:00:01,000 --> 00:00:02,500\r\nA < B & C\r\n",
    "PM/assets/pin.webm": "film",
  });
  const texts = [{ start: 1, end: 2.5, text: "A < B & C" }];
  expect(captions).toEqual([
    { product: "PM", asset: "pin.mp4", language: "en", texts },
    { product: "PM", asset: "pin.webm", language: "en", texts },
  ]);
});

expectProblems([
  ...(
    [
      [FILE, "WEBVTT\n\n00:03.000 --> 00:02.000\nPin\n", "-->", "ends before it begins"],
      [FILE, Buffer.from([87, 0xff]), 1, "not in UTF-8"],
      ["PM/assets/pin.vtt", "WEBVTT\n", 1, "VIDEO.LANGUAGE.vtt"],
      ["PM/assets/pin.xx.vtt", "WEBVTT\n", 1, "the languages are en"],
      ["PM/assets/pins.en.vtt", "WEBVTT\n", 1, 'There is no video "pins" beside these captions'],
    ] as const
  ).map(
    ([path, content, at, message]): Case => [
      `${path}: ${message}`,
      { [path]: content },
      [path, at, message],
    ],
  ),
  [
    "captions in two files for one language",
    {
      "PM/assets/pin.en.srt": "1\n00:00:01,000 --> 00:00:02,000\nPin",
      "PM/assets/pin.en.vtt": "WEBVTT\n",
    },
    ["PM/assets/pin.en.vtt", 1, "The captions in en are already in pin.en.srt."],
  ],
]);
