import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import zlib from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importSchool } from "../../../src/server/content/import-school.ts";
import type { CompiledSchool, PublicCourse } from "../../../src/server/content/school.ts";
import { convertPhotos } from "../../../src/server/pictures/convert-photos.ts";
import { preparePictures } from "../../../src/server/pictures/prepare-pictures.ts";
import { importChanged } from "../support/changed-school.ts";
import { type Answer, type Asking, send } from "../support/client.ts";
import { MailServer } from "../support/mail-server.ts";
import { photo } from "../support/photos.ts";
import { diskStore } from "../support/stored-path.ts";
import { fixtureSchool, openSchool, type TestSchool } from "../support/test-school.ts";

const course = (changes: Partial<PublicCourse> = {}): PublicCourse => ({
  ...{ product: "PM", course: "PMB", picture: null, freeLesson: 101, enrol: "mail" },
  description: { en: "From measures\n\nto a pattern.", he: "ממידות אל גזרה." },
  teachers: { en: "Anna Thread\nBo Seam" },
  price: { en: "120 € for all of it" },
  ...changes,
});

const flares = course({
  course: "PMS",
  freeLesson: 109,
  enrol: { address: "https://shop.thimble.example/?a=1&b=2" },
});

const publish = (school: TestSchool, ...courses: PublicCourse[]) =>
  importChanged(school, (content) => {
    content.publicSite = {
      courses,
      pages: { imprint: { en: "<p>12 Thread Lane</p>" }, privacy: {} },
    };
  });

const page = async (school: TestSchool, path: string): Promise<string> => {
  const answer = await school.page(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text;
};

/** The data for search engines in a page. */
const dataIn = (html: string) => {
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return JSON.parse(json);
};

describe("the public pages of courses", () => {
  const school = openSchool.shared();
  beforeAll(() => publish(school, course(), flares));

  test("a course has a page in each language without sign-in: what it is, its lessons, who teaches, its price", async () => {
    const html = await page(school, "/en/courses/PMB");
    for (const words of [
      "<title>Pattern making basics · Thimble School</title>",
      "From measures\n\nto a pattern.",
      "<bdi>Right angles</bdi>",
      "Anna Thread\nBo Seam",
      "120 € for all of it",
      'href="mailto:desk@thimble.example"',
      "--chalk:light-dark(#a03050,",
    ]) {
      expect(html).toContain(words);
    }
    const hebrew = await page(school, "/he/courses/PMB");
    expect(hebrew).toContain('<html lang="he" dir="rtl">');
    expect(hebrew).toContain("ממידות אל גזרה.");
    // What is missing in a language is there in the school's own one.
    expect(hebrew).toMatch(/<p class="lines" lang="en" dir="auto">120 € for all of it/);
  });

  test("a page has no script, and its policy allows none", async () => {
    const answer = await school.page("/en/courses/PMB");
    const policy = String(answer.headers["content-security-policy"]);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]{44}'; img-src 'self'; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    const scripts = [...answer.text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual(['<script type="application/ld+json">']);
    expect(answer.text).not.toMatch(/\son\w+=|\sstyle=|javascript:/);
    expect(answer.headers["set-cookie"]).toBeUndefined();
  });

  test("each page names itself, its other languages and what search engines show", async () => {
    const html = await page(school, "/en/courses/PMB");
    const { url } = school;
    expect(html).toContain(`<link rel="canonical" href="${url}/en/courses/PMB">`);
    for (const language of ["en", "he"]) {
      expect(html).toContain(`hreflang="${language}" href="${url}/${language}/courses/PMB"`);
    }
    expect(html).toContain(`hreflang="x-default" href="${url}/courses/PMB"`);
    expect(dataIn(html)).toMatchObject({
      ...{ "@type": "Course", name: "Pattern making basics", url: `${url}/en/courses/PMB` },
      hasCourseInstance: { instructor: [{ name: "Anna Thread" }, { name: "Bo Seam" }] },
    });
    const map = await page(school, "/sitemap.xml");
    for (const path of ["courses", "courses/PMB", "courses/PMS/lesson", "imprint"]) {
      expect(map).toContain(`<loc>${url}/he/${path}</loc>`);
    }
    expect(map).not.toContain("privacy");
    expect(await page(school, "/robots.txt")).toContain(`Sitemap: ${url}/sitemap.xml`);
  });

  test("an address without a language leads to that of the browser, or to the school's own one", async () => {
    const to = async (path: string, language?: string) => {
      const answer = await school.page(path, language ? { "Accept-Language": language } : {});
      return `${answer.status} ${answer.headers.location}`;
    };
    expect(await to("/courses/PMB", "fr, he;q=0.8")).toBe("302 /he/courses/PMB");
    expect(await to("/courses", "xx")).toBe("302 /en/courses");
    expect(await to("/imprint")).toBe("302 /en/imprint");
  });

  test.each([
    "/en/courses/SWB",
    "/en/courses/SWB/lesson",
    "/fr/courses/PMB",
    "/en/courses/constructor",
    "/en/privacy",
    `/courses/files/${"a".repeat(64)}-page.webp`,
    "/courses/files/logo-x",
    "/courses/files/..%2f..%2fschool.db",
  ])("what is not public is not there: %s", async (path) => {
    expect((await school.page(path)).status).toBe(404);
  });

  test("a free lesson has its text, its pictures and its film with captions, and leads nowhere else", async () => {
    const paper = await page(school, "/en/courses/PMB/lesson");
    expect(paper).toContain("Take a dart and a pencil.");
    expect(paper).toMatch(/<img src="\/courses\/files\/[\da-f]{64}\.svg" alt="A sheet"/);
    expect(paper).not.toMatch(/data-|term:|dfn/);
    expect(await page(school, "/he/courses/PMB/lesson")).toContain("ניירות שונים");

    const flare = await page(school, "/en/courses/PMS/lesson");
    const [, film = ""] = /<source src="([^"]+\.webm)" type="video\/webm">/.exec(flare) ?? [];
    const part = await school.page(film, { Range: "bytes=0-3" });
    expect([part.status, part.bytes.length]).toEqual([206, 4]);
    const [, track = ""] = /<track kind="captions" src="([^"]+)" srclang="en"/.exec(flare) ?? [];
    expect(await page(school, track)).toBe(
      "WEBVTT\n\n00:00:00.500 --> 00:00:02.000\nSlash from the hem\nup to the waist.\n\n00:00:03.000 --> 00:00:05.250\nSpread it &amp; glue it.\n",
    );
  });

  test("hostile titles and texts stay words", async () => {
    const other = await openSchool();
    const attack = `</script><script>alert(1)</script><b onclick="x">&"'\u2028`;
    await importChanged(other, (content) => {
      for (const product of content.products) {
        for (const { props } of Object.values(product.courses)) {
          const translations = [{ language: "en", title: attack }];
          Object.assign(props, { title: attack, translations });
        }
        for (const lesson of Object.values(product.lessons)) lesson.title = { en: attack };
      }
      content.organisation.name = attack;
      const words = { en: attack };
      content.publicSite.courses = [
        course({ description: words, teachers: words, price: words }),
        { ...flares, enrol: { address: `https://x.example/"><script>` } },
      ];
    });
    for (const [path, scripts] of [
      ["", 0],
      ["/PMB", 1],
      ["/PMS", 1],
      ["/PMB/lesson", 0],
    ] as const) {
      const html = await page(other, `/en/courses${path}`);
      expect(html.match(/<script\b/g) ?? []).toHaveLength(scripts);
      expect(html).not.toContain("<b ");
    }
    const html = await page(other, "/en/courses/PMB");
    expect(html).toContain("\\u003c/script\\u003e");
    expect(dataIn(html).name).toBe(attack);
  });
});

describe("what the public pages give away", () => {
  const school = openSchool.shared();

  const unpacked = ({ headers, bytes }: Answer): string =>
    (headers["content-encoding"] === "gzip" ? zlib.gunzipSync(bytes) : bytes).toString("utf8");

  test("nothing of other lessons, of hidden courses or of the glossary is in any of their bytes", async () => {
    await publish(school, course(), flares);
    const content: CompiledSchool = await fixtureSchool();
    const seen = new Map<string, string>();
    const waiting = ["/sitemap.xml", "/robots.txt", "/courses", "/imprint", "/privacy", "/"];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue;
      const answer = await school.page(path, { "Accept-Encoding": "gzip" });
      const text = `${JSON.stringify(answer.headers)}\n${unpacked(answer)}`;
      seen.set(path, text);
      const found = [
        ...text.matchAll(/(?:href|src|srcset|poster|content|action)="([^"]+)"/g),
        ...text.matchAll(/<loc>([^<]+)<\/loc>/g),
        ...text.matchAll(/"(?:url|location|image)":"([^"]+)"/g),
      ].map(([, address = ""]) => address.replaceAll("&amp;", "&"));
      for (const address of found) {
        const url = URL.parse(address, school.url + path);
        if (url?.origin !== new URL(school.url).origin || url.pathname.startsWith("/tls")) continue;
        waiting.push(url.pathname + url.search);
      }
    }
    expect(seen.size).toBeGreaterThan(14);
    const all = [...seen.values()].join("\n");

    const free = new Set([101, 109]);
    const shown = new Set(["PMB", "PMS"]);
    const wordsOf = (html: string) =>
      html
        .replace(/<[^>]*>/g, "\n")
        .split("\n")
        .map((line) => line.trim())
        .filter((line) => line.length > 8);
    const textsOf = ({ html }: CompiledSchool["products"][number]["lessons"][string]) =>
      Object.values(html?.languages ?? {}).flatMap(({ pages }) =>
        pages.flatMap((each) => wordsOf(each.html ?? "")),
      );
    const hidden = content.products.flatMap(({ lessons, courses, props }) => [
      ...Object.values(lessons).flatMap((each) => (free.has(each.dbid) ? [] : textsOf(each))),
      ...Object.entries(courses)
        .filter(([key]) => !shown.has(key))
        .map(([, each]) => String(each.props.title)),
      ...(props.key === "SW" ? Object.values(lessons).map((each) => each.title?.en ?? "") : []),
    ]);
    const terms = content.glossary.flatMap(({ translations }) =>
      translations.map(({ definition }) => definition),
    );
    const tasks = content.assignments.flatMap(({ title, criteria }) =>
      [title, ...criteria].flatMap((each) => Object.values(each)),
    );
    const parts = ["Straight lines", "Curved lines", "line-straight", "block-frame", "lines_ml"];
    const files = content.files
      .filter(({ title }) => !["figures/sheet.svg", "flare.webm"].includes(title))
      .map(({ checksum }) => checksum);
    const secrets = [...hidden, ...terms, ...tasks, ...parts, ...files, "Two threads meet"];
    expect(secrets.length).toBeGreaterThan(25);
    for (const secret of secrets) expect(all).not.toContain(secret);
    // The check itself finds what is there.
    expect(all).toContain("Slash and spread.");
  });

  test("a course that is no longer public is gone with its files, at once", async () => {
    await publish(school, course());
    const html = await page(school, "/en/courses/PMB/lesson");
    const [, picture = ""] = /src="(\/courses\/files\/[\da-f]{64}\.svg)"/.exec(html) ?? [];
    expect((await school.page(picture)).status).toBe(200);
    await publish(school);
    for (const path of ["/en/courses/PMB", "/en/courses/PMB/lesson", picture]) {
      expect((await school.page(path)).status).toBe(404);
    }
    expect(await page(school, "/en/courses")).toContain("There are no courses here yet.");
  });
});

test("a large photo is shown in a small form, and a page with it has at most 30 kB", async () => {
  const school = await openSchool();
  const large = await photo(700, 480);
  const content = structuredClone(await fixtureSchool());
  const source = `${school.dataDir}/front.jpg`;
  await writeFile(source, large);
  content.files.push({
    ...{ kind: "asset", product: "PM", title: "front.jpg", type: "image/jpeg", source },
    ...{ size: large.length, checksum: hash("sha256", large) },
  });
  content.publicSite.courses = [course({ picture: "front.jpg" })];
  const store = diskStore(school.dataDir);
  const prepared = await preparePictures(school.database, store, content);
  await importSchool(school.database, store, prepared.school);
  await school.server.refresh();
  // As long as its smaller forms are still to be made, the page does without it.
  expect(await page(school, "/en/courses/PMB")).not.toContain("-page.webp");
  await convertPhotos({ database: school.database, store, progress: () => {} });
  await school.server.refresh();

  const answer = await school.page("/en/courses/PMB", { "Accept-Encoding": "br" });
  const html = zlib.brotliDecompressSync(answer.bytes).toString();
  const pictures = [...html.matchAll(/(?:src|srcset)="(\/courses\/files\/[^"]+)"/g)];
  let bytes = answer.bytes.length;
  for (const [, address = ""] of pictures) {
    const picture = await school.page(address);
    expect([address, picture.status]).toEqual([address, 200]);
    expect(picture.headers["cache-control"]).toContain("immutable");
    bytes += picture.bytes.length;
  }
  expect(pictures).toHaveLength(2);
  expect(bytes).toBeLessThan(30_000);
  const [, shared = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const jpeg = await school.page(new URL(shared).pathname);
  expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: "jpeg", width: 700 });
  // The photo itself, and its forms for students, are not public.
  const [, checksum = ""] = /files\/([\da-f]{64})-page/.exec(html) ?? [];
  expect((await school.page(`/courses/files/${checksum}.jpg`)).status).toBe(404);
});

describe("the form to enrol", () => {
  const mails = new MailServer();
  afterAll(() => mails.stop());
  const school = openSchool.shared(async () => ({
    smtpUrl: await mails.start(),
    trustedProxies: 1,
  }));
  beforeAll(() => publish(school, course(), flares));

  const write = (
    fields: Record<string, string>,
    { from = "10.0.0.1", headers, ...asking }: Asking & { from?: string } = {},
  ) => {
    const form = { name: "Rosa Knot", email: "rosa@mail.example", ...fields };
    const post = { rawPath: "/en/courses/PMB", form, ...asking };
    return send(school.url, { ...post, headers: { "X-Forwarded-For": from, ...headers } });
  };

  test("what somebody writes is mailed to the school as plain text, and the answer goes to them", async () => {
    const before = mails.mails.length;
    // A program that fills in what people do not see is thanked, and sends nothing.
    expect((await write({ website: "https://spam.example" })).status).toBe(303);
    const name = "Rosa Knot\r\nBcc: b@evil.example";
    const email = "rosa\u200b@mail.example\u00ad";
    const sent = await write({ name, email, message: "I sew since\r\n2001. {name} <b>" });
    expect([sent.status, sent.headers.location]).toEqual([303, "/en/courses/PMB?sent#enrol"]);
    await mails.received(before + 1);
    expect(mails.mails).toHaveLength(before + 1);
    const mail = mails.mails.at(-1);
    expect([mail?.to, mail?.header("bcc")]).toEqual([["desk@thimble.example"], ""]);
    expect(mail?.header("reply-to")).toContain("<rosa@mail.example>");
    expect(mail?.header("subject")).toContain("Pattern making basics");
    expect(mail?.raw).not.toMatch(/text\/html/i);
    expect(mail?.text).toContain("I sew since\n2001. {name} <b>".replace("\n", "\r\n"));
    expect(await page(school, "/en/courses/PMB?sent")).toContain('role="status"');
    // Nothing of it stays.
    expect(JSON.stringify(await school.rows("failed_attempt"))).not.toMatch(/rosa|10\.0\.0\.1/);
  });

  test("wrong fields are named, and what was written stays", async () => {
    const answer = await write({ name: " ", email: "no mail", message: "</textarea><b>" });
    expect(answer.status).toBe(422);
    for (const words of [
      "Please enter a valid email address.",
      'aria-describedby="name-problem"',
      "&lt;/textarea&gt;&lt;b&gt;",
    ]) {
      expect(answer.text).toContain(words);
    }
  });

  test.each([
    ["another type", 415, { headers: { "Content-Type": "application/json" } }],
    ["bytes that are no text", 415, { body: Buffer.from("name=\xff\xfe", "latin1") }],
    ["16 kB and more", 413, { body: `message=${"a".repeat(17_000)}` }],
    ["a page of another site", 403, { headers: { "Sec-Fetch-Site": "cross-site" } }],
    ["a course that has no form", 404, { rawPath: "/en/courses/PMS" }],
  ])("refuses %s", async (_, status, asking) => {
    const before = mails.mails.length;
    expect((await write({}, { from: "10.0.4.1", ...asking })).status).toBe(status);
    expect(mails.mails).toHaveLength(before);
  });

  test("one household sends five messages in a quarter of an hour, also all at once", async () => {
    const before = mails.mails.length;
    const sent = Array.from({ length: 12 }, () => write({}, { from: "10.0.1.1" }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([...Array(5).fill(303), ...Array(7).fill(429)]);
    await mails.received(before + 5);
    expect(mails.mails).toHaveLength(before + 5);
    expect((await write({}, { from: "10.0.1.2" })).status).toBe(303);
  });

  test("a mail that cannot be sent is said, and what was written stays", async () => {
    mails.refused.set("desk@thimble.example", { code: 550, message: "no" });
    const answer = await write({ message: "Hello" }, { from: "10.0.5.1" });
    mails.refused.clear();
    expect(answer.status).toBe(502);
    expect(answer.text).toContain("write to desk@thimble.example");
    expect(answer.text).toContain("Hello</textarea>");
  });
});
