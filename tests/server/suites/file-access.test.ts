import { expect, test } from "vitest";
import { subscribe } from "../../../src/server/accounts/account-rows.ts";
import { addLike, importChanged, pageOf } from "../support/changed-school.ts";
import { handIns } from "../support/hand-ins.ts";
import { licensed, licensedAs } from "../support/licence.ts";
import { openSchool, PMB, PMS, SWB, type TestSchool } from "../support/test-school.ts";

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
  ...(["figure", "ticket", "sheet", "tile", "treeFigure", "treeTask", "treeTile"] as const),
];
const TASKS: Name[] = ["task", "taskSheet"];
const FILMS: Name[] = ["film", "filmTicket", "captions", "treeFilm"];
/** The picture of the course PMS. */
const PICTURE: Name[] = ["picture", "treePicture"];
const ALL = Object.keys(FILES) as Name[];
/** What a licence cannot ask for. */
const isPersons = (name: Name) => name === "task" || name === "captions";

type Headers = Record<string, string>;

const school = openSchool.shared();

const bearer = ({ token }: { token: string }): Headers => ({ Authorization: `Bearer ${token}` });
const student = async (...courses: Parameters<TestSchool["student"]>) =>
  bearer(await school.student(...courses));
const staff = async (level: number) => bearer(await school.signedIn({ level }));
/** An app with a number of the school: for these courses, or all of them. */
const licence = async (courses: number[] | null): Promise<Headers> => ({
  "X-License": (await licensed(school, courses)).activationId,
});
/** An app with a person's own number. */
const licenceOf = async (details: Parameters<TestSchool["add"]>[0]): Promise<Headers> => ({
  "X-License": await licensedAs(school, (await school.add(details)).id),
});

const given = async (headers: Headers): Promise<string[]> => {
  const names: string[] = [];
  for (const [name, address] of Object.entries(FILES)) {
    const { status } = await school.call(address, { headers });
    expect([200, 401, 403, 404]).toContain(status);
    if (status === 200) names.push(name);
  }
  return names.toSorted();
};

const ENDED = "2026-11-01";

test.each<[who: string, sign: () => Headers | Promise<Headers>, names: Name[]]>([
  ["nobody without a session", () => ({}), []],
  ["an account without a course: the glossary's alone", () => student(), EVERYBODYS],
  [
    "a student of a course: those of the lessons reached, and of the tiles",
    () => student({ course: PMB }),
    [...EVERYBODYS, ...FIRST_LESSON],
  ],
  [
    "a student who has reached an assignment: its picture and sheet too",
    async () => bearer(await handIns(() => school).student()),
    [...EVERYBODYS, ...FIRST_LESSON, ...TASKS],
  ],
  [
    "a student of another course of the same product",
    () => student({ course: PMS }),
    [...EVERYBODYS, ...FILMS, ...PICTURE],
  ],
  ["a student of another product", () => student({ course: SWB }), EVERYBODYS],
  [
    "a student whose course has ended: the picture of the course, here that of its first lesson",
    () => student({ course: PMB, expDate: ENDED }),
    [...EVERYBODYS, "tile"],
  ],
  [
    "a student whose course with a picture of its own has ended",
    () => student({ course: PMS, expDate: ENDED }),
    [...EVERYBODYS, "picture"],
  ],
  [
    "a tutor: all, and in the tree those of the own courses",
    () => staff(10),
    ALL.filter((name) => !/^tree(?!Term)/.test(name)),
  ],
  ["an administrator: all", () => staff(100), ALL],
  [
    "a licence: those of its courses, whatever the progress",
    () => licence([PMB]),
    [...EVERYBODYS, ...FIRST_LESSON, "taskSheet"],
  ],
  ["a licence of another product", () => licence([SWB]), EVERYBODYS],
  ["a licence of all courses", () => licence(null), ALL.filter((name) => !isPersons(name))],
  [
    "a person's own licence: those of that person's courses",
    () => licenceOf({ courses: [{ course: PMS }] }),
    [...EVERYBODYS, ...FILMS, ...PICTURE].filter((name) => !isPersons(name)),
  ],
  [
    "a tutor's own licence: those of the tutor's courses",
    () => licenceOf({ level: 10 }),
    EVERYBODYS,
  ],
])("a file is given to those who may open what names it: %s", async (_, sign, names) => {
  expect(await given(await sign())).toEqual(names.toSorted());
});

test("the files of a lesson open and close together with it, lesson by lesson", async () => {
  const keys = ["paper", "pencil", "lines_ml", "line-curve", "right-angles", "block-frame"];
  const other = await openSchool();
  await importChanged(other, (content) => {
    for (const key of keys) {
      pageOf(content, key).html = `<img data-asset="of-${key}.svg" alt="x">`;
      addLike(content, "figures/sheet.svg", `of-${key}.svg`);
    }
  });
  const own = await other.student({ course: PMB });
  for (const done of [null, 101, 102, 103, 106]) {
    if (done !== null) await other.complete(own.token, done);
    for (const key of keys) {
      const ask = async (address: string) => (await other.call(address, own)).status;
      const lesson = await ask(`/products/PM/lessons/${key}`);
      const file = await ask(`/assets/fetchData?product=PM&title=of-${key}.svg`);
      expect([done, key, file]).toEqual([done, key, lesson]);
    }
  }
});

test("the files of a lesson are given at once after a new course, and no longer than two seconds after its end", async () => {
  const { id, token } = await school.student();
  const status = async () => (await school.call(FILES.film, { token })).status;
  expect(await status()).toBe(403);
  const dates = { exp_date: "2027-01-15", sub_date: "2026-01-15", sub_months: 12 };
  const row = { account_id: id, course_id: PMS, ...dates };
  await school.database.write((db) => subscribe(db, row));
  expect(await status()).toBe(200);
  await school.remove("subscription", { account_id: id });
  school.now += 2000;
  expect(await status()).toBe(403);
});

test("the files of a lesson are not taken from the browser's cache by the next person at the computer", async () => {
  const { headers } = await school.call(FILES.figure, await school.student({ course: PMB }));
  expect(headers.vary).toContain("Authorization");
});
