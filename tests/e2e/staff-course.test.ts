import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from "@zip.js/zip.js";
import { expect, type Locator, type Page } from "playwright/test";
import { startSchool } from "../../scripts/school/start-school.ts";
import { courseIds } from "../../src/server/content/import-school.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { addStudent } from "./add-student.ts";
import { findings } from "./axe-findings.ts";
import { test as base, runCommand } from "./school.ts";
import { words } from "./speak.ts";
import { heading, signIn } from "./steps.ts";

const TREE = "/tls/desk/courses/lessons";
const COURSES = "/tls/desk/courses";
const de = words.de;
const boss = { username: "boss", password: "a needle a day", firstName: "Ada" };

/** An empty school with an administrator, who has made nothing yet. */
const startEmpty = async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "learning-space-"));
  const person = ["boss", "--level", "100", "--email", "boss@nadel.example"];
  await runCommand(dataDir, ["user", "add", ...person, "--password-stdin"], boss.password);
  const school = await startSchool({ dataDir, isEmpty: true });
  return {
    ...school,
    stop: async () => {
      await school.stop({ keepData: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

const test = base.extend<{ empty: Awaited<ReturnType<typeof startEmpty>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  empty: async ({}, use) => {
    const school = await startEmpty();
    await use(school);
    await school.stop();
  },
  school: async ({ empty }, use) => use(empty.url),
});
// The owner, the school and its students speak German. All rows of the tree are in sight: a drag near the edge scrolls.
test.use({ locale: "de-DE", viewport: { width: 1280, height: 1400 } });

const rowOf = (page: Page, title: string) =>
  page.getByRole("treeitem").filter({ has: page.getByText(title, { exact: true }) });

/** The titles of chapters and lessons, in the order of the tree. */
const order = (page: Page) =>
  page
    .locator("[role=treeitem]:is([aria-level='3'], [aria-level='5']) [dir=auto]")
    .allTextContents();

/** Drags a row by its grip to the upper half of another one. */
const drag = async (page: Page, title: string, before: string): Promise<void> => {
  const grip = await rowOf(page, title).locator("[data-grip]").boundingBox();
  const goal = await rowOf(page, before).boundingBox();
  if (!grip || !goal) throw new Error("The rows are not in sight");
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(goal.x + goal.width / 2, goal.y + 8, { steps: 8 });
  await page.mouse.up();
};

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The zip of the version that students have. */
const exported = async (page: Page): Promise<Buffer> => {
  const [before] = de["staff-content.download-of"].split("{when}");
  await page.getByRole("button", { name: before }).first().click();
  const saving = page.waitForEvent("download");
  await page.getByRole("link", { name: de["staff-content.save"] }).click();
  return readFile(await (await saving).path());
};

/** The files of a zip, by their paths. */
const filesOf = async (zip: Buffer): Promise<Map<string, Buffer>> => {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(zip)), { useWebWorkers: false });
  const files = new Map<string, Buffer>();
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    files.set(entry.filename, Buffer.from(await entry.getData(new Uint8ArrayWriter())));
  }
  return files;
};

const text = (page: Page) =>
  page.getByRole("textbox", { name: de["staff-editor.text"], exact: true });
const shown = (page: Page) => page.getByRole("region", { name: de["staff-editor.page"] });
const dialog = (page: Page) => page.getByRole("dialog");

/** Counts what a person clicks, the keys that act, chosen files and fields that they go to: words count nothing. */
const countActs = (page: Page) => {
  let acts = 0;
  const act = async (does: () => Promise<unknown>): Promise<void> => {
    acts += 1;
    await does();
  };
  return {
    act,
    count: (): number => acts,
    click: (target: Locator) => act(() => target.click()),
    field: (name: string, words: string) =>
      act(() => page.getByRole("textbox", { name, exact: true }).fill(words)),
    select: (name: string, label: string) =>
      act(() => page.getByRole("combobox", { name, exact: true }).selectOption({ label })),
    file: (target: Locator, files: Parameters<Locator["setInputFiles"]>[0]) =>
      act(() => target.setInputFiles(files)),
    key: (key: string) => act(() => page.keyboard.press(key)),
    /** Writes where the focus already is. */
    words: async (target: Locator, words: string): Promise<void> => {
      await expect(target).toBeFocused();
      await page.keyboard.type(words);
    },
  };
};

const FILM = "resources/demo-school/PM/assets/dart-turning.webm";
const CAPTIONS = {
  ...{ name: "band.vtt", mimeType: "text/vtt" },
  buffer: Buffer.from("WEBVTT\n\n00:00.000 --> 00:04.000\nDas Band liegt an.\n"),
};

/** Pastes a picture, as a program for drawing puts it on the clipboard. */
const pastePicture = (page: Page) =>
  text(page).evaluate((field: HTMLElement) => {
    const drawing =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="90" height="90"><path d="M0 0h9"/></svg>';
    const data = new DataTransfer();
    data.items.add(new File([drawing], "taille.svg", { type: "image/svg+xml" }));
    const options = { clipboardData: data, bubbles: true, cancelable: true };
    field.dispatchEvent(new ClipboardEvent("paste", options));
  });

test("a school writes its first course in the browser, in few clicks, and takes it elsewhere", async ({
  page,
  elsewhere,
  empty,
}) => {
  await signIn(page, boss, TREE);
  const { act, count, click, field, file, select, key, words: write } = countActs(page);
  const title = dialog(page).getByRole("textbox", { name: de["staff-tree.title"] });
  const insert = async (name: string) => {
    await click(button(page, de["staff-text.insert"]));
    await click(page.getByRole("menuitem", { name }));
    await expect(dialog(page)).toBeVisible();
  };
  const goOn = (name: string) =>
    click(button(page, de["staff-text.save-and-next"].replace("{title}", name)));
  const isOpen = (name: string) => expect(heading(page)).toHaveText(name);

  await test.step("a course with two chapters and five lessons", async () => {
    await field(de["staff-tree.school-name"], "Nadel & Faden");
    await field(de["staff-tree.first-course"], "Röcke");
    await field(de["staff-tree.first-chapter"], "Maße");
    await click(button(page, de["staff-tree.begin-act"]));
    await expect(page.getByRole("treeitem")).toHaveCount(3);
    await click(button(page, de["staff-tree.add-lesson"]));
    await write(title, "Taille messen");
    await key("Enter");
    await write(title, "Maßband anlegen");
    await key("Enter");
    await write(title, "Der Grundschnitt");
    await select(de["staff-tree.lesson-kind"], de["staff-tree.kind-main"]);
    await click(button(page, de["staff-tree.add-last"]));
    // A main lesson begins with its first part.
    await expect(rowOf(page, "Der Grundschnitt")).toHaveAttribute("aria-selected", "true");
    await click(button(page, de["staff-tree.add-chapter"]));
    await write(title, "Nähen");
    await click(button(page, de["staff-tree.add-last"]));
    await expect(rowOf(page, "Nähen")).toHaveAttribute("aria-selected", "true");
    await click(button(page, de["staff-tree.add-lesson"]));
    await write(title, "Der Saum");
    await select(de["staff-tree.lesson-kind"], de["staff-tree.kind-assignment"]);
    await click(button(page, de["staff-tree.add-last"]));
    await expect(rowOf(page, "Der Saum")).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  await test.step("a lesson is moved by mouse and by keys, and one that is too many is removed", async () => {
    const [measures, sewing] = ["Maße", "Nähen"];
    const rest = ["Maßband anlegen", "Der Grundschnitt"];
    const moved = "Taille messen";
    await drag(page, moved, "Der Saum");
    await expect.poll(() => order(page)).toEqual([measures, ...rest, sewing, moved, "Der Saum"]);
    await rowOf(page, moved).press("Alt+ArrowDown");
    await expect.poll(() => order(page)).toEqual([measures, ...rest, sewing, "Der Saum", moved]);
    await drag(page, moved, "Maßband anlegen");
    await expect.poll(() => order(page)).toEqual([measures, moved, ...rest, sewing, "Der Saum"]);
    await button(page, de["staff-tree.add-lesson"]).click();
    await title.fill("Der Ärmel");
    // Each is written without waiting for the school; an empty one ends it.
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect(rowOf(page, "Der Ärmel")).toBeFocused();
    await button(page, de["staff-editor.remove"]).click();
    await expect(dialog(page)).toContainText("1 Lektion verschwindet.");
    await dialog(page).getByRole("button", { name: de["staff-editor.remove"] }).click();
    await expect(rowOf(page, "Der Ärmel")).toHaveCount(0);
  });

  await test.step("who has written a lesson comes back to its row, and a reload leaves the tree as it was", async () => {
    await rowOf(page, "Nähen").first().press("ArrowLeft");
    const rows = await order(page);
    await rowOf(page, "Der Grundschnitt").press("Enter");
    await isOpen("Der Grundschnitt");
    await page.goBack();
    await expect(rowOf(page, "Der Grundschnitt")).toBeFocused();
    await page.reload();
    await expect.poll(() => order(page)).toEqual(rows);
    await rowOf(page, "Nähen").first().press("ArrowRight");
  });

  await test.step("a lesson with a picture that is pasted, a new term, and a number of each student's own", async () => {
    await click(rowOf(page, "Taille messen"));
    await click(page.getByRole("link", { name: de["staff-tree.open"] }));
    await isOpen("Taille messen");
    await write(text(page), "\n\nDas Band liegt waagerecht. Die halbe Hüfte: ");
    await insert(de["staff-text.insert-number"]);
    await click(dialog(page).getByRole("radio").first());
    await click(dialog(page).getByRole("button", { name: de["staff-text.insert"] }));
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.type(". Gemessen wird um die ");
    await insert(de["staff-text.insert-term"]);
    await write(
      dialog(page).getByRole("textbox", { name: de["staff-editor.entry-word"] }),
      "Taille",
    );
    await field(de["staff-editor.entry-definition"], "Die schmalste Stelle des Rumpfes.");
    await click(dialog(page).getByRole("button", { name: de["staff-text.insert"] }));
    await expect(dialog(page)).toBeHidden();
    await page.keyboard.type(".\n\n");
    await act(() => pastePicture(page));
    await expect(shown(page).locator("img")).toBeVisible();
    await write(
      dialog(page).getByRole("textbox", { name: de["staff-text.alternative"] }),
      "Das Band um die Taille",
    );
    await key("Enter");
    await expect(shown(page).getByRole("img", { name: "Das Band um die Taille" })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  });

  await test.step("the others, from one to the next", async () => {
    await goOn("Maßband anlegen");
    await isOpen("Maßband anlegen");
    await write(text(page), "\n\nSo liegt das Band.\n\n");
    await insert(de["staff-media.insert-film"]);
    await file(dialog(page).getByLabel(de["staff-media.choose-film"]), FILM);
    await expect(dialog(page).locator("video")).toBeVisible();
    const said = dialog(page).getByRole("textbox", { name: de["staff-media.film-words"] });
    await write(said, "Das Band wird angelegt");
    await file(dialog(page).getByLabel(de["staff-media.add-captions"]), CAPTIONS);
    await expect(dialog(page)).toContainText("Deutsch");
    await click(dialog(page).getByRole("button", { name: de["staff-text.insert"], exact: true }));
    await expect(dialog(page)).toBeHidden();
    await goOn("Der Grundschnitt");
    await isOpen("Der Grundschnitt");
    await goOn("Teil 1");
    await isOpen("Teil 1");
    await write(text(page), "\n\nZeichnen Sie den Rahmen.");
    await goOn("Der Saum");
    await isOpen("Der Saum");
    await write(text(page), "\n\nNähen Sie den Saum und zeigen Sie ihn.");
    await click(button(page, de["staff-text.save-and-publish"]));
  });

  await test.step("what changes is seen, and published with a note", async () => {
    await expect(page.getByText(de["staff-content.checked"])).toBeVisible();
    await field(de["staff-content.note"], "Unser erster Kurs");
    await click(button(page, de["staff-content.publish"]));
    await expect(page.getByText(de["staff-content.done"])).toBeVisible();
    await expect(page.getByText("Unser erster Kurs")).toBeVisible();
  });
  // Each click, field, file and key that acts; the words themselves count nothing.
  console.log(`${count()} acts from an empty school to a published course`);
  expect(count()).toBeLessThanOrEqual(40);

  const database = await openServedDatabase(empty.dataDir);
  const courses = await courseIds(database.read);
  await database.close();
  const student = await addStudent(empty.dataDir, [...courses.keys()]);

  await test.step("a student studies a lesson of it", async () => {
    await signIn(elsewhere, student, `${empty.url}/tls/`);
    await elsewhere
      .getByRole("link", { name: /Taille messen/ })
      .first()
      .click();
    await expect(heading(elsewhere)).toHaveText("Taille messen");
    await expect(elsewhere.getByText("Das Band liegt waagerecht.")).toBeVisible();
    await expect(elsewhere.locator("[data-draft]")).toBeVisible();
    await elsewhere.getByRole("button", { name: de["lesson.complete"] }).click();
    await expect(button(elsewhere, de["lessons.completed"])).toBeVisible();
  });

  const lesson = elsewhere.getByText("So liegt das Band");
  await test.step("a change is published, and rolled back", async () => {
    await page.goto(
      `${TREE.replace("/lessons", "/text")}?path=ROECKE%2Flessons%2Fmassband-anlegen.md`,
    );
    await text(page).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("Ganz neu.");
    await page.keyboard.press("Control+s");
    await expect(page.getByText(de["staff-editor.saved"])).toBeVisible();
    await page.goto(`${COURSES}?check=1`);
    await expect(page.getByText(de["staff-content.checked"])).toBeVisible();
    await button(page, de["staff-content.publish"]).click();
    await expect(page.getByText(de["staff-content.done"])).toBeVisible();
    const [course] = courses.keys();
    await elsewhere.goto(`${empty.url}/tls/lessons/ROECKE/${course}/massband-anlegen`);
    await expect(lesson).toBeVisible();
    await expect(elsewhere.getByText("Ganz neu.")).toBeVisible();
    await expect(elsewhere.locator("video")).toBeVisible();
    await page.getByRole("button", { name: de["staff-content.go-back"] }).first().click();
    // What it changes is shown first.
    await expect(dialog(page).getByText("1 Lektion geändert")).toBeVisible();
    await dialog(page).getByRole("button", { name: de["staff-content.go-back"] }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText(de["staff-content.was-back"])).toBeVisible();
    await elsewhere.reload();
    await expect(lesson).toBeVisible();
    await expect(elsewhere.getByText("Ganz neu.")).toHaveCount(0);
  });

  await test.step("exported, its folder checks clean, and it is the same in another school", async () => {
    const zip = await exported(page);
    const folder = await mkdtemp(path.join(tmpdir(), "course-"));
    const files = await filesOf(zip);
    for (const [name, bytes] of files) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), bytes);
    }
    await runCommand(empty.dataDir, ["content", "check", folder], "");
    await rm(folder, { recursive: true });
    const other = await startEmpty();
    try {
      await elsewhere.goto("about:blank");
      await signIn(elsewhere, boss, `${other.url}${COURSES}`);
      await elsewhere
        .getByLabel(de["staff-content.choose-zip"])
        .setInputFiles({ name: "Kurs.zip", mimeType: "application/zip", buffer: zip });
      await expect(elsewhere.getByText(de["staff-content.checked"])).toBeVisible();
      await button(elsewhere, de["staff-content.publish"]).click();
      await expect(elsewhere.getByText(de["staff-content.done"])).toBeVisible();
      expect(await filesOf(await exported(elsewhere))).toEqual(files);
    } finally {
      await other.stop();
    }
  });
});
