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
