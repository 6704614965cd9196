import { expect, type Page } from "playwright/test";
import {
  chooseFiles,
  comment,
  item,
  openAssignments,
  photo,
  sheet,
  upload,
  uploadsAt,
} from "./hand-ins.ts";
import { test } from "./school.ts";
import { choose, heading } from "./steps.ts";

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
