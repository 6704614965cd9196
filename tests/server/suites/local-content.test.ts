import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { getUserContent, getUserMenu, type MenuNode } from "../../../src/contract/local-files.ts";
import type { CompiledSchool } from "../../../src/server/content/school.ts";
import { importChanged } from "../support/changed-school.ts";
import { decode } from "../support/decode.ts";
import { DAY, fixtureSchool, openSchool, PMB, PMS, SWB } from "../support/test-school.ts";

let school: Awaited<ReturnType<typeof openSchool>>;
beforeEach(async () => {
  school = await openSchool();
});

const content = async (token: string) => {
  const answer = await school.call("/menu/usercontent", { token });
  expect(answer.status).toBe(200);
  decode(getUserContent, answer.json);
  return answer.json.content.products;
};
const checksum = async (token: string): Promise<string> =>
  (await school.call("/menu/checksum", { token })).json.checksum;

test("the offline content is the whole content of each course of the person, and nothing of the others", async () => {
  const { token } = await school.student({ course: PMB });
  const products = await content(token);
  const [whole] = (await fixtureSchool()).products;
  if (!whole) throw new Error("The fixture has no product");
  expect(Object.keys(products)).toEqual(["PM"]);
  const { flare: _, ...lessons } = whole.lessons;
  expect(products.PM).toEqual({
    ...whole,
    lessons,
    courses: { PMB: whole.courses.PMB },
    courseOrder: ["PMB"],
    lpackages: { "1": whole.lpackages["1"], "2": whole.lpackages["2"] },
  });
});

test("the offline content includes lessons that are not open yet, and does not change with progress", async () => {
  const { token } = await school.student({ course: PMB });
  const before = await checksum(token);
  expect((await school.call("/products/PM/lessons/right-angles", { token })).status).toBe(403);
  expect((await content(token)).PM.lessons["right-angles"].html.languages.en).toBeDefined();
  await school.complete(token, 107);
  expect(await checksum(token)).toBe(before);
});

test("the offline content is empty for somebody without courses", async () => {
  const { token } = await school.student();
  expect(await content(token)).toEqual({});
  expect(await checksum(token)).toMatch(/^[\da-f]{64}$/);
  expect((await school.call("/menu/usermenu", { token })).json.menu).toEqual([]);
});

test("the offline content is the whole school for administrators", async () => {
  const { token } = await school.signedIn({ level: 100 });
  const { products } = await fixtureSchool();
  const whole = products.map((product) => [product.props.key, product]);
  expect(await content(token)).toEqual(Object.fromEntries(whole));
});

test("the offline content excludes a course on the day after its last, and its checksum changes", async () => {
  const { token } = await school.student({ course: PMB, expDate: "2026-11-20" }, { course: SWB });
  const before = await checksum(token);
  school.now += 7 * DAY;
  expect(await checksum(token)).toBe(before);
  expect(Object.keys(await content(token))).toEqual(["PM", "SW"]);
  school.now += DAY;
  expect(await checksum(token)).not.toBe(before);
  expect(Object.keys(await content(token))).toEqual(["SW"]);
});

test("the offline content has the same checksum for the same courses, and another for other courses", async () => {
  const [one, same, more] = [
    await school.student({ course: PMB }, { course: SWB }),
    await school.student({ course: SWB }, { course: PMB }),
    await school.student({ course: PMB }, { course: PMS }, { course: SWB }),
  ];
  expect(await checksum(one.token)).toBe(await checksum(same.token));
  expect(await checksum(one.token)).not.toBe(await checksum(more.token));
});

test("the offline content has a checksum that changes with the person's own lessons, and not with others", async () => {
  const [patterns, sewing] = [
    await school.student({ course: PMB }),
    await school.student({ course: SWB }),
  ];
  const both = async () => [await checksum(patterns.token), await checksum(sewing.token)];
  const before = await both();
  await importChanged(school, ({ products }) => {
    const page = products[1]?.lessons.stitch?.html?.languages.en?.pages[0];
    if (page) page.html += "<p>Twice.</p>";
  });
  expect(await both()).toEqual([before[0], expect.not.stringMatching(before[1] ?? "")]);
  await importChanged(school, () => {});
  expect(await both()).toEqual(before);
});

test.each<[what: string, changes: boolean, change: (content: CompiledSchool) => void]>([
  [
    "questions and terms, which it does not contain",
    false,
    ({ faqs, glossary }) => {
      faqs.pop();
      glossary.pop();
    },
  ],
  [
    "the order of lessons",
    true,
    ({ products }) => {
      for (const product of products) {
        product.lessons = Object.fromEntries(Object.entries(product.lessons).toReversed());
      }
    },
  ],
  [
    "a weekly target",
    true,
    ({ products }) => {
      for (const { courses } of products) {
        for (const { props } of Object.values(courses)) props.weeklyTarget += 1;
      }
    },
  ],
])("the offline content's checksum and bytes change with %s: %j", async (_, changes, change) => {
  const { token } = await school.student({ course: PMB });
  const both = async () => {
    const { text } = await school.call("/menu/usercontent", { token });
    return [await checksum(token), text];
  };
  const [sum, bytes] = await both();
  await importChanged(school, change);
  const [after, changed] = await both();
  expect([after !== sum, changed !== bytes]).toEqual([changes, changes]);
});

test("the offline content is answered with 304 while unchanged, and compressed on request", async () => {
  const { token } = await school.student({ course: PMB });
  const get = (headers: Record<string, string>) =>
    school.call("/menu/usercontent", { token, headers });
  const plain = await get({});
  const packed = await get({ "Accept-Encoding": "br" });
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.bytes)).toEqual(plain.bytes);
  for (const { headers } of [plain, packed]) {
    expect((await get({ "If-None-Match": headers.etag ?? "" })).status).toBe(304);
  }
  const head = await school.call("/menu/usercontent", { token, method: "HEAD" });
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  await importChanged(school, ({ products }) => {
    for (const { props } of products) props.title += "!";
  });
  expect((await get({ "If-None-Match": plain.headers.etag ?? "" })).status).toBe(200);
});

test.each([
  ["identity", (bytes: Buffer) => bytes],
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
] as const)("content in %s never mixes imports", async (encoding, unpack) => {
  const { token } = await school.student({ course: PMB }, { course: SWB });
  await school.update("lesson", { checksum: "another import's" }, { key: "stitch" });
  const headers = { "Accept-Encoding": encoding };
  const whole = await school
    .call("/menu/usercontent", { token, headers })
    .then(({ bytes }) => JSON.parse(unpack(bytes).toString()))
    .catch(() => "cut off");
  expect(whole).toBe("cut off");
});

test("the offline content is a tree of menus: group, product, course, menu1, menu2, lesson", async () => {
  const { token } = await school.student(
    { course: PMB },
    { course: PMS, subDate: null, subMonths: null },
  );
  const { json } = await school.call("/menu/usermenu", { token });
  const { menu, levels } = decode(getUserMenu, json);
  expect(levels).toEqual(["group", "product", "course", "menu1", "menu2", "lesson"]);
  const lines = (nodes: readonly MenuNode[], at = ""): string[] =>
    nodes.flatMap(({ key, children }) =>
      children.length === 0 ? `${at}${key}` : lines(children, `${at}${key}/`),
    );
  // The unit test of the menu shows titles and translations.
  expect(lines(menu as MenuNode[])).toEqual([
    "gp1/PM/PMB/1/1/block-frame",
    "gp1/PM/PMB/1/1/block-task",
    "gp1/PM/PMB/2/1/paper",
    "gp1/PM/PMB/2/1/pencil",
    "gp1/PM/PMB/2/2/lines_ml",
    "gp1/PM/PMB/2/2/right-angles",
  ]);
});
