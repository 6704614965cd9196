import { expect, test } from "vitest";
import { goodMp4, index, mp4, track } from "../support/small-film.ts";
import { expectWarnings } from "./expect-problems.ts";
import { schoolWith, warningsWith } from "./small-school.ts";

const FILM = "PM/assets/pin.mp4";

test("a film that not every browser plays is named when content is checked", () =>
  expectWarnings({ [FILM]: mp4(index(track("vide", "hvc1"))) }, [FILM, 1, "plays HEVC"]));

test("smaller forms beside a film belong to it", async () => {
  const beside = { "PM/assets/pin.small.mp4": goodMp4(), "PM/assets/pin.medium.webm": goodMp4() };
  expect(await warningsWith(beside)).toEqual([]);
  const titles = (await schoolWith(beside)).files.map(({ title }) => title);
  expect(titles).toEqual(expect.arrayContaining(["pin.small.mp4", "pin.medium.webm"]));
});

test("a form without its film is a file that nothing names", () =>
  expectWarnings({ "PM/assets/pins.small.mp4": goodMp4() }, [
    "PM/assets/pins.small.mp4",
    1,
    "Nothing names this file",
  ]));

test("chapters stand below their film in the lesson, in the language of the text or else in English", async () => {
  const vtt = (words: string) =>
    `WEBVTT\n\n00:00.000 --> 01:15.500\n${words}\n\n01:15.500 --> 02:00.000\nPin &lt;A&gt;\nand B\n`;
  const { products, captions } = await schoolWith({
    "PM/assets/pin.chapters.en.vtt": vtt("Start"),
    "PM/assets/pin.chapters.he.vtt": vtt("התחלה"),
    "PM/lessons/frame.he.md": "# קווים\n\nטקסט\n\n# סרט\n\n![סיכה](pin.mp4)\n",
  });
  expect(captions).toEqual([]);
  const { languages } = products[0]?.lessons.frame?.html ?? {};
  const list = (words: string) =>
    `</video><ol><li><time datetime="PT0S">0:00</time> ${words}</li><li><time datetime="PT75.5S">1:15</time> Pin &lt;A&gt; and B</li></ol></figure>`;
  expect(languages?.en?.pages[1]?.html).toContain(list("Start"));
  expect(languages?.he?.pages[1]?.html).toContain(list("התחלה"));
  const english = await schoolWith({ "PM/assets/pin.chapters.en.vtt": vtt("Start") });
  expect(english.products[0]?.lessons.frame?.html?.languages?.en?.pages[1]?.html).toContain(
    list("Start"),
  );
});
