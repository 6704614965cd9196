import { execFileSync, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFile, chmod, readdir, readFile, unlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { getStaffContent } from "../../../src/contract/staff-content.ts";
import { FILMS_JOB, orderFilmsJob } from "../../../src/server/jobs/job-rows.ts";
import { createFilmsJob } from "../../../src/server/pictures/films/convert-films.ts";
import { readFilmFacts } from "../../../src/server/pictures/films/film-facts.ts";
import { JOBS_HERE } from "../support/content-jobs-here.ts";
import { authorsFolder, importFolder } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { box, goodMp4, index, mp4, track } from "../support/small-film.ts";
import { storedPath } from "../support/stored-path.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openSchool, PMB, type TestSchool } from "../support/test-school.ts";

const LESSON = "PM/lessons/paper.md";
const LARGE = randomBytes(600 * 1024);
const film = () => mp4(index(track("vide", "avc1"), track("soun", "mp4a")), box("mdat", LARGE));
const sha256 = (bytes: Buffer | string) => createHash("sha256").update(bytes).digest("hex");

/** A stand-in for ffmpeg, which says what it encodes and then does what the lines say. */
const standIn = async (lines: string): Promise<string> => {
  const program = path.join(temporaryFolder(), "ffmpeg");
  const encoders = " V....D libx264 x\\n A..... aac x\\n";
  const says = `if [ "$2" = -encoders ]; then printf '${encoders}'; exit; fi`;
  await writeFile(program, ["#!/bin/sh", says, lines].join("\n"));
  await chmod(program, 0o700);
  return program;
};

/** Writes a small text in place of each form. */
const WRITES = `for each; do case "$each" in file:*/240.mp4|file:*/720.mp4) echo "form $each" | sed s,file:.*/,, > "\${each#file:}";; esac; done`;

const SMALL = "form 240.mp4\n";
const MEDIUM = "form 720.mp4\n";

/**
 * A school with `film.mp4` and others in a lesson.
 * @param lines of the stand-in for ffmpeg; null: the ffmpeg of this machine
 */
const openWith = async (
  films: Readonly<Record<string, Buffer>> = {},
  lines: string | null = WRITES,
) => {
  const ffmpeg = lines === null ? undefined : await standIn(lines);
  const handlers = { ...JOBS_HERE, [FILMS_JOB]: createFilmsJob(ffmpeg) };
  const school = await openSchool({ jobHandlers: handlers });
  const folder = await authorsFolder();
  for (const [name, bytes] of Object.entries({ "film.mp4": film(), ...films })) {
    await writeFile(path.join(folder, "PM/assets", name), bytes);
    if (!/\.(small|medium)\./.test(name)) {
      await appendFile(path.join(folder, LESSON), `\n![Film](${name})\n`);
    }
  }
  await importFolder(school, folder);
  const convert = async () => {
    // This machine may have no ffmpeg, and then nothing is ordered.
    await school.database.write((db) => orderFilmsJob(db, school.now));
    await school.server.runJobs();
    await school.server.refresh();
  };
  return { school, folder, convert };
};

const asStudent = async (school: TestSchool, title = "film.mp4") => {
  const { token } = await school.student({ course: PMB });
  const ticket = async () =>
    (await school.call(`/assets/ticket?product=PM&title=${title}`, { token })).json;
  return {
    ticket,
    get: async (width?: number, headers = {}) => {
      const query = `product=PM&title=${title}&ticket=${(await ticket()).ticket}`;
      const form = width ? `&width=${width}` : "";
      return school.call(`/assets/fetchData?${query}${form}`, { headers });
    },
    listed: async () =>
      (await school.call("/files/treelist?metas=1&language=en", { token })).json.metas[
        `assets/PM/${title}`
      ],
    read: (form = "") =>
      school.call(`/files/read?path=assets/PM/${title}&language=en${form}`, { token }),
  };
};

const overview = async (school: TestSchool) => {
  const token = await school.token(await school.add({ level: 20 }));
  const content = decode(getStaffContent, (await school.call("/staff/content", { token })).json);
  const job = async (id: unknown) => (await school.call(`/staff/jobs/${id}`, { token })).json.job;
  return { ...content, film: content.films === null ? null : await job(content.films) };
};

test("a film gets two smaller forms after it is published, and a player chooses among them", async () => {
  const { school, convert } = await openWith();
  const student = await asStudent(school);
  expect((await student.ticket()).forms).toEqual([]);
  await convert();
  expect((await student.ticket()).forms).toEqual([
    { width: 240, size: SMALL.length },
    { width: 720, size: MEDIUM.length },
  ]);
  const small = await student.get(240, { Range: "bytes=5-8" });
  expect([small.status, small.text]).toEqual([206, "240."]);
  expect(small.headers["content-type"]).toBe("video/mp4");
  expect((await student.get(720)).text).toBe(MEDIUM);
  for (const width of [undefined, 480]) expect((await student.get(width)).bytes).toEqual(film());
  expect(await overview(school)).toMatchObject({ films: null, kept_count: 0 });
});

test("the small form of a film is what a device keeps, and the film itself on request", async () => {
  const { school, convert } = await openWith();
  const student = await asStudent(school);
  const whole = { checksum: sha256(film()), size: film().length };
  expect(await student.listed()).toEqual(whole);
  await convert();
  expect(await student.listed()).toEqual({ checksum: sha256(SMALL), size: SMALL.length, whole });
  expect((await student.read()).text).toBe(SMALL);
  expect((await student.read("&form=whole")).bytes).toEqual(film());
});

const FULL = "[out#0] Error writing trailer: No space left on device\\nConversion failed!";

test.each([
  ["during which ffmpeg is killed", "kill -9 $$"],
  ["for which the disk has no room", `case "$*" in *-i*) printf '${FULL}\\n' >&2; exit 1;; esac`],
])("a film %s is played as it is, its job says so, and it is tried again", async (_, ends) => {
  const { school, folder, convert } = await openWith({}, ends);
  for (let tries = 0; tries < 2; tries += 1) {
    await convert();
    const { film: job, kept_pictures } = await overview(school);
    expect(job).toMatchObject({ state: "failed", problem: "films/interrupted" });
    expect(kept_pictures).toEqual([]);
    const student = await asStudent(school);
    expect((await student.get(240)).bytes).toEqual(film());
    expect((await student.ticket()).forms).toEqual([]);
    expect(await readdir(path.join(school.dataDir, "films"))).toEqual([]);
    await importFolder(school, folder);
  }
});

test("a film that ffmpeg cannot read, one without a picture and one with a broken index stay as they are, and are named, without the folders of the server", async () => {
  const fails = `for each; do case "$each" in file:*/film) echo "$each: Invalid data found" >&2; exit 1;; esac; done`;
  const sound = mp4(index(track("soun", "mp4a")), box("mdat", LARGE));
  const films = { "sound.mp4": sound, "broken.mp4": mp4(box("mdat", LARGE)) };
  const { school, convert } = await openWith(films, fails);
  await convert();
  const { film: job, kept_pictures } = await overview(school);
  expect(job).toBeNull();
  expect(Object.fromEntries(kept_pictures.map((each) => [each.file, each.message]))).toEqual({
    "PM/assets/film.mp4": "This film could not be converted (film: Invalid data found).",
    "PM/assets/sound.mp4": expect.stringContaining("no picture"),
    "PM/assets/broken.mp4": expect.stringContaining("index is missing or broken"),
  });
  expect((await (await asStudent(school)).get()).bytes).toEqual(film());
});

test("a film that the store has lost does not hold up the others", async () => {
  const lost = [1, 2, 3].map((tracks) =>
    mp4(index(...Array.from({ length: tracks }, () => track("vide", "avc1"))), box("mdat", LARGE)),
  );
  const films = Object.fromEntries(lost.map((bytes, at) => [`lost-${at}.mp4`, bytes]));
  const { school, convert } = await openWith(films);
  for (const bytes of lost) await unlink(storedPath(school.dataDir, sha256(bytes)));
  await convert();
  expect((await (await asStudent(school)).ticket()).forms).toHaveLength(2);
  expect((await overview(school)).film).toMatchObject({ problem: "films/interrupted" });
});

test("forms that are hardly smaller than a film are left out, unless browsers do not play the film", async () => {
  const copies = `for each; do case "$each" in file:*/240.mp4|file:*/720.mp4) head -c 700000 /dev/zero > "\${each#file:}";; esac; done`;
  const hevc = mp4(index(track("vide", "hvc1")), box("mdat", LARGE));
  const { school, convert } = await openWith({ "hevc.mp4": hevc }, copies);
  await convert();
  expect((await (await asStudent(school)).ticket()).forms).toEqual([]);
  expect((await (await asStudent(school, "hevc.mp4")).ticket()).forms).toHaveLength(2);
});

test("forms that an author gives are used in place of the school's own", async () => {
  const { school, convert } = await openWith({ "film.small.mp4": goodMp4() });
  await convert();
  const student = await asStudent(school);
  expect((await student.ticket()).forms).toEqual([{ width: 240, size: goodMp4().length }]);
  expect((await student.get(240)).bytes).toEqual(goodMp4());
  expect(await student.listed()).toMatchObject({ checksum: sha256(goodMp4()) });
  // Nobody opens it under its own name.
  const { token } = await school.student({ course: PMB });
  const own = await school.call("/assets/ticket?product=PM&title=film.small.mp4", { token });
  expect(own.status).toBe(403);
});

test("a form that the store has lost is made again at the next publish", async () => {
  const { school, folder, convert } = await openWith();
  await convert();
  await unlink(storedPath(school.dataDir, sha256(SMALL)));
  await importFolder(school, folder);
  const student = await asStudent(school);
  expect((await student.ticket()).forms).toEqual([]);
  await convert();
  expect((await student.get(240)).text).toBe(SMALL);
});

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

test.skipIf(!hasFfmpeg)(
  "ffmpeg makes forms that every browser plays, index first, of a film with odd sides and its index last (needs ffmpeg)",
  async () => {
    const source = path.join(temporaryFolder(), "film.mp4");
    const picture = "testsrc2=size=1281x721:rate=10:duration=2";
    execFileSync("ffmpeg", [
      ...`-v error -f lavfi -i ${picture} -f lavfi -i sine=duration=2`.split(" "),
      ...`-c:v libx264 -pix_fmt yuv444p -preset ultrafast -qp 4 -c:a aac ${source}`.split(" "),
    ]);
    const bytes = await readFile(source);
    const { school, convert } = await openWith({ "film.mp4": bytes }, null);
    await convert();
    const student = await asStudent(school);
    for (const width of [240, 720]) {
      const form = path.join(temporaryFolder(), "form.mp4");
      await writeFile(form, (await student.get(width)).bytes);
      expect(await readFilmFacts(form)).toEqual({
        ...{ format: "mp4", codecs: ["avc1", "mp4a"], hasPicture: true, isIndexLast: false },
        isCut: false,
      });
    }
  },
);
