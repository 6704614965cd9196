import { expect, test } from "vitest";
import { type Files, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

/** The small school in which an asset has another name on the disk, and in the lesson that shows it. */
const assetNamed = (name: string): Files => ({
  "PM/assets/frame.svg": null,
  [`PM/assets/${name}`]: SMALL_SCHOOL["PM/assets/frame.svg"],
  "PM/lessons/frame.md": SMALL_SCHOOL["PM/lessons/frame.md"].replace(
    "(frame.svg",
    () => `(<${name}>`,
  ),
});

const reported = async (changes: Files) =>
  (await problemsWith(changes)).map(({ file, message }) => [file, message]);

test.each([
  ["CON.svg", "_CON.svg"],
  ["what*.svg", "what_.svg"],
  ["dart\u202egvs.svg", "dartgvs.svg"],
  ["LPT1/dart.svg", "_LPT1"],
  ["darts./dart.svg", "darts"],
])("a file whose name some system cannot store gets a better one: %j", async (name, better) => {
  const wrong = name.split("/")[0];
  expect(await reported(assetNamed(name))).toEqual([
    [
      `PM/assets/${name}`,
      `Not every system can store "${wrong}": name it "${better}", for example.`,
    ],
  ]);
});

test("a file of the content is named also where no text names it: lessons, captions, instructions", async () => {
  const problems = await reported({
    "instructions/10-last.md": null,
    "instructions/10-last.he.md": null,
    "instructions/nul.md": SMALL_SCHOOL["instructions/10-last.md"],
    "PM/assets/aux.mp4": SMALL_SCHOOL["PM/assets/pin.mp4"],
    "PM/assets/aux.en.vtt": "WEBVTT\n",
    "PM/lessons/frame.md": SMALL_SCHOOL["PM/lessons/frame.md"].replace("pin.mp4", "aux.mp4"),
  });
  expect(problems.map(([file]) => file)).toEqual([
    "PM/assets/aux.en.vtt",
    "PM/assets/aux.mp4",
    "instructions/nul.md",
  ]);
});

test("a file of the content that some system takes for another one is named", async () => {
  const problems = await reported({
    "PM/assets/FRAME.svg": SMALL_SCHOOL["PM/assets/frame.svg"],
    "PM/lessons/hem.md": `${SMALL_SCHOOL["PM/lessons/hem.md"]}\n![The frame](FRAME.svg)\n`,
  });
  const message =
    "Windows and Macs take this file and PM/assets/FRAME.svg for one: rename one of them.";
  expect(problems).toEqual([["PM/assets/frame.svg", message]]);
});

test("a file of the content has a path of at most 400 characters", async () => {
  const long = `${"שרטוט".repeat(20)}/`.repeat(4);
  expect(await reported(assetNamed(`${long}frame.svg`))).toEqual([
    [`PM/assets/${long}frame.svg`, "This path has more than 400 characters."],
  ]);
});

test("a file of the content may have a name in any script, with signs that every system allows", async () => {
  for (const name of ["גזרה 1.svg", "裁断.svg", "Tom's (1), 50% #2 & ä+b~.svg", "icon.svg"]) {
    expect([name, await reported(assetNamed(name))]).toEqual([name, []]);
  }
});
