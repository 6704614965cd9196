import { describe, expect, test } from "vitest";
import { type Case, expectProblems } from "./expect-problems.ts";
import { changed, type Files, schoolWith } from "./small-school.ts";

const SCHOOL = "school.yaml";

/** A PNG of that size, as far as its head tells. */
const png = (width: number, height = width, bytes = 33): Buffer => {
  const picture = Buffer.alloc(bytes);
  picture.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1");
  picture.writeUInt32BE(width, 16);
  picture.writeUInt32BE(height, 20);
  return picture;
};

/** The small school with further fields of its organisation. */
const organisation = (fields: string, files: Files = {}): Files => ({
  ...changed(SCHOOL, "  accent:", `${fields}  accent:`),
  ...files,
});

const favicon = (name: string, content: string | Buffer): Files =>
  organisation(`  favicon: ${name}\n`, { [name]: content });

const svg = (inside: string, root = ""): Files =>
  favicon("icon.svg", `<svg xmlns="http://www.w3.org/2000/svg"${root}>${inside}</svg>`);

/** The small school with mails of its own. */
const mails = (yaml: string): Files => changed(SCHOOL, "tutor_talk:", `mails:\n${yaml}tutor_talk:`);

const PLAIN = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h9'/></svg>";

describe("the brand of a school", () => {
  test("is read as written", async () => {
    const school = await schoolWith(
      organisation(
        "  title: Small Online\n  short_name: Small\n  logo_dark: dark.png\n  favicon: icon.svg\n",
        { "dark.png": png(96), "icon.svg": PLAIN },
      ),
    );
    expect(school.organisation).toMatchObject({
      name: "Small School",
      title: "Small Online",
      logo_dark: png(96).toString("base64"),
      favicon: school.brand.icon?.tag,
    });
    expect(school.brand).toEqual({
      shortName: "Small",
      icon: {
        data: `data:image/svg+xml;base64,${Buffer.from(PLAIN).toString("base64")}`,
        tag: expect.stringMatching(/^[\w-]{8}$/),
      },
    });
  });

  test("is the app's own where the school has none", async () => {
    expect((await schoolWith()).brand).toEqual({ icon: null, shortName: "" });
  });

  test("may have an icon in PNG, and another icon has another tag", async () => {
    const tags = new Set<string | null | undefined>();
    for (const size of [48, 1024]) {
      const { organisation: sent, brand } = await schoolWith(favicon("icon.png", png(size)));
      expect(brand.icon?.data).toBe(`data:image/png;base64,${png(size).toString("base64")}`);
      tags.add(sent.favicon);
    }
    expect(tags.size).toBe(2);
  });

  test("may have a drawing with own gradients, pictures and rules for dark pages", async () => {
    const picture = `data:image/png;base64,${png(48).toString("base64")}`;
    const drawing = svg(
      `<style>@media (prefers-color-scheme: dark) { path { fill: url(#a) } }</style><linearGradient id="a"/><use href="#b"/><image href="${picture}"/><path id="b" style="fill:url('#a')"/>`,
    );
    expect((await schoolWith(drawing)).brand.icon).not.toBeNull();
  });

  const cases: Case[] = [
    [
      "a dark logo that is not there",
      organisation("  logo_dark: no.png\n"),
      [SCHOOL, "logo_dark", 'There is no file "no.png"'],
    ],
    [
      "a dark logo that is no PNG",
      organisation("  logo_dark: dark.png\n", { "dark.png": PLAIN }),
      [SCHOOL, "logo_dark", '"dark.png" is not a PNG picture'],
    ],
    [
      "a dark logo that is too large",
      organisation("  logo_dark: dark.png\n", { "dark.png": png(96, 96, 262_145) }),
      [SCHOOL, "logo_dark", '"dark.png" has 257 kB: 256 are allowed'],
    ],
    [
      "a dark logo alone",
      changed(SCHOOL, "logo: logo.png", "logo_dark: logo.png"),
      [SCHOOL, "logo_dark", '"logo_dark" needs a "logo"'],
    ],
    [
      "an icon from elsewhere",
      organisation("  favicon: ../icon.svg\n"),
      [SCHOOL, "favicon", "leads out of its folder"],
    ],
    [
      "an icon that is neither SVG nor PNG",
      favicon("icon.ico", "icon"),
      [SCHOOL, "favicon", '"icon.ico" is neither an SVG drawing nor a PNG picture'],
    ],
    [
      "an icon that is not square",
      favicon("icon.png", png(64, 48)),
      [SCHOOL, "favicon", "is 64 by 48 pixels: an icon must be square"],
    ],
    [
      "an icon that is too small",
      favicon("icon.png", png(32)),
      [SCHOOL, "favicon", "is 32 pixels wide: an icon has 48 to 1024"],
    ],
    [
      "an icon with too many bytes",
      favicon("icon.png", png(512, 512, 65_537)),
      [SCHOOL, "favicon", '"icon.png" has 65 kB: 64 are allowed'],
    ],
    ["a drawing with a script", svg("<script/>"), [SCHOOL, "favicon", "has a <script>"]],
    [
      "a drawing with a script of another prefix",
      svg("<s:script/>", ' xmlns:s="http://www.w3.org/2000/svg"'),
      [SCHOOL, "favicon", "has a <s:script>"],
    ],
    [
      "a drawing with a handler",
      svg("", ' onload="alert(1)"'),
      [SCHOOL, "favicon", 'has a script in "onload"'],
    ],
    ["a drawing with HTML", svg("<foreignObject/>"), [SCHOOL, "favicon", "has a <foreignObject>"]],
    [
      "a drawing with an animation",
      svg('<a><animate attributeName="href" to="javascript:alert(1)"/></a>'),
      [SCHOOL, "favicon", "has a <animate>"],
    ],
    [
      "a drawing with a script as an address",
      svg('<a href="javascript:alert(1)"/>'),
      [SCHOOL, "favicon", "loads something from outside"],
    ],
    [
      "a drawing with a picture from outside",
      svg('<image href="https://elsewhere.example/a.png"/>'),
      [SCHOOL, "favicon", "loads something from outside"],
    ],
    [
      "a drawing with a style from outside",
      svg("<style>@import 'https://elsewhere.example/a.css'</style>"),
      [SCHOOL, "favicon", "has styles with @import"],
    ],
    [
      "a drawing with a hidden address in a style",
      svg('<path style="fill:u\\72l(//elsewhere.example)"/>'),
      [SCHOOL, "favicon", "a backslash"],
    ],
    [
      "a drawing with entities",
      favicon("icon.svg", `<!DOCTYPE svg [<!ENTITY a "b">]>${PLAIN}`),
      [SCHOOL, "favicon", "has a DOCTYPE"],
    ],
    [
      "a drawing that is not whole",
      favicon("icon.svg", "<svg><path"),
      [SCHOOL, "favicon", "is no well-formed SVG"],
    ],
    [
      "a page as a drawing",
      favicon("icon.svg", "<html/>"),
      [SCHOOL, "favicon", "is no SVG drawing"],
    ],
    [
      "a title in two lines",
      organisation('  title: "Small\\nOnline"\n'),
      [SCHOOL, "title:", '"title" must be one line'],
    ],
    [
      "a title that is too long",
      organisation(`  title: ${"a".repeat(61)}\n`),
      [SCHOOL, "title:", '"title" has more than 60 characters'],
    ],
    [
      "a short name that is too long",
      organisation("  short_name: Small School of\n"),
      [SCHOOL, "short_name", '"short_name" has more than 12 characters'],
    ],
  ];
  expectProblems(cases);
});

describe("the mails of a school", () => {
  test("are read as written, by language", async () => {
    const school = await schoolWith(
      mails(
        "  signature: {en: 'Yours, {school}'}\n" +
          "  password-reset:\n    he: {subject: 'סיסמה', text: 'שלום {name} {link}'}\n",
      ),
    );
    expect(school.mails).toEqual({
      signature: { en: "Yours, {school}" },
      mails: { "password-reset": { he: { subject: "סיסמה", text: "שלום {name} {link}\n" } } },
    });
    expect((await schoolWith()).mails).toEqual({});
  });

  const reset = (words: string): Files => mails(`  password-reset:\n    en:\n${words}`);
  const cases: Case[] = [
    [
      "a mail that there is not",
      mails("  password-rest: {en: {subject: a, text: '{link}'}}\n"),
      [SCHOOL, "password-rest", 'did you mean "password-reset"?'],
    ],
    [
      "an unknown place, at its own line",
      reset("      subject: A\n      text: |\n        {link}\n        for {nmae}\n"),
      [SCHOOL, "for {nmae}", '{nmae} has no meaning here; did you mean "name"?'],
    ],
    [
      "a place of another mail",
      mails("  signature: {en: 'Dear {link}'}\n"),
      [SCHOOL, "signature", "{link} has no meaning here: there is {school}."],
    ],
    [
      "a brace alone",
      reset("      subject: A\n      text: '{ name } {link}'\n"),
      [SCHOOL, "text:", "has a brace that belongs to no place"],
    ],
    [
      "no link",
      reset("      subject: A\n      text: Hello {name}\n"),
      [SCHOOL, "text:", '"text" does without {link}'],
    ],
    [
      "a link in the subject",
      reset("      subject: See {link}\n      text: '{link}'\n"),
      [SCHOOL, "subject", "{link} has no meaning here"],
    ],
    [
      "a subject in two lines",
      reset('      subject: "A\\nBcc: b@elsewhere.example"\n      text: "{link}"\n'),
      [SCHOOL, "subject", '"subject" must be one line'],
    ],
    [
      "no subject",
      reset("      text: '{link}'\n"),
      [SCHOOL, "    en:\n      text", '"subject" is missing'],
    ],
    [
      "a text that is too long",
      reset(`      subject: A\n      text: '{link} ${"a".repeat(10_000)}'\n`),
      [SCHOOL, "text:", "has more than 10000 characters"],
    ],
    [
      "a signature without English",
      mails("  signature: {he: שלום}\n"),
      [SCHOOL, "signature", '"en" is missing'],
    ],
    [
      "an unknown language",
      mails("  signature: {en: Yours, hb: x}\n"),
      [SCHOOL, "signature", '"hb" is not a field here'],
    ],
  ];
  expectProblems(cases);
});
