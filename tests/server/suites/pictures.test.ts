import { createHash } from "node:crypto";
import { appendFile, cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { decompressionBomb, photo } from "../support/photos.ts";
import { runCli } from "../support/run-cli.ts";
import { runInProcess } from "../support/run-in-process.ts";
import { storedPath } from "../support/stored-path.ts";
import { sharedFolder, temporaryFolder } from "../support/temporary-folder.ts";
import { DAY, FIXTURE, openSchool, PMB, SWB, sharedPerson } from "../support/test-school.ts";

// The import closes all formats but those that it reads; the tests look at what it has written.
const READ_BY_TESTS = { operation: ["VipsForeignLoadHeif"] };

const BROWSER = "image/avif,image/webp,image/apng,*/*;q=0.8";

const DRAWING = `<?xml version="1.0"?>
<!-- Drawn by hand -->
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480.4 359.6" role="img" aria-labelledby="what">
  <title id="what">A dart</title><desc>Its point lies at A</desc>
  <style>
    .line { stroke: currentColor; fill: none }
    @media (prefers-color-scheme: dark) { svg { color: #ffffff } }
  </style>
  <metadata>made with an editor</metadata>
  <path id="dart" class="line" d="M 10.000 20.000 L 30.000 40.000"/>
  <script>alert(1)</script>
</svg>`;

// The command, whose clock is the machine's, and the server are to see each other's leases.
let later = 0;
const school = openSchool.shared({ clock: () => Date.now() + later });
const folder = sharedFolder();
let original: Buffer;
const student = sharedPerson(school, { courses: [{ course: PMB }] });
let first: { out: string; json: ReturnType<typeof JSON.parse> };

const runImport = async () => {
  const { out, err } = await runInProcess(
    ["content", "import", folder, "--json"],
    school.variables,
  );
  expect(err).toBe("");
  await school.server.refresh();
  return { out, json: JSON.parse(out) };
};
const put = (file: string, content: string | Buffer) =>
  writeFile(path.join(folder, "PM", file), content);

beforeAll(async () => {
  await cp(FIXTURE, folder, { recursive: true });
  // Wide enough for every width, and low: AVIF takes seconds for a high one.
  original = await photo(1000, 50);
  // Held upright by the camera's note alone.
  const turned = await sharp(await photo(120, 80))
    .withMetadata({ orientation: 6 })
    .toBuffer();
  await put("assets/hand.jpg", original);
  await put("assets/later.webp", await photo(500, 40, "webp"));
  await put("assets/turned.jpg", turned);
  await put("assets/sample.png", await photo(520, 40, "png"));
  await put("assets/dart.svg", DRAWING);
  await put("assets/cut.jpg", original.subarray(0, 10_000));
  await put("assets/bomb.png", decompressionBomb(40_000));
  await put("assets/other.png", `<svg xmlns="http://www.w3.org/2000/svg"/>`);
  await appendFile(
    path.join(folder, "PM/lessons/paper.md"),
    ["hand.jpg", "turned.jpg", "sample.png", "dart.svg", "cut.jpg", "bomb.png", "other.png"]
      .map((name) => `\n![Picture](${name})\n`)
      .join(""),
  );
  await appendFile(
    path.join(folder, "PM/lessons/paper.md"),
    "\n[The sample](asset:sample.png) is a download.\n",
  );
  await appendFile(path.join(folder, "PM/lessons/pencil.md"), "\n![Later](later.webp)\n");
  first = await runImport();
  sharp.unblock(READ_BY_TESTS);
});

const get = (title: string, width?: number, accept = BROWSER, by = student.token) =>
  school.call(
    `/assets/fetchData?product=PM&title=${title}${width === undefined ? "" : `&width=${width}`}`,
    { token: by, headers: { accept } },
  );
const lessonHtml = async (key: string): Promise<string> =>
  (await school.call(`/products/PM/lessons/${key}`, student)).json.lesson.html.languages.en.pages[0]
    .html;
const sizeOf = async (bytes: Buffer) => {
  const { width, height, format, exif } = await sharp(bytes).metadata();
  return { width, height, format: format === "heif" ? "avif" : format, hasExif: Boolean(exif) };
};

test("a photo comes as AVIF or WebP in the width that a screen needs, and else as it was made", async () => {
  for (const [width, sent] of [
    [1, 480],
    [480, 480],
    [481, 960],
    [970, 1000],
    [4000, 1000],
  ] as const) {
    const answer = await get("hand.jpg", width);
    expect(answer.headers["content-type"]).toBe("image/avif");
    const shown = { width: sent, height: sent * 0.05, format: "avif", hasExif: false };
    expect(await sizeOf(answer.bytes)).toEqual(shown);
    expect(answer.bytes.length).toBeLessThan(original.length / 3);
    expect(answer.headers.vary).toMatch(/\bAccept(,|$)/);
  }
  const webp = await get("hand.jpg", 480, "image/webp,*/*");
  expect(await sizeOf(webp.bytes)).toMatchObject({ width: 480, format: "webp" });
  expect(webp.headers.etag).not.toBe((await get("hand.jpg", 480)).headers.etag);
  for (const [width, accept] of [
    [undefined, BROWSER],
    [480, "*/*"],
    [480, "image/avif;q=0, image/webp;q=0.0"],
    [-1, BROWSER],
    [1e300, BROWSER],
  ] as const) {
    expect((await get("hand.jpg", width, accept)).bytes).toEqual(original);
  }
});

test("a page knows the size of each picture before it arrives, as it is shown", async () => {
  const html = await lessonHtml("paper");
  for (const shown of [
    '"hand.jpg" width="1000" height="50" data-widths="480 960 1000" alt="Picture">',
    '"turned.jpg" width="80" height="120" data-widths="80" alt="Picture">',
    '"dart.svg" width="480" height="360" alt="Picture">',
    '"cut.jpg" width="1000" height="50" data-widths=',
    '"bomb.png" alt="Picture">',
  ]) {
    expect(html).toContain(`<img data-asset=${shown}`);
  }
});

test("a smaller form is given to whoever may have the picture, and to nobody else", async () => {
  const other = (await school.student({ course: SWB })).token;
  expect((await get("hand.jpg", 480, BROWSER, other)).status).toBe(403);
  expect((await get("later.webp", 480)).status).toBe(403);
  expect((await get("hand.jpg", 480, BROWSER, "")).status).toBe(401);
  expect((await get("hand.jpg", 480)).headers["content-security-policy"]).toContain("sandbox");
});

test("the desktop app keeps one form of a photo, and of a download the file itself", async () => {
  const { json } = await school.call("/files/treelist?metas=1&language=en", student);
  const metas: Record<string, { checksum: string; size: number }> = json.metas;
  for (const [name, format] of [
    ["assets/PM/hand.jpg", "webp"],
    ["assets/PM/sample.png", "png"],
    ["assets/PM/cut.jpg", null],
  ] as const) {
    const { bytes } = await school.call(`/files/read?path=${name}&language=en`, student);
    expect(metas[name]).toEqual({
      checksum: createHash("sha256").update(bytes).digest("hex"),
      size: bytes.length,
    });
    if (format) expect((await sizeOf(bytes)).format).toBe(format);
  }
  expect(metas["assets/PM/hand.jpg"]?.size).toBeLessThan(original.length / 2);
  expect(Object.keys(metas).filter((name) => name.includes("hand"))).toHaveLength(1);
});

test("a drawing gets smaller, and keeps names, titles, rules and its place", async () => {
  const { bytes, headers } = await get("dart.svg");
  const text = bytes.toString();
  expect(headers["content-type"]).toBe("image/svg+xml");
  expect(bytes.length).toBeLessThan(DRAWING.length);
  for (const kept of [
    ...['viewBox="0 0 480.4 359.6"', 'role="img"', 'aria-labelledby="what"', 'id="what"'],
    ...["<title", "<desc>", 'id="dart"', "currentColor", "prefers-color-scheme"],
  ]) {
    expect(text).toContain(kept);
  }
  expect(text).not.toMatch(/by hand|metadata|editor/);
});

test("a picture that is cut off, hostile or something else stays as it is, and the import says so", async () => {
  expect(first.json.picturesAsTheyAre).toEqual([
    {
      file: "PM/assets/bomb.png",
      message: "This picture has more than 64 million pixels.",
    },
    { file: "PM/assets/cut.jpg", message: expect.stringContaining("damaged") },
    { file: "PM/assets/other.png", message: expect.stringContaining("damaged") },
  ]);
  expect((await get("cut.jpg", 480)).bytes).toEqual(original.subarray(0, 10_000));
  expect((await get("bomb.png", 480)).bytes).toEqual(decompressionBomb(40_000));
});

test("an import converts only pictures that are new or lost", async () => {
  const again = await runImport();
  expect(again.json).toMatchObject({ changed: false, converted: 0 });
  expect(again.json.picturesAsTheyAre).toEqual(first.json.picturesAsTheyAre);
  const { headers } = await get("hand.jpg", 480);
  const stored = storedPath(school.dataDir, headers.etag?.slice(1, -1) ?? "");
  await rm(stored);
  expect((await runImport()).json).toMatchObject({ converted: 1 });
  expect((await stat(stored)).size).toBeGreaterThan(0);
  await put("assets/later.webp", await photo(510, 40, "webp"));
  expect((await runImport()).json).toMatchObject({ changed: true, converted: 1 });
});

test("smaller forms are in a backup, and are removed a week after the picture", async () => {
  const lesson = path.join(folder, "PM/lessons/paper.md");
  const text = await readFile(lesson, "utf8");
  await put("assets/gone.png", await photo(490, 40, "png"));
  await writeFile(lesson, `${text}\n![Gone](gone.png)\n`);
  await runImport();
  const { status, text: problem, headers } = await get("gone.png", 480);
  expect([status, status === 200 ? "" : problem]).toEqual([200, ""]);
  const form = headers.etag?.slice(1, -1) ?? "";
  const stored = async () => (await readdir(path.join(school.dataDir, "files"))).includes(form);
  const file = path.join(folder, "backup");
  const backup = await runInProcess(["backup", file, "--json"], school.variables);
  expect(JSON.parse(backup.out)).toMatchObject({ missing: [] });
  const there = temporaryFolder();
  await runInProcess(["restore", file], { DATA_DIR: there });
  expect(await readdir(path.join(there, "files"))).toContain(form);

  const restart = async () => {
    await school.restart();
    await school.server.idle();
  };
  await restart();
  expect(await stored()).toBe(true);
  await writeFile(lesson, text);
  await runImport();
  await restart();
  expect(await stored()).toBe(true);
  later = 8 * DAY;
  await restart();
  expect(await stored()).toBe(false);
  later = 0;
});

/** A kind of processor for which the package has no binary: it refuses to load. */
const OTHER_PROCESSOR =
  "--import=data:text/javascript,Object.defineProperty(process,`arch`,{value:`mips`})";

test("where photos cannot be converted, the import says so in one sentence and goes on", async () => {
  const content = path.join(temporaryFolder(), "school");
  await cp(FIXTURE, content, { recursive: true });
  for (const name of ["one.png", "two.png"]) {
    await writeFile(path.join(content, "PM/assets", name), "a picture");
  }
  const lesson = path.join(content, "PM/lessons/paper.md");
  const text = await readFile(lesson, "utf8");
  await writeFile(lesson, `${text}\n![One](one.png)\n\n![Two](two.png)\n`);
  const { code, out, err } = await runCli(["content", "import", content], {
    DATA_DIR: path.join(temporaryFolder(), "data"),
    NODE_OPTIONS: OTHER_PROCESSOR,
  });
  expect([code, err]).toEqual([0, ""]);
  const lines = out.trim().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^Photos stay as they are: sharp does not run on this system \(.+\)\.$/);
  expect(lines[1]).toMatch(/^Imported: /);
});
