import { expect, test } from "vitest";
import { importChanged } from "../support/changed-school.ts";
import { licensed, licensedAs } from "../support/licence.ts";
import { openSchool, PMB, PMS, SWB } from "../support/test-school.ts";

const FILES = {
  figure: "/assets/fetchData?product=PM&title=figures/sheet.svg",
  ticket: "/assets/ticket?product=PM&title=figures/sheet.svg",
  sheet: "/assets/fetchData?product=PM&title=sheet.pdf",
  film: "/assets/fetchData?product=PM&title=flare.webm",
  filmTicket: "/assets/ticket?product=PM&title=flare.webm",
  captions: "/new-video/texts?product=PM&lesson=flare&asset=flare.webm&language=en",
  tile: "/menu/icons?product=PM&title=paper.svg",
  picture: "/menu/icons?product=PM&title=skirts.svg",
  task: "/user/assignments/image?product=PM&title=task.svg",
  taskSheet: "/assets/fetchData?product=PM&title=task.pdf",
  term: "/glossary/fetchImage?title=dart.svg",
  treeFigure: "/files/read?language=en&path=assets/PM/figures/sheet.svg",
  treeFilm: "/files/read?language=en&path=assets/PM/flare.webm",
  treeTask: "/files/read?language=en&path=assignments/PM/task.svg",
  treeTile: "/files/read?language=en&path=icons/PM/paper.svg",
  treePicture: "/files/read?language=en&path=icons/PM/skirts.svg",
  treeTerm: "/files/read?language=en&path=glossary/dart.svg",
} as const;

type Name = keyof typeof FILES;

const EVERYBODYS: Name[] = ["term", "treeTerm"];
/** What shows to a student of PMB who has studied nothing yet. */
const FIRST_LESSON: Name[] = [
  "figure",
  "ticket",
  "sheet",
  "tile",
  "treeFigure",
  "treeTask",
  "treeTile",
];
const TASKS: Name[] = ["task", "taskSheet"];
const FILMS: Name[] = ["film", "filmTicket", "captions", "treeFilm"];
/** The picture of the course PMS. */
const PICTURE: Name[] = ["picture", "treePicture"];
/** What a licence cannot ask for. */
const PERSONS: Name[] = ["task", "captions"];

const BEFORE_TASK = [101, 102, 103, 106, 107];

type Headers = Record<string, string>;

const school = openSchool.shared();

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });
const licence = (id: string): Headers => ({ "X-License": id });

const given = async (headers: Headers): Promise<string[]> => {
  const names: string[] = [];
  for (const [name, address] of Object.entries(FILES)) {
    const { status } = await school.call(address, { headers });
    expect([200, 401, 403, 404]).toContain(status);
    if (status === 200) names.push(name);
  }
  return names.toSorted();
};

test.each<[string, () => Promise<Headers>, Name[]]>([
  ["nobody without a session", async () => ({}), []],
  [
    "an account without a course: the glossary's alone",
    async () => bearer((await school.student()).token),
    EVERYBODYS,
  ],
  [
    "a student of a course: those of the lessons reached, and of the tiles",
    async () => bearer((await school.student({ course: PMB })).token),
    [...EVERYBODYS, ...FIRST_LESSON],
  ],
  [
    "a student who has reached an assignment: its picture and sheet too",
    async () => {
      const { token } = await school.student({ course: PMB });
      for (const lesson of BEFORE_TASK) await school.complete(token, lesson);
      return bearer(token);
    },
    [...EVERYBODYS, ...FIRST_LESSON, ...TASKS],
  ],
  [
    "a student of another course of the same product",
    async () => bearer((await school.student({ course: PMS })).token),
    [...EVERYBODYS, ...FILMS, ...PICTURE],
  ],
  [
    "a student of another product",
    async () => bearer((await school.student({ course: SWB })).token),
    EVERYBODYS,
  ],
  [
    "a student whose course has ended: the picture of the course, here that of its first lesson",
    async () => bearer((await school.student({ course: PMB, expDate: "2026-11-01" })).token),
    [...EVERYBODYS, "tile"],
  ],
  [
    "a student whose course with a picture of its own has ended",
    async () => bearer((await school.student({ course: PMS, expDate: "2026-11-01" })).token),
    [...EVERYBODYS, "picture"],
  ],
  [
    "a tutor: all, and in the tree those of the own courses",
    async () => bearer(await school.token(await school.add({ level: 10 }))),
    [
      ...EVERYBODYS,
      "figure",
      "ticket",
      "sheet",
      "tile",
      "picture",
      ...TASKS,
      "film",
      "filmTicket",
      "captions",
    ],
  ],
  [
    "an administrator: all",
    async () => bearer(await school.token(await school.add({ level: 100 }))),
    Object.keys(FILES) as Name[],
  ],
  [
    "a licence: those of its courses, whatever the progress",
    async () => licence((await licensed(school, [PMB])).activationId),
    [...EVERYBODYS, ...FIRST_LESSON, "taskSheet"],
  ],
  [
    "a licence of another product",
    async () => licence((await licensed(school, [SWB])).activationId),
    EVERYBODYS,
  ],
  [
    "a licence of all courses",
    async () => licence((await licensed(school, null)).activationId),
    (Object.keys(FILES) as Name[]).filter((name) => !PERSONS.includes(name)),
  ],
  [
    "a person's own licence: those of that person's courses",
    async () =>
      licence(await licensedAs(school, (await school.add({ courses: [{ course: PMS }] })).id)),
    [...EVERYBODYS, ...FILMS.filter((name) => name !== "captions"), ...PICTURE],
  ],
  [
    "a tutor's own licence: those of the tutor's courses",
    async () => licence(await licensedAs(school, (await school.add({ level: 10 })).id)),
    EVERYBODYS,
  ],
])("a file is given to those who may open what names it: %s", async (_, sign, names) => {
  expect(await given(await sign())).toEqual(names.toSorted());
});

const status = async (address: string, token: string) =>
  (await school.call(address, { token })).status;

test("the files of a lesson open and close together with it, lesson by lesson", async () => {
  const keys = ["paper", "pencil", "lines_ml", "line-curve", "right-angles", "block-frame"];
  const other = await openSchool();
  await importChanged(other, ({ products, files }) => {
    const like = files.find(({ title }) => title === "figures/sheet.svg");
    if (!like) throw new Error("The fixture has no sheet");
    for (const key of keys) {
      const page = products[0]?.lessons[key]?.html?.languages.en?.pages[0];
      if (!page) throw new Error(`The fixture has no lesson ${key}`);
      page.html = `<img data-asset="of-${key}.svg" alt="x">`;
      files.push({ ...like, title: `of-${key}.svg` });
    }
  });
  const own = await other.student({ course: PMB });
  for (const done of [null, 101, 102, 103, 106]) {
    if (done !== null) await other.complete(own.token, done);
    for (const key of keys) {
      const ask = async (address: string) =>
        (await other.call(address, { token: own.token })).status;
      const lesson = await ask(`/products/PM/lessons/${key}`);
      const file = await ask(`/assets/fetchData?product=PM&title=of-${key}.svg`);
      expect([done, key, file]).toEqual([done, key, lesson]);
    }
  }
});

test("the files of a lesson are given at once after a new course, and no longer than two seconds after its end", async () => {
  const { id, token } = await school.student();
  expect(await status(FILES.film, token)).toBe(403);
  await school.database.write((db) =>
    db
      .insertInto("subscription")
      .values({
        account_id: id,
        course_id: PMS,
        exp_date: "2027-01-15",
        sub_date: "2026-01-15",
        sub_months: 12,
      })
      .execute(),
  );
  expect(await status(FILES.film, token)).toBe(200);
  await school.database.write((db) =>
    db.deleteFrom("subscription").where("account_id", "=", id).execute(),
  );
  school.now += 2000;
  expect(await status(FILES.film, token)).toBe(403);
});

test("the files of a lesson are not taken from the browser's cache by the next person at the computer", async () => {
  const { token } = await school.student({ course: PMB });
  const answer = await school.call(FILES.figure, { token });
  expect(answer.headers.vary).toContain("Authorization");
});
