import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { expect, type Page } from "playwright/test";
import type { DrawnPage } from "../../src/contract/drawing.ts";
import { drawOnPdf } from "../../src/server/pictures/draw-on-pdf.ts";
import { markPicture } from "../../src/server/pictures/mark-picture.ts";
import { findings } from "./axe-findings.ts";
import { chooseFiles, item, openAssignments, photo, upload } from "./hand-ins.ts";
import { PHONE } from "./phone.ts";
import { type Account, test } from "./school.ts";
import { speak } from "./speak.ts";

test.use(PHONE);

const WORDS: DrawnPage = {
  page: 1,
  turn: 0,
  shapes: [{ kind: "text", ink: "red", at: { x: 1000, y: 1000 }, text: "Mend the hem" }],
};

/** A PDF of three pages. */
const pages = async () => {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.Helvetica);
  for (const word of ["Front", "Back", "Sleeve"]) {
    file.addPage([400, 560]).drawText(word, { x: 40, y: 300, size: 80, font });
  }
  return Buffer.from(await file.save());
};

const dialog = (page: Page) => page.getByRole("dialog");
const scale = (page: Page) => dialog(page).locator("output");
const picture = (page: Page) => dialog(page).getByRole("img");
const press = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).tap();

/** Hands in a photo and a PDF, which a tutor has then marked and returned. */
const openAnswered = async (page: Page, school: string, student: Account) => {
  await openAssignments(page, school, student);
  const [taken, sheets] = [await photo(page, "hem.jpg"), await pages()];
  const pdf = { name: "pages.pdf", mimeType: "application/pdf", buffer: sheets };
  await chooseFiles(item(page), [taken, pdf]);
  await upload(page).tap();
  await expect(item(page)).toContainText("Handed in.");
  const marked = [
    (await markPicture(taken.buffer, "jpeg", WORDS, "en")).bytes,
    Buffer.from(await drawOnPdf(sheets, [{ ...WORDS, page: 2 }], "en")),
  ];
  await page.route("**/marked/*", (route) =>
    route.fulfill({ body: marked[Number(route.request().url().at(-1))] as Buffer }),
  );
  await page.route("**/api/user/assignments", async (route) => {
    const answer = await (await route.fetch()).json();
    for (const assignment of answer.assignments) {
      for (const one of assignment.uploads) {
        assignment.state = "returned";
        one.feedback = { text: "See the marks", date: one.date, tutor: "Ruth", new: false };
        for (const file of one.files) file.marked = { ...file, name: `marked-${file.name}` };
      }
    }
    await route.fulfill({ json: answer });
  });
  await page.reload();
};

test("reads marked files on a phone", async ({ page, school, student }) => {
  await openAnswered(page, school, student);
  const inPage = item(page).getByRole("img", { name: "marked-hem.jpg" });

  await test.step("a marked picture is as wide as the page, and a tap opens it as large as the screen", async () => {
    await inPage.scrollIntoViewIfNeeded();
    expect((await inPage.boundingBox())?.width).toBeGreaterThan(260);
    await inPage.tap();
    await expect(picture(page)).toHaveAccessibleName("hem.jpg (Marked)");
    await expect.poll(async () => (await picture(page).boundingBox())?.width).toBe(360);
    expect(await findings(page)).toEqual([]);
  });

  await test.step("two fingers zoom it, and the switch to one's own keeps place and zoom", async () => {
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", apart: number | null) =>
      touch.send("Input.dispatchTouchEvent", {
        type,
        touchPoints:
          apart === null
            ? []
            : [
                { x: 100 - apart / 2, y: 330, id: 1 },
                { x: 100 + apart / 2, y: 330, id: 2 },
              ],
      });
    await send("touchStart", 60);
    for (const apart of [80, 100, 120]) await send("touchMove", apart);
    await send("touchEnd", null);
    await touch.detach();
    await expect(scale(page)).toHaveText("200%");
    const before = await picture(page).boundingBox();
    await press(page, "Own");
    await expect(picture(page)).toHaveAccessibleName("hem.jpg (Own)");
    expect([await scale(page).textContent(), await picture(page).boundingBox()]).toEqual([
      "200%",
      before,
    ]);
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("a marked PDF is read page by page", async () => {
    await item(page).getByRole("button", { name: "Show pages.pdf" }).tap();
    await expect(picture(page)).toHaveAccessibleName("pages.pdf (Marked)");
    await expect(dialog(page)).toContainText("Page 1 of 3");
    await press(page, "Next page");
    const red = () =>
      picture(page).evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const { data } = (element as HTMLCanvasElement)
          .getContext("2d")
          ?.getImageData(0, 0, width, height) ?? { data: [] };
        let count = 0;
        for (let at = 0; at < data.length; at += 4) {
          if ((data[at] ?? 0) > 150 && (data[at + 1] ?? 255) < 80) count += 1;
        }
        return count;
      });
    await expect.poll(red).toBeGreaterThan(200);
    await press(page, "Own");
    await expect(picture(page)).toHaveAccessibleName("pages.pdf (Own)");
    await expect(dialog(page)).toContainText("Page 2 of 3");
    expect(await red()).toBe(0);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(item(page).getByRole("button", { name: "Show pages.pdf" })).toBeFocused();
  });

  await test.step("in Hebrew the viewer is mirrored, and the picture is not", async () => {
    await speak(page, "he");
    const files = page.getByRole("main").getByRole("button", { name: /pages\.pdf/ });
    await files.first().tap();
    await expect(picture(page)).toBeVisible();
    const left = async (name: string) =>
      (await dialog(page).getByRole("button", { name }).boundingBox())?.x ?? 0;
    expect(await left("העמוד הקודם")).toBeGreaterThan(await left("העמוד הבא"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.keyboard.press("Escape");
  });
});
