import { readFile, writeFile } from "node:fs/promises";
import { expect } from "playwright/test";
import { heic } from "../support/photos.ts";
import { failures } from "./answers.ts";
import {
  chooseFiles,
  comment,
  item,
  PRACTICE,
  phonePhoto,
  photo,
  reachAssignment,
  sheet,
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
