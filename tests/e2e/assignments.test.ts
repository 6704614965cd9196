import { readFile, writeFile } from "node:fs/promises";
import { expect, type Page } from "playwright/test";
import { heic } from "../support/photos.ts";
import { failures } from "./answers.ts";
import { findings } from "./axe-findings.ts";
import {
  chooseFiles,
  comment,
  handIn,
  item,
  openAssignments,
  PRACTICE,
  phonePhoto,
  photo,
  reachAssignment,
  sheet,
  tutor,
  upload,
  uploadsAt,
} from "./hand-ins.ts";
import { admin, test } from "./school.ts";
import { COURSE, choose, heading, signIn } from "./steps.ts";

test("hands in files, and refuses those that cannot be sent", async ({ page, school, student }) => {
  const words = "The <b>hem</b> turns ↩\nתפר שני";
  await reachAssignment(school, student);
  await signIn(page, student, COURSE);

  await test.step("photos and sheets are previewed, handed in with a comment, and can be downloaded again", async () => {
    await choose(page, "Progress", "Assignments");
    await expect(heading(page)).toHaveText("Assignments");
    await expect(item(page)).toContainText("To hand in");
    await expect(item(page).getByRole("img", { name: `Picture: ${PRACTICE.title}` })).toBeVisible();

    const files = [await phonePhoto(page, "skirt <b>.jpg"), sheet("גזרה.pdf")];
    await chooseFiles(item(page), files);
    const chosen = item(page).getByRole("list", { name: "Chosen files" });
    await expect(chosen.getByRole("listitem")).toHaveText([/^skirt <b>\.jpg/, /^גזרה\.pdf/]);
    await expect(chosen.locator("button img")).toHaveJSProperty("naturalWidth", 240);
    const open = chosen.getByRole("link", { name: "Open גזרה.pdf" });
    await expect(open).toHaveAttribute("href", /^blob:/);
    const opened = page.waitForEvent("popup");
    await open.click();
    // A browser without a PDF viewer saves the sheet and leaves the window empty.
    await (await opened).close();
    await comment(page).fill(words);
    await upload(page).click();

    await expect(item(page).getByRole("status")).toContainText("Handed in.");
    await expect(item(page).getByRole("heading", { name: PRACTICE.title })).toBeFocused();
    await page.reload();
    await expect(item(page)).toContainText("Handed in");
    const handedIn = item(page).getByRole("list", { name: "Hand-ins" });
    await expect(handedIn.getByText("The <b>hem</b> turns ↩")).toBeVisible();
    const saved = page.waitForEvent("download");
    await handedIn.getByRole("button", { name: "Download גזרה.pdf" }).click();
    expect((await saved).suggestedFilename()).toBe("גזרה.pdf");
    expect(await readFile(await (await saved).path())).toEqual(files[1]?.buffer);
  });

  await test.step("files that cannot be sent are refused with a reason, and a large photo is made smaller by itself", async () => {
    await item(page).getByText("Hand in something else").click();
    const jpeg = await photo(page, "large.jpg", 3 * 1024 * 1024);
    const small = sheet("sheet.pdf").buffer;
    // The browser reads them from the disk, which is faster than to send them to it.
    const paths = await Promise.all(
      Object.entries({
        "sheet.pdf": Buffer.concat([small, Buffer.alloc(2 ** 21)]),
        "page.jpg": "<html>",
        "empty.png": "",
        // Chromium does not read it, nor does the school's machine.
        "IMG_1.HEIC": heic({ length: 600 }),
        "large.jpg": jpeg.buffer,
      }).map(async ([name, contents]) => {
        await writeFile(test.info().outputPath(name), contents);
        return test.info().outputPath(name);
      }),
    );
    await chooseFiles(item(page), paths);
    const alerts = item(page).getByRole("alert");
    await expect(alerts).toHaveText([
      /^sheet\.pdf: Attachment too big, maximum allowed size is 2MB\. Scan a PDF again/,
      "page.jpg: Only JPEG, PNG, WebP and HEIC photos and PDF files can be sent",
      "empty.png: The file is empty",
      /^IMG_1\.HEIC: This photo is in the HEIC format.*“Most Compatible”/,
    ]);
    const chosen = item(page).getByRole("list", { name: "Chosen files" });
    await expect(chosen).toContainText(/Made smaller: 3 MB → \d+ kB/);
    await expect(chosen.getByRole("listitem")).toHaveText([/^large\.jpg/]);
    await item(page)
      .getByRole("button", { name: /^Remove large/ })
      .click();
  });

  await test.step("a photo without a bitmap is drawn from its picture, upright", async () => {
    await page.evaluate(() => {
      window.createImageBitmap = () => Promise.reject(new Error("There is no bitmap for it"));
    });
    await chooseFiles(item(page), [await phonePhoto(page, "upright.jpg", 2 * 1024 * 1024)]);
    const chosen = item(page).getByRole("list", { name: "Chosen files" });
    await expect(chosen).toContainText(/Made smaller: 2\.1 MB → \d+ kB/);
    await expect(chosen.locator("button img")).toHaveJSProperty("naturalWidth", 240);
  });

  // Asking the school ends the session here.
  const uploads = await uploadsAt(school, student);
  expect(uploads.map(({ comment: said }) => said)).toEqual([words]);
});

test("reports a list, figure, instruction or file that is not fetched", async ({ page }) => {
  const call = /\/api\/user\/assignments(\?.*)?$/;
  await page.route(call, failures["a connection that breaks"]);
  await signIn(page, admin, "/tls/assignments");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "The assignments could not be fetched. Please check your internet connection and try again",
  );
  await page.unroute(call);
  await page.route("**/assignments/image**", (route) => route.abort());
  await page.getByRole("button", { name: "Try again" }).first().click();
  const measuring = item(page, "Measure a person and hand in the sheet");
  await measuring.scrollIntoViewIfNeeded();
  await expect(measuring).toContainText("This picture could not be fetched.");
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

test("at a school without a desk a tutor returns a hand-in among the assignments, and accepts the next one", async ({
  page,
  elsewhere,
  school,
  student,
}) => {
  await openAssignments(page, school, student);
  const mine = `The dart of ${student.username}`;
  await handIn(page, await photo(page, "dart.jpg"), mine);

  for (const unknown of [/\/api\/desk\//, /\/api\/user\/unseen/]) {
    await elsewhere.route(unknown, (route) => route.fulfill({ status: 404, json: {} }));
  }
  await signIn(elsewhere, tutor, `${school}/tls/assignments`);
  const waiting = elsewhere
    .getByRole("region", { name: "Waiting for your answer" })
    .getByRole("listitem", { name: /^Noa/ })
    .filter({ hasText: mine });
  await expect(waiting).toContainText(PRACTICE.title);
  expect(await findings(elsewhere), "what axe finds on a tutor's screen").toEqual([]);
  await waiting.getByRole("button", { name: "Show dart.jpg" }).click();
  await expect(waiting.getByRole("img", { name: "dart.jpg" })).toBeVisible();
  const answer = waiting.getByRole("textbox", { name: "Answer" });
  await answer.fill("Turn the <i>grainline</i>");
  await waiting.getByRole("button", { name: "Return" }).dblclick();
  await expect(waiting.getByRole("status")).toHaveText("Your answer has been sent.");

  await page.reload();
  await expect(item(page)).toContainText("Returned");
  // An open page may have shown the answer already, and then it is not new.
  await expect(item(page).getByRole("blockquote")).toContainText(
    /The tutor’s answer(New)?Turn the <i>grainline<\/i>Ruth Okafor/,
  );
  await handIn(page, await photo(page, "dart.jpg"), `${mine}, again`);

  await elsewhere.reload();
  await expect(waiting).toContainText("Turn the");
  await waiting.getByRole("button", { name: "Accept" }).click();
  await expect(waiting).toContainText("Accepted");
  await page.reload();
  await expect(item(page)).toContainText("Accepted");
  await elsewhere.reload();
  await expect(elsewhere.getByRole("region", { name: "Waiting for your answer" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

const POST = /\/api\/user\/assignments$/;
const KBIT = 1000 / 8;

/** A slow connection, on which the progress of an upload is visible. */
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

/** Lets the next request arrive and drops its answer. */
const loseAnswer = async (page: Page, address: RegExp) => {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", async ({ requestId, request }) => {
    if (request.method === "POST" && address.test(request.url)) {
      await session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
      await session.send("Fetch.disable");
    } else {
      // Requests that wait go on by themselves once the answer is dropped.
      await session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
    }
  });
  await session.send("Fetch.enable", { patterns: [{ requestStage: "Response" }] });
};

test("uploads a large file over a slow line", async ({ page, school, student }) => {
  await page.clock.install();
  await openAssignments(page, school, student);
  const bar = item(page).getByRole("progressbar", { name: "Uploading" });
  const now = async () => Number(await bar.getAttribute("aria-valuenow"));
  const pdf = sheet("skirt.pdf");
  const filling = Buffer.alloc(2 * 1024 * 1024 - pdf.buffer.length, " ");
  await chooseFiles(item(page), { ...pdf, buffer: Buffer.concat([pdf.buffer, filling]) });

  await test.step("a file of 2 MB is uploaded over 256 kbit/s, which takes longer than the time limit of an answer", async () => {
    const atFull = await slowLine(page, 256);
    await upload(page).dblclick();
    await expect(bar).toHaveAttribute("aria-valuetext", /^\d+ kB of 2\.1 MB$/);
    // More than the limit of 30 s passes on the page's clock while bytes are sent. Each step leaves
    // 20 s for the next bytes, which a busy machine may need.
    for (let step = 1, sent = 0; step <= 4; step += 1) {
      await expect.poll(now).toBeGreaterThan(sent);
      sent = await now();
      await page.clock.fastForward(10_000);
    }
    await expect(bar).toBeVisible();
    await atFull();
    await expect(item(page).getByRole("status")).toContainText("Handed in.");
  });

  // The double click has handed in once.
  const uploads = await uploadsAt(school, student);
  expect(uploads.map(({ files }) => files)).toEqual([
    [expect.objectContaining({ name: "skirt.pdf", size: 2 * 1024 * 1024 })],
  ]);
});

test("an upload that was cut off loses nothing, and sending it again hands it in once", async ({
  page,
  school,
  student,
}) => {
  await openAssignments(page, school, student);
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && POST.test(request.url())) {
      keys.push(request.headers()["idempotency-key"]);
    }
  });
  await chooseFiles(item(page), await photo(page, "skirt.jpg"));
  await comment(page).fill("Before the cut");

  // The first request does not arrive; the second one does, and its answer is lost.
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
