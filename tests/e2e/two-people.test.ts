import { expect, type Page, type Request } from "playwright/test";
import { CACHES, rowOf, STORAGE_KEYS } from "../support/storage-keys.ts";
import { addStudent } from "./add-student.ts";
import { chooseFiles, comment, item, photo, reachAssignment } from "./hand-ins.ts";
import { makeTables } from "./measurements.ts";
import { test } from "./school.ts";
import {
  COURSE,
  choose,
  heading,
  lessonAddress,
  openInside,
  PAPER,
  signIn,
  signInForm,
  submitSignIn,
  WORKPLACE,
} from "./steps.ts";
import { askToKeep, untilKept } from "./train.ts";

test.use({ serviceWorkers: "allow" });

/** In everything that the first person writes. */
const HERS = "Zwirnrolle";

const NOTE = "**/api/user/notes/*";
const COMPLETE = "**/api/user/progress/*/complete";

const field = (page: Page, name: string) => page.getByRole("textbox", { name });

const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => String(JSON.parse(localStorage.getItem("session.v1") ?? "{}").user?.id));

const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("session.v1") ?? "{}").token);

/** What the browser has stored of the app, in all its places. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    values: { ...localStorage } as Record<string, string>,
    caches: await caches.keys(),
    others: [
      ...Object.keys(sessionStorage),
      ...(await indexedDB.databases()).map(({ name }) => name),
    ],
  }));

const entries = (value: string | undefined, personId: string): unknown[] =>
  (JSON.parse(value ?? "[]") as unknown[]).filter((entry) =>
    typeof entry === "string"
      ? String(JSON.parse(entry)[0]) === personId
      : String((entry as { personId: unknown }).personId) === personId,
  );

/** What is stored for one person, by key, as far as it outlasts signing out. */
const ownOf = async (page: Page, personId: string): Promise<Record<string, unknown>> => {
  const { values } = await stored(page);
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const row = rowOf(STORAGE_KEYS, key);
    if (row?.owner === "people") own[key] = entries(value, personId);
    if (row?.owner === "person" && row.id === personId) own[key] = value;
  }
  return own;
};

/** Every stored key and cache has a row in the table, and belongs to nobody but these people. */
const expectOwners = async (page: Page, people: readonly string[], isSignedIn: boolean) => {
  const { values, caches, others } = await stored(page);
  expect(others).toEqual([]);
  const rows = [
    ...Object.keys(values).map((key) => [key, rowOf(STORAGE_KEYS, key)] as const),
    ...caches.map((name) => [name, rowOf(CACHES, name)] as const),
  ];
  for (const [key, row] of rows) {
    expect(row, key).not.toBeNull();
    if (row?.id) expect(people, key).toContain(row.id);
    if (!isSignedIn)
      expect(["session", "person, until they sign out"], key).not.toContain(row?.owner);
  }
};

/** All words on a screen, also those in fields and addresses. */
const wordsOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
    const values = fields.map(({ value }) => value);
    return [location.href, document.title, document.documentElement.outerHTML, ...values].join(
      "\n",
    );
  });

/** Notes what is sent to the school from now on. @param listen listens to the requests of a page or a browser */
const watch = (listen: (note: (request: Request) => void) => unknown) => {
  const sent: Request[] = [];
  listen((request) => void (request.url().includes("/api/") && sent.push(request)));
  return sent;
};

const tokensIn = (sent: readonly Request[]) => [
  ...new Set(sent.flatMap((request) => request.headers().authorization ?? [])),
];

const open = async (page: Page, address: string, title: string) => {
  await openInside(page, address);
  await expect(heading(page)).toHaveText(title);
};

const openNote = async (page: Page) => {
  await page.getByRole("button", { name: /^(?:Note|Your note)$/ }).click();
  const note = field(page, "Your note on this lesson");
  await expect(note).toBeEditable();
  return note;
};

const SCREENS = [
  ["/tls/profile", "Profile"],
  ["/tls/progress", "Today's class"],
  ["/tls/faq", "FAQ"],
  ["/tls/downloads", "Downloads"],
  [COURSE, "Pattern making basics"],
  [lessonAddress(PAPER), PAPER.title],
] as const;

test("of two people who use one browser after each other, the second one meets nothing of the first", async ({
  page,
  context,
  running,
  school,
  student,
}) => {
  test.slow();
  const next = await addStudent(running.dataDir, ["PMB", "SWB"]);
  await reachAssignment(school, student);
  await reachAssignment(school, next);
  await makeTables(school, student, [{ name: `${HERS} table`, values: { waist_girth: 72 } }]);
  await signIn(page, student, lessonAddress(WORKPLACE));
  const first = await idOf(page);

  await test.step("the first one writes notes, one of which does not reach the school", async () => {
    const note = await openNote(page);
    await note.fill(`${HERS} saved`);
    await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
    await page.route(NOTE, (route) => route.abort());
    await open(page, lessonAddress(PAPER), PAPER.title);
    await (await openNote(page)).fill(`${HERS} waits`);
    await expect(page.getByRole("status").getByText("on this device")).toBeVisible();
  });

  await test.step("writes a message and sends another", async () => {
    await open(page, "/tls/tutor-talk", "Tutor talk");
    for (const end of ["sent", "draft"]) {
      await page.getByRole("button", { name: "New message" }).click();
      await field(page, "Subject").fill(`${HERS} ${end}`);
      await field(page, "Message").fill(`${HERS} ${end}`);
      if (end === "sent") await page.getByRole("button", { name: "Send", exact: true }).click();
      if (end === "sent") await expect(page.getByText(`${HERS} sent`).first()).toBeVisible();
    }
  });

  await test.step("begins a hand-in, looks at the measurements and keeps a chapter", async () => {
    await open(page, "/tls/assignments", "Assignments");
    await comment(page).fill(`${HERS} comment`);
    await chooseFiles(item(page), await photo(page, `${HERS}.jpg`));
    await expect(item(page).getByText(`${HERS}.jpg`)).toBeVisible();
    await open(page, "/tls/profile", "Profile");
    await expect(page.getByText(`${HERS} table`)).toBeVisible();
    await open(page, COURSE, "Pattern making basics");
    await (await askToKeep(page)).click();
    await untilKept(page);
  });

  await expectOwners(page, [first], true);
  await choose(page, /^Hello/, "Logout");
  await expect(signInForm(page)).toBeVisible();
  await test.step("signing out leaves what waits, and nothing that only helps", async () => {
    await expect.poll(async () => (await stored(page)).caches).toEqual(["app.v1"]);
    await expectOwners(page, [first], false);
    expect(new URL(page.url()).search).toBe("");
  });
  const left = await ownOf(page, first);
  expect(Object.keys(left)).toEqual(expect.arrayContaining(["drafts.v1", `notes.${first}.v1`]));

  await page.unroute(NOTE);
  const sent = watch((note) => context.on("request", note));
  await submitSignIn(page, next);
  await expect(heading(page)).toHaveText("Profile");
  const second = await idOf(page);

  await test.step("the second one sees no screen with anything of it", async () => {
    for (const [address, title] of SCREENS) {
      await open(page, address, title);
      expect(await wordsOf(page), address).not.toMatch(new RegExp(`${HERS}|${student.username}`));
    }
    const nothingOn = async () => expect(await wordsOf(page)).not.toContain(HERS);
    await open(page, lessonAddress(WORKPLACE), WORKPLACE.title);
    await expect(await openNote(page)).toHaveValue("");
    await open(page, "/tls/tutor-talk", "Tutor talk");
    await page.getByRole("button", { name: "New message" }).click();
    await expect(field(page, "Subject")).toHaveValue("");
    await nothingOn();
    await open(page, "/tls/assignments", "Assignments");
    await expect(comment(page)).toHaveValue("");
    await nothingOn();
  });

  await test.step("sends none of it, also once the network is back, and after a reload", async () => {
    await context.setOffline(true);
    await context.setOffline(false);
    await page.reload();
    await expect(heading(page)).toHaveText("Assignments");
    await comment(page).fill("Mine");
    await expect
      .poll(async () => entries((await stored(page)).values["drafts.v1"], second).length)
      .toBeGreaterThan(0);
    const token = `Bearer ${await tokenOf(page)}`;
    expect(tokensIn(sent)).toEqual([token]);
    expect(sent.map((request) => request.postData() ?? "").join("\n")).not.toContain(HERS);
  });

  await test.step("and deletes none of it", async () => {
    expect(await ownOf(page, first)).toEqual(left);
    await expectOwners(page, [first, second], true);
  });

  await test.step("the first one finds it again, and it reaches the school", async () => {
    await choose(page, /^Hello/, "Logout");
    const put = page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && /notes/.test(answer.url()),
    );
    await submitSignIn(page, student);
    await open(page, lessonAddress(PAPER), PAPER.title);
    await expect(await openNote(page)).toHaveValue(`${HERS} waits`);
    expect((await put).status()).toBe(200);
    await open(page, "/tls/assignments", "Assignments");
    await expect(comment(page)).toHaveValue(`${HERS} comment`);
  });
});

test("separates the accounts of two tabs", { tag: "@all" }, async ({
  page,
  context,
  running,
  student,
}) => {
  const next = await addStudent(running.dataDir, ["PMB", "SWB"]);
  const other = await context.newPage();
  await other.goto("/tls/");
  await expect(signInForm(other)).toBeVisible();
  await signIn(page, student, lessonAddress(WORKPLACE));
  const first = {
    id: await idOf(page),
    token: await tokenOf(page),
    sent: watch((note) => page.on("request", note)),
  };
  // The form was there before.
  await submitSignIn(other, next);
  await expect(heading(other)).toHaveText("Profile");
  const second = {
    id: await idOf(other),
    token: await tokenOf(other),
    sent: watch((note) => other.on("request", note)),
  };
  expect(second.id).not.toBe(first.id);

  await test.step("what the first one writes and completes is hers", async () => {
    const done = page.waitForResponse(COMPLETE);
    await page.getByRole("button", { name: "Mark as complete" }).click();
    expect((await done).status()).toBe(200);
    await (await openNote(page)).fill(`${HERS} in a tab`);
    await expect(page.getByRole("status").getByText("Saved")).toBeVisible();
  });

  await test.step("and the second one has none of it, before and after a reload", async () => {
    for (const again of [false, true]) {
      await openInside(other, lessonAddress(WORKPLACE));
      if (again) await other.reload();
      await expect(heading(other)).toHaveText(WORKPLACE.title);
      await expect(other.getByRole("button", { name: "Mark as complete" })).toBeVisible();
      await expect(await openNote(other)).toHaveValue("");
    }
    await field(other, "Your note on this lesson").fill("Mine");
    await expect(other.getByRole("status").getByText("Saved")).toBeVisible();
  });

  await test.step("the first one's tab goes on as before, and keeps nothing beside the second one's", async () => {
    const owners = async () =>
      (await stored(other)).caches.map((name) => rowOf(CACHES, name)?.id ?? null);
    await expect.poll(owners).toContain(second.id);
    await open(page, lessonAddress(PAPER), PAPER.title);
    await open(page, lessonAddress(WORKPLACE), WORKPLACE.title);
    await expect(page.getByRole("button", { name: "Completed" })).toBeVisible();
    await expectOwners(other, [first.id, second.id], true);
    expect(await owners()).not.toContain(first.id);
  });

  await test.step("each call has the token of its tab", async () => {
    for (const { sent, token } of [first, second]) {
      expect(tokensIn(sent)).toEqual([`Bearer ${token}`]);
    }
  });

  await test.step("and the first one's signing out ends nothing of the second one's", async () => {
    const before = await ownOf(other, second.id);
    await page.getByRole("link", { name: "Back to lessons" }).click();
    await choose(page, /^Hello/, "Logout");
    await expect(signInForm(page)).toBeVisible();
    expect(await tokenOf(other)).toBe(second.token);
    await other.reload();
    await expect(await openNote(other)).toHaveValue("Mine");
    expect(await ownOf(other, second.id)).toEqual(before);
  });
});
