import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, type Locator, type Page } from "playwright/test";
import { exif, segment } from "../support/photos.ts";
import { openServedDatabase } from "../support/served-database.ts";
import { callAs } from "./call-as.ts";
import type { Account } from "./school.ts";
import { completeBefore, signIn } from "./steps.ts";

/** The demo course's first assignment, and the lessons before it. */
export const PRACTICE = { id: 112, title: "Draw the practice sheet, 24 × 18 cm" };
const BEFORE = [100, 101, 102, 103, 104, 111].map((id) => ({ id }));

/** Studies up to the first assignment. */
export const reachAssignment = (school: string, student: Account): Promise<void> =>
  completeBefore(school, student, BEFORE);

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo: a JPEG that browsers show, of at least this many bytes. */
export const photo = async (page: Page, name: string, bytes = 0): Promise<ChosenFile> => {
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.fillStyle = "#a64";
    context.fillRect(40, 40, 240, 160);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  const jpeg = Buffer.from(drawn, "base64");
  // Viewers ignore bytes after the last pixel; random ones cannot be compressed. 0xff would end them.
  const more = randomBytes(Math.max(0, bytes - jpeg.length)).map((byte) => byte & 0x7f);
  const end = jpeg.length - 2;
  const buffer = Buffer.concat([jpeg.subarray(0, end), more, jpeg.subarray(end)]);
  return { name, mimeType: "image/jpeg", buffer };
};

/** A photo as a phone held upright takes it: its pixels lie on their side, and it says where it was. */
export const phonePhoto = async (page: Page, name: string, bytes = 0): Promise<ChosenFile> => {
  const taken = await photo(page, name, bytes);
  const told = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(6)]));
  const buffer = Buffer.concat([taken.buffer.subarray(0, 2), told, taken.buffer.subarray(2)]);
  return { ...taken, buffer };
};

/** One sheet that says "Skirt". */
export const sheet = (name: string): ChosenFile => {
  const content = "BT /F1 24 Tf 40 100 Td (Skirt) Tj ET";
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>",
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj${object}endobj\n`).join("");
  const pdf = `%PDF-1.4\n${body}trailer<</Root 1 0 R/Size 5>>\n%%EOF\n`;
  return { name, mimeType: "application/pdf", buffer: Buffer.from(pdf) };
};

/** One of the person's assignments on the screen. */
export const item = (page: Pick<Page, "getByRole">, title = PRACTICE.title): Locator =>
  page.getByRole("main").getByRole("listitem", { name: title, exact: true });

export const chooseFiles = (
  within: Locator,
  files: Parameters<Locator["setInputFiles"]>[0],
): Promise<void> => within.getByLabel("Choose files").setInputFiles(files);

/** A student's hand-ins for the first assignment, as the school stores them. */
export const uploadsAt = async (
  school: string,
  student: Account,
): Promise<{ comment: string; files: { name: string; size: number }[] }[]> => {
  const send = await callAs(school, student);
  return (await send(`/user/assignments/${PRACTICE.id}`)).assignment.uploads;
};

/** Hands in a file for the first assignment without a browser. @param path of the file */
export const handInAt = async (school: string, student: Account, comment: string, path: string) => {
  await reachAssignment(school, student);
  const form = new FormData();
  form.set("assignment_id", `${PRACTICE.id}`);
  form.set("comment", comment);
  form.set("files", new Blob([readFileSync(path)]), basename(path));
  const headers = { "Idempotency-Key": randomUUID() };
  await (await callAs(school, student))("/user/assignments", form, { headers });
};

/** The demo school's tutor. */
export const tutor: Account = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };

export const openAssignments = async (page: Page, school: string, student: Account) => {
  await reachAssignment(school, student);
  await signIn(page, student, "/tls/assignments");
  await expect(item(page)).toBeVisible();
};

export const comment = (page: Page): Locator =>
  item(page).getByRole("textbox", { name: "Comment" });

export const upload = (page: Page): Locator => item(page).getByRole("button", { name: "Upload" });

/** Hands in files with a comment, on the screen of assignments. */
export const handIn = async (
  page: Page,
  files: Parameters<Locator["setInputFiles"]>[0],
  words: string,
): Promise<void> => {
  await chooseFiles(item(page), files);
  await comment(page).fill(words);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");
};

/** Lets the seconds pass in which the tutor may take back what a student has been answered. */
export const tellOfAnswers = async (dataDir: string, { username }: Account): Promise<void> => {
  const database = await openServedDatabase(dataDir);
  const now = Date.now();
  await database.write((db) =>
    db
      .updateTable("upload")
      .set({ published_at: now })
      .where("published_at", ">", now)
      .where("account_id", "in", (of) =>
        of.selectFrom("account").select("id").where("username", "=", username),
      )
      .execute(),
  );
  await database.close();
};
