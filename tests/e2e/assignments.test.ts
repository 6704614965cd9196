import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import axe from "axe-core";
import { expect, type Page } from "playwright/test";
import { failureNames, failures } from "./answers.ts";
import {
  chooseFiles,
  item,
  PRACTICE,
  photo,
  reachAssignment,
  sheet,
  uploadsAt,
} from "./hand-ins.ts";
import { COURSE, choose, heading, signIn } from "./journey.ts";
import { type Account, test } from "./school.ts";

const tutor: Account = { username: "tutor", password: "demo-tutor", firstName: "Ruth" };
const POST = /\/api\/user\/assignments$/;
const KBIT = 1000 / 8;

/** Signs in where the assignments are. */
const open = async (page: Page, school: string, student: Account) => {
  await reachAssignment(school, student);
  await signIn(page, student, "/tls/assignments");
  await expect(item(page)).toBeVisible();
};

const comment = (page: Page) => item(page).getByRole("textbox", { name: "Comment" });
const upload = (page: Page) => item(page).getByRole("button", { name: "Upload" });

/** A line as in the country: bytes leave slowly, and can be seen to. */
const slowLine = async (page: Page, kilobits: number) => {
  const session = await page.context().newCDPSession(page);
  const at = async (uploadThroughput: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await at(kilobits * KBIT);
  return () => at(-1);
};

/** Lets the next request arrive and breaks the line before its answer has come back. */
const loseAnswer = async (page: Page, address: RegExp) => {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId, request }) => {
    if (request.method === "POST" && address.test(request.url)) {
      await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
      await session.send("Fetch.disable");
    } else {
      await session.send("Fetch.continueRequest", { requestId });
    }
  });
  await session.send("Fetch.enable", { patterns: [{ requestStage: "Response" }] });
};

test("photos and sheets are seen before they go, handed in with words, and can be had again", async ({
  page,
  school,
  student,
}) => {
  await reachAssignment(school, student);
  await signIn(page, student, COURSE);
  await choose(page, "Progress", "Assignments");
  await expect(heading(page)).toHaveText("Assignments");
  await expect(item(page)).toContainText("To hand in");
  await expect(item(page).getByRole("img", { name: `Picture: ${PRACTICE.title}` })).toBeVisible();

  await upload(page).click();
  await expect(item(page).getByRole("alert")).toHaveText("Please choose a file");
  const files = [await photo(page, "skirt <b>.jpg"), sheet("גזרה.pdf")];
  await chooseFiles(item(page), files);
  const chosen = item(page).getByRole("list", { name: "Chosen files" });
  await expect(chosen.getByRole("listitem")).toHaveText([/^skirt <b>\.jpg/, /^גזרה\.pdf/]);
  await expect(chosen.locator("button img")).toHaveJSProperty("naturalWidth", 320);
  await chosen.getByRole("button", { name: "Open skirt <b>.jpg" }).click();
  await expect(chosen.getByRole("img", { name: "skirt <b>.jpg" })).toBeVisible();
  const opened = page.waitForEvent("popup");
  await chosen.getByRole("link", { name: "Open גזרה.pdf" }).click();
  expect((await opened).url()).toMatch(/^blob:/);
  await (await opened).close();
  const words = "The <b>hem</b> turns ↩\nתפר שני";
  await comment(page).fill(words);
  await upload(page).click();

  await expect(item(page).getByRole("status")).toContainText("Handed in.");
  await expect(item(page).getByRole("heading", { name: PRACTICE.title })).toBeFocused();
  await page.reload();
  await expect(item(page)).toContainText("Handed in");
  const handedIn = item(page).getByRole("list", { name: "What was handed in" });
  await expect(handedIn.getByText("The <b>hem</b> turns ↩")).toBeVisible();
  await handedIn.getByRole("button", { name: "Show skirt _b_.jpg" }).click();
  await expect(handedIn.getByRole("img", { name: "skirt _b_.jpg" })).toHaveJSProperty(
    "naturalWidth",
    320,
  );
  const saved = page.waitForEvent("download");
  await handedIn.getByRole("button", { name: "Download גזרה.pdf" }).click();
  expect((await saved).suggestedFilename()).toBe("גזרה.pdf");
  expect(await readFile(await (await saved).path())).toEqual(files[1]?.buffer);
  const [first] = await uploadsAt(school, student);
  expect(first?.comment).toBe(words);
});

test("bytes are counted as they leave; cancelled they hand in nothing, and a double click hands in once", async ({
  page,
  school,
  student,
}) => {
  await open(page, school, student);
  const atFull = await slowLine(page, 512);
  await chooseFiles(item(page), await photo(page, "skirt.jpg", 1_500_000));
  await comment(page).fill("Once");
  await upload(page).click();
  const bar = item(page).getByRole("progressbar", { name: "Uploading" });
  await expect(bar).toHaveAttribute("aria-valuetext", /^\d+ kB of 1\.5 MB$/);
  await expect.poll(async () => Number(await bar.getAttribute("aria-valuenow"))).toBeGreaterThan(0);
  await item(page).getByRole("button", { name: "Cancel" }).click();
  await expect(item(page).getByRole("status")).toHaveText("Cancelled. Nothing has been handed in.");
  await expect(upload(page)).toBeFocused();
  await expect(bar).toHaveCount(0);
  expect(await uploadsAt(school, student)).toEqual([]);

  await atFull();
  await expect(comment(page)).toHaveValue("Once");
  await upload(page).dblclick();
  await expect(item(page)).toContainText("Handed in.");
  const uploads = await uploadsAt(school, student);
  expect(uploads.map(({ files }) => files)).toEqual([
    [expect.objectContaining({ name: "skirt.jpg", size: 1_500_000 })],
  ]);
});

test("a photo of 2 MB arrives over 256 kbit/s, which takes longer than any answer may", async ({
  page,
  school,
  student,
}) => {
  test.setTimeout(180_000);
  await open(page, school, student);
  const atFull = await slowLine(page, 256);
  await chooseFiles(item(page), await photo(page, "skirt.jpg", 2 * 1024 * 1024));
  await upload(page).click();
  await expect(item(page).getByRole("status")).toContainText("Handed in.", { timeout: 150_000 });
  await atFull();
  const [first] = await uploadsAt(school, student);
  expect(first?.files).toEqual([expect.objectContaining({ size: 2 * 1024 * 1024 })]);
});

test("a line that is cut costs nothing, and what is sent again is handed in once", async ({
  page,
  school,
  student,
}) => {
  await open(page, school, student);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && POST.test(request.url())) {
      keys.push(request.headers()["idempotency-key"]);
    }
  });
  await chooseFiles(item(page), await photo(page, "skirt.jpg"));
  await comment(page).fill("Before the cut");

  // Nothing arrives at first; then all of it does, and the answer is lost.
  await page.route(POST, (route) => route.abort("internetdisconnected"), { times: 1 });
  await upload(page).click();
  const alert = item(page).getByRole("alert");
  await expect(alert).toHaveText(
    "The assignment could not be uploaded. Please check your internet connection and try again",
  );
  await choose(page, "Hello, Noa", "FAQ");
  await expect(heading(page)).toHaveText("FAQ");
  await page.goBack();
  await loseAnswer(page, POST);
  await expect(item(page).getByRole("list", { name: "Chosen files" })).toContainText("skirt.jpg");
  await upload(page).click();
  await expect(alert).toContainText("could not be uploaded");
  await upload(page).click();
  await expect(item(page).getByRole("status")).toContainText("Handed in.");
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys).toEqual(Array(3).fill(keys[0]));
  expect(await uploadsAt(school, student)).toHaveLength(1);
});

test("the comment is there again after a reload and after signing out, and for nobody else", async ({
  page,
  school,
  student,
}) => {
  await open(page, school, student);
  await comment(page).fill("Half a thought");
  await page.reload();
  await expect(comment(page)).toHaveValue("Half a thought");
  await comment(page).fill("A whole thought");
  await choose(page, "Hello, Noa", "Logout");
  await signIn(page, { ...tutor, username: "admin", password: "demo-admin" }, "/tls/assignments");
  await expect(comment(page)).toHaveValue("");
  await choose(page, "Hello, Miriam", "Logout");
  await signIn(page, student, "/tls/assignments");
  await expect(comment(page)).toHaveValue("A whole thought");
});

test("files that cannot be sent are refused by what they are, and a large photo is offered smaller", async ({
  page,
  school,
  student,
}) => {
  await open(page, school, student);
  const jpeg = await photo(page, "large.jpg", 3 * 1024 * 1024);
  await chooseFiles(item(page), [
    { ...sheet("sheet.pdf"), buffer: Buffer.concat([sheet("").buffer, Buffer.alloc(2 ** 21)]) },
    { name: "page.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<html>") },
    { name: "empty.png", mimeType: "image/png", buffer: Buffer.alloc(0) },
    jpeg,
  ]);
  const alerts = item(page).getByRole("alert");
  await expect(alerts).toHaveText([
    "sheet.pdf: Attachment too big, maximum allowed size is 2MB",
    "page.jpg: Only JPEG, PNG, WebP and HEIC photos and PDF files can be sent",
    "empty.png: The file is empty",
  ]);
  const chosen = item(page).getByRole("list", { name: "Chosen files" });
  await expect(chosen.getByRole("status")).toHaveText(
    /^This photo is too big: it has 3 MB\. Scaled down it would have \d+ kB\.Scale down$/,
  );
  await upload(page).click();
  await expect(
    alerts.getByText("First scale down or remove the photos that are too big"),
  ).toBeVisible();
  await chosen.getByRole("button", { name: "Scale down large.jpg" }).click();
  await expect(chosen.getByRole("button", { name: "Remove large.jpg" })).toBeFocused();
  await expect(chosen).not.toContainText("too big");

  const folder = await mkdtemp(path.join(tmpdir(), "photos-"));
  const there = path.join(folder, "gone.jpg");
  await writeFile(there, jpeg.buffer.subarray(0, 1000));
  await chooseFiles(item(page), there);
  await expect(chosen.getByRole("listitem")).toHaveCount(2);
  await rm(folder, { recursive: true });
  await upload(page).click();
  await expect(alerts).toHaveText([
    "gone.jpg: This file is no longer there. Please choose it again",
  ]);
  await expect(chosen.getByRole("listitem")).toHaveText([/^large\.jpg/]);
  await upload(page).click();
  await expect(item(page).getByRole("status")).toContainText("Handed in.");
  const [first] = await uploadsAt(school, student);
  expect(first?.files[0]?.size).toBeLessThan(100_000);
});

test("a tutor returns it with words, the student sends it again, and the tutor accepts it", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await open(page, school, student);
  const mine = `The dart of ${student.username}`;
  await chooseFiles(item(page), await photo(page, "dart.jpg"));
  await comment(page).fill(mine);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");

  await signIn(elsewhere, tutor, `${school}/tls/assignments`);
  const waiting = elsewhere
    .getByRole("region", { name: "Waiting for your answer" })
    .getByRole("listitem", { name: /^Noa/ })
    .filter({ hasText: mine });
  await expect(waiting).toContainText(PRACTICE.title);
  await waiting.getByRole("button", { name: "Show dart.jpg" }).click();
  await expect(waiting.getByRole("img", { name: "dart.jpg" })).toHaveJSProperty(
    "naturalWidth",
    320,
  );
  const answer = waiting.getByRole("textbox", { name: "Answer" });
  await waiting.getByRole("button", { name: "Return" }).click();
  await expect(answer).toHaveAccessibleDescription("Please say what is to be mended");
  await answer.fill("Turn the <i>grainline</i>");
  await elsewhere.route("**/feedback", (route) => route.abort(), { times: 1 });
  await waiting.getByRole("button", { name: "Return" }).click();
  await expect(waiting.getByRole("alert")).toContainText("Your answer could not be sent.");
  await expect(answer).toHaveValue("Turn the <i>grainline</i>");
  await waiting.getByRole("button", { name: "Return" }).dblclick();
  await expect(waiting.getByRole("status")).toHaveText("Your answer has been sent.");

  await page.reload();
  await expect(item(page)).toContainText("Returned");
  await expect(item(page).getByRole("blockquote")).toContainText(
    /The tutor’s answerTurn the <i>grainline<\/i>Ruth Okafor/,
  );
  await chooseFiles(item(page), await photo(page, "dart.jpg"));
  await comment(page).fill(`${mine}, again`);
  await upload(page).click();
  await expect(item(page)).toContainText("Handed in.");

  await elsewhere.reload();
  await expect(waiting).toContainText("Turn the");
  await waiting.getByRole("button", { name: "Accept" }).click();
  await expect(waiting).toContainText("Accepted");
  await page.reload();
  await expect(item(page)).toContainText("Accepted");
  await expect(item(page).getByLabel("Choose files")).toHaveCount(0);
  await elsewhere.reload();
  await expect(elsewhere.getByRole("region", { name: "Waiting for your answer" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test("what cannot be fetched is said in its place: lists, figures, instructions, files", async ({
  page,
}) => {
  for (const name of failureNames) {
    await page.route(/\/api\/user\/assignments(\?.*)?$/, failures[name]);
    if (name === failureNames[0]) {
      await signIn(
        page,
        { username: "admin", password: "demo-admin", firstName: "Miriam" },
        "/tls/assignments",
      );
    } else {
      await page.reload();
    }
    const alerts = page.getByRole("main").getByRole("alert");
    await expect(alerts, name).toHaveText(
      name === "an answer of another shape"
        ? Array(2).fill("The school’s answer could not be read. Please try again later")
        : Array(2).fill(
            "The assignments could not be fetched. Please check your internet connection and try again",
          ),
    );
    await page.unroute(/\/api\/user\/assignments(\?.*)?$/);
  }
  await page.route("**/assignments/image**", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).first().click();
  const measuring = item(page, "Measure a person and hand in the sheet");
  await measuring.scrollIntoViewIfNeeded();
  await expect(measuring).toContainText("This figure could not be fetched.");
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);

  const instructions = measuring.getByRole("button", { name: "Instructions" });
  const ASSET = "**/assets/fetchData**";
  await page.route(ASSET, (route) => route.fulfill({ status: 404, json: {} }));
  await instructions.click();
  await expect(measuring.getByRole("alert")).toHaveText(
    "The file with the instructions was not found.",
  );
  await page.unroute(ASSET);
  await page.route(ASSET, (route) => route.abort());
  await instructions.click();
  await expect(measuring.getByRole("alert")).toContainText(
    "The instructions could not be fetched.",
  );
  await page.unroute(ASSET);
  const saved = page.waitForEvent("download");
  await instructions.click();
  expect((await saved).suggestedFilename()).toBe("measurement-sheet.pdf");
  await expect(measuring.getByRole("alert")).toHaveCount(0);
});

/** What axe finds wrong with the page, in light and in dark. */
const findings = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    found.push(
      ...(await page.evaluate(async () => {
        const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      })),
    );
  }
  return found;
};

test("in Hebrew it is whole, narrow too, and axe finds nothing", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await open(page, school, student);
  await chooseFiles(item(page), [await photo(page, "skirt.jpg"), sheet("page.pdf")]);
  await comment(page).fill("קו ישר");
  expect(await findings(page), "in English").toEqual([]);
  await choose(page, "Language", "עברית");
  await expect(heading(page)).toHaveText("מטלות");
  await page.setViewportSize({ width: 360, height: 740 });
  const task = item(page, "שרטטו את דף התרגול, 24 × 18 ס״מ");
  // Switching keeps what was typed and chosen.
  await expect(task.getByRole("textbox", { name: "הערה" })).toHaveValue("קו ישר");
  await expect(task.getByRole("list", { name: "קבצים שנבחרו" }).getByRole("listitem")).toHaveCount(
    2,
  );
  await task.getByRole("button", { name: "פתיחת skirt.jpg" }).click();
  await task.getByLabel("בחירת קבצים").setInputFiles({
    name: "page.html",
    mimeType: "text/html",
    buffer: Buffer.from("<html>"),
  });
  await expect(task.getByRole("alert")).toContainText("page.html");
  expect(await findings(page), "choosing").toEqual([]);
  const wider = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect(await wider()).toBe(0);
  await task.getByRole("button", { name: "העלאה" }).click();
  await expect(task.getByRole("status")).toContainText("המטלה הוגשה.");
  expect(await findings(page), "handed in").toEqual([]);
  expect(await wider()).toBe(0);

  await signIn(elsewhere, tutor, `${school}/tls/assignments`);
  await expect(
    elsewhere
      .getByRole("region", { name: "Waiting for your answer" })
      .getByRole("listitem")
      .first(),
  ).toBeVisible();
  expect(await findings(elsewhere), "a tutor's").toEqual([]);
});
