import { expect, test } from "vitest";
import { compileSchool } from "../../../src/server/content/compile-school.ts";
import { type Files, inFolder, problemsWith, SMALL_SCHOOL } from "./small-school.ts";

/** A letter with a mark: in one character, as most keyboards write it, and in two, as on a Mac's disk. */
const NAME = "caf\u00e9-\u05e9\u05b8";
const FORMS = ["NFC", "NFD"] as const;

/** The small school with names of files and terms in that form on the disk, and in this one in texts. */
const school = (onDisk: string, inTexts: string): Files => {
  const disk = NAME.normalize(onDisk);
  const text = NAME.normalize(inTexts);
  const files = Object.entries(SMALL_SCHOOL).map(([path, content]): [string, string | Buffer] => {
    const renamed = path.replace(
      /(?<=^PM\/(?:assets|icons|assignments)\/|^glossary\/|^logo(?=\.))(?:[a-z]+)?(?=\.)/,
      (stem) => `${stem}${disk}`,
    );
    if (typeof content !== "string") return [renamed, content];
    return [
      renamed,
      content
        .replaceAll(
          /\b(frame|pin|sheet|task|skirts|dart|logo)(?=\.(?:svg|mp4|pdf|png))/g,
          `$1${text}`,
        )
        // A term is written with the mark in two places, in two forms.
        .replaceAll("- term: dart", `- term: dart${disk}`)
        .replaceAll("(term:dart)", `(term:dart${text})`),
    ];
  });
  return {
    ...Object.fromEntries(files),
    [`PM/assets/pin${disk}.he.vtt`]: "WEBVTT\n\n00:01.000 --> 00:02.000\nPin\n",
  };
};

const compiled = async (onDisk: string, inTexts: string) => {
  const result = await inFolder(school(onDisk, inTexts), compileSchool);
  if (!result.ok) throw new Error(JSON.stringify(result.failure, null, 1));
  const { files, ...content } = result.value;
  return { warnings: result.warnings, files: files.map(({ source: _, ...file }) => file), content };
};

const cases = FORMS.flatMap((onDisk) => FORMS.map((inTexts) => [onDisk, inTexts] as const));
test.each(cases)("names on the disk in %s are found by a text in %s", async (onDisk, inTexts) => {
  const { warnings, files, content } = await compiled(onDisk, inTexts);
  expect(warnings).toEqual([]);
  expect({ files, content }).toEqual(
    await compiled("NFC", "NFC").then(({ warnings: _, ...all }) => all),
  );
  expect(files.map(({ kind, title }) => `${kind} ${title}`).sort()).toEqual(
    [
      ...["asset frame .svg", "asset pin .mp4", "asset pin .svg", "asset sheet .pdf"],
      ...["assignment task .pdf", "assignment task .svg", "glossary dart .svg"],
      ...["icon frame .svg", "icon skirts .svg"],
    ].map((name) => name.replace(/ (?=\.)/, NAME.normalize("NFC"))),
  );
  expect(content.captions).toMatchObject([{ asset: `pin${NAME.normalize("NFC")}.mp4` }]);
});

test("names of files and terms are one term in both forms", async () => {
  const term = (form: string) =>
    `- term: ${NAME.normalize(form)}\n  en: {term: x, definition: x}\n`;
  const glossary = `${SMALL_SCHOOL["glossary.yaml"]}${term("NFC")}${term("NFD")}`;
  expect(await problemsWith({ "glossary.yaml": glossary })).toMatchObject([
    { message: expect.stringContaining("The glossary already has a term") },
  ]);
});

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
  const said = `Not every system can store "${wrong}": name it "${better}", for example.`;
  expect(await reported(assetNamed(name))).toEqual([[`PM/assets/${name}`, said]]);
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
  const named = ["PM/assets/aux.en.vtt", "PM/assets/aux.mp4", "instructions/nul.md"];
  expect(problems.map(([file]) => file)).toEqual(named);
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
