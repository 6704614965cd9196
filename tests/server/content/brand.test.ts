import { expect, test } from "vitest";
import { pngHead as png } from "../support/photos.ts";
import { expectProblems } from "./expect-problems.ts";
import { changed, type Files, schoolWith } from "./small-school.ts";

const SCHOOL = "school.yaml";

const organisation = (fields: string, files: Files = {}): Files => ({
  ...changed(SCHOOL, "  accent:", `${fields}  accent:`),
  ...files,
});

const favicon = (name: string, content: string | Buffer): Files =>
  organisation(`  favicon: ${name}\n`, { [name]: content });

const svg = (inside: string, root = ""): Files =>
  favicon("icon.svg", `<svg xmlns="http://www.w3.org/2000/svg"${root}>${inside}</svg>`);

const darkLogo = (content: string | Buffer): Files =>
  organisation("  logo_dark: dark.png\n", { "dark.png": content });

/** Each change is reported at the line of school.yaml that has these words. */
const expectProblemsAt = (at: string, cases: [name: string, changes: Files, message: string][]) =>
  expectProblems(cases.map(([name, changes, message]) => [name, changes, [SCHOOL, at, message]]));

const mails = (yaml: string): Files => changed(SCHOOL, "tutor_talk:", `mails:\n${yaml}tutor_talk:`);

const PLAIN = "<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h9'/></svg>";

test("the brand of a school is read as written, and is the app's own where it has none", async () => {
  expect((await schoolWith()).brand).toEqual({ icon: null, shortName: "" });
  const fields =
    "  title: Small Online\n  short_name: Small\n  logo_dark: dark.png\n  favicon: icon.svg\n";
  const files = { "dark.png": png(96), "icon.svg": PLAIN };
  const school = await schoolWith(organisation(fields, files));
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

test("the brand may have a drawing with own gradients, pictures and rules for dark pages", async () => {
  const picture = `data:image/png;base64,${png(48).toString("base64")}`;
  const drawing = svg(
    `<style>@media (prefers-color-scheme: dark) { path { fill: url(#a) } }</style><linearGradient id="a"/><use href="#b"/><image href="${picture}"/><path id="b" style="fill:url('#a')"/>`,
  );
  expect((await schoolWith(drawing)).brand.icon).not.toBeNull();
});

expectProblemsAt("logo_dark", [
  ["no dark logo", organisation("  logo_dark: no.png\n"), 'There is no file "no.png"'],
  ["a dark logo that is no PNG", darkLogo(PLAIN), '"dark.png" is not a PNG, JPEG or SVG picture'],
  ["a large dark logo", darkLogo(png(96, 96, 262_145)), "has 257 kB: 256 are allowed"],
  ["a dark logo alone", changed(SCHOOL, "logo:", "logo_dark:"), '"logo_dark" needs a "logo"'],
]);

const elsewhere = "https://elsewhere.example/a";
const prefix = ' xmlns:s="http://www.w3.org/2000/svg"';
const entity = `<!DOCTYPE svg [<!ENTITY a "b">]>${PLAIN}`;
expectProblemsAt("favicon", [
  ["an icon from elsewhere", organisation("  favicon: ../icon.svg\n"), "leads out of its folder"],
  ["an icon of another type", favicon("icon.ico", "icon"), "is neither an SVG drawing nor a PNG"],
  ["an icon that is not square", favicon("icon.png", png(64, 48)), "an icon must be square"],
  ["a small icon", favicon("icon.png", png(32)), "is 32 pixels wide: an icon has 48 to 1024"],
  ["a large icon", favicon("icon.png", png(512, 512, 65_537)), "has 65 kB: 64 are allowed"],
  ["a script", svg("<script/>"), "has a <script>"],
  ["a script of another prefix", svg("<s:script/>", prefix), "has a <s:script>"],
  ["a handler", svg("", ' onload="alert(1)"'), 'has a script in "onload"'],
  ["HTML", svg("<foreignObject/>"), "has a <foreignObject>"],
  ["an animation", svg('<a><animate attributeName="href"/></a>'), "has a <animate>"],
  ["an address that runs", svg('<a href="javascript:alert(1)"/>'), "something from outside"],
  ["a picture from outside", svg(`<image href="${elsewhere}"/>`), "loads something from outside"],
  ["a style from outside", svg(`<style>@import '${elsewhere}'</style>`), "styles with @import"],
  ["a hidden address", svg('<path style="fill:u\\72l(//elsewhere.example)"/>'), "a backslash"],
  ["entities", favicon("icon.svg", entity), "has a DOCTYPE"],
  ["half a drawing", favicon("icon.svg", "<svg><path"), "is no well-formed SVG"],
  ["a page as a drawing", favicon("icon.svg", "<html/>"), "is no SVG drawing"],
]);

const named = (field: string, value: string) => organisation(`  ${field}: ${value}\n`);
expectProblemsAt("title:", [
  ["a title in two lines", named("title", '"Small\\nOnline"'), '"title" must be one line'],
  ["a long title", named("title", "a".repeat(61)), '"title" has more than 60 characters'],
]);
expectProblemsAt("short_name", [
  ["a long short name", named("short_name", "Small School of"), "has more than 12 characters"],
]);

test("news may name other addresses, and a link may end a line, and mail addresses may stand in all", async () => {
  const news = "  news: {en: {subject: A, text: '{news} {change} https://small.example/'}}\n";
  const reset = '  password-reset: {en: {subject: A, text: "Here:\\n{link}\\n{name}"}}\n';
  const invitation =
    '  invitation: {en: {subject: A, text: "{link} z.B. 12.30 h... anna.bell@small.example"}}\n';
  const { mails: read } = (await schoolWith(mails(news + reset + invitation))).mails;
  expect(Object.keys(read ?? {}).toSorted()).toEqual(["invitation", "news", "password-reset"]);
});

test("the mails of a school are read as written, by language", async () => {
  const yours = "  signature: {en: 'Yours, {school}'}\n";
  const key = "  password-reset:\n    he: {subject: 'סיסמה', text: 'שלום {name} {link}'}\n";
  const school = await schoolWith(mails(yours + key));
  expect(school.mails).toEqual({
    signature: { en: "Yours, {school}" },
    mails: { "password-reset": { he: { subject: "סיסמה", text: "שלום {name} {link}\n" } } },
  });
  expect((await schoolWith()).mails).toEqual({});
});

const reset = (words: string): Files => mails(`  password-reset:\n    en:\n${words}`);
const asRow = (...row: [name: string, changes: Files, message: string]) => row;
const subject = "      subject: A\n";
const signature = (texts: string): Files => mails(`  signature: ${texts}\n`);
const text = (words: string): Files => reset(`${subject}      text: '${words}'\n`);
const unknown = reset(`${subject}      text: |\n        {link}\n        for {nmae}\n`);
expectProblemsAt("for {nmae}", [
  ["an unknown place, at its line", unknown, '{nmae} has no meaning here; did you mean "name"?'],
]);
expectProblemsAt("signature", [
  ["a place of another mail", signature("{en: 'Dear {link}'}"), "here: there is {school}"],
  ["a signature without English", signature("{he: שלום}"), '"en" is missing'],
]);
expectProblemsAt("text:", [
  ["a brace alone", text("{ name } {link}"), "has a brace that belongs to no place"],
  ...["evil.example/?{link}", "{link}.evil.example", "({link})", "x{link}", "{link}{link}"].map(
    (words) => asRow(`no link alone: ${words}`, text(words), "{link} must stand alone"),
  ),
  ...[
    ...["HTTPS://evil.example", "//evil.example", "Www.evil.example", "ftp://evil.example"],
    ...["evil.example", "(Evil.Example/x)", "a.evil.example:8080", "evil。example", "בית.example"],
  ].map((address) =>
    asRow(`another address: ${address}`, text(`{link} or ${address}`), "No address but {link}"),
  ),
  ["no link", text("Hello {name}"), '"text" does without {link}'],
  ["a long text", text(`{link} ${"a".repeat(10_000)}`), "has more than 10000 characters"],
]);
const twoLines = reset('      subject: "A\\nBcc: b@elsewhere.example"\n      text: "{link}"\n');
expectProblemsAt("subject", [["a subject in two lines", twoLines, '"subject" must be one line']]);
