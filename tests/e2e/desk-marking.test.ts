import { readFile } from "node:fs/promises";
import { PDFDocument, StandardFonts } from "@cantoo/pdf-lib";
import { expect, type Locator, type Page } from "playwright/test";
import { findings } from "./axe-findings.ts";
import { handIn, openAssignments, tutor } from "./hand-ins.ts";
import { type Account, test } from "./school.ts";
import { signIn } from "./steps.ts";

const PHOTO = "resources/demo-class/darts-jonas.jpg";

/** Hands in files, and opens them at the desk of the tutor. */
const openAtDesk = async (
  page: Page,
  desk: Page,
  school: string,
  student: Account,
  files: Parameters<Locator["setInputFiles"]>[0],
) => {
  await openAssignments(page, school, student);
  const words = `Files of ${student.username}`;
  await handIn(page, files, words);
  await signIn(desk, tutor, `${school}/tls/desk`);
  const queue = desk.getByRole("list", { name: "Queue" });
  await queue.getByRole("link").filter({ hasText: words }).click();
  // It moves the page down when it comes.
  await expect(desk.getByText("Welcome to the Selvedge School")).toBeVisible();
};

const stage = (desk: Page) => desk.getByRole("application");
const toolbar = (desk: Page) => desk.getByRole("toolbar");
const choose = (desk: Page, name: string) =>
  toolbar(desk).getByRole("button", { name, exact: true }).click();
const drawn = (desk: Page, count: number) => desk.getByText(`Drawn on this page: ${count}`);

/** A place in the stage, by its shares of width and height. */
const placeIn = async (desk: Page, x: number, y: number) => {
  await stage(desk).scrollIntoViewIfNeeded();
  const box = await stage(desk).boundingBox();
  if (!box) throw new Error("There is no stage.");
  return { x: box.x + box.width * x, y: box.y + box.height * y };
};

const drag = async (desk: Page, from: [number, number], to: [number, number]) => {
  const start = await placeIn(desk, ...from);
  const end = await placeIn(desk, ...to);
  await desk.mouse.move(start.x, start.y);
  await desk.mouse.down();
  await desk.mouse.move(end.x, end.y, { steps: 12 });
  await desk.mouse.up();
  return { start, end };
};

/** Where the last shape is painted in the window. */
const lastShape = async (desk: Page) => {
  const box = await stage(desk).locator("svg").first().locator("> g").last().boundingBox();
  if (!box) throw new Error("There is no shape.");
  return box;
};

test("a tutor draws on a photo and on a PDF, with the mouse and with fingers", async ({
  page,
  browser,
  quietConsole,
  school,
  student,
}) => {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.HelveticaBold);
  for (const number of [1, 2, 3]) {
    file.addPage([300, 400]).drawText(String(number), { x: 100, y: 150, size: 200, font });
  }
  const pdf = (name: string, bytes: Uint8Array) => ({
    name,
    mimeType: "application/pdf",
    buffer: Buffer.from(bytes),
  });
  const open = await file.save();
  const locked = await PDFDocument.load(open);
  locked.encrypt({ userPassword: "secret", ownerPassword: "secret" });
  const files = [
    { name: "darts-jonas.jpg", mimeType: "image/jpeg", buffer: await readFile(PHOTO) },
    pdf("pages.pdf", open),
    pdf("locked.pdf", await locked.save({ useObjectStreams: false })),
    pdf("broken.pdf", Buffer.from("%PDF-1.7\nnothing else")),
  ];
  const tablet = { viewport: { width: 1024, height: 768 }, hasTouch: true };
  const context = await browser.newContext(tablet);
  quietConsole.watch(context);
  const desk = await context.newPage();
  await openAtDesk(page, desk, school, student, files);

  await test.step("draws with a finger on a tablet, and zooms with two", async () => {
    await expect(stage(desk).getByRole("img", { name: "darts-jonas.jpg" })).toBeVisible();
    const devTools = await context.newCDPSession(desk);
    const touch = async (
      type: "touchStart" | "touchMove" | "touchEnd",
      ...places: [number, number][]
    ) => {
      const touchPoints = await Promise.all(
        places.map(async ([x, y], id) => ({ ...(await placeIn(desk, x, y)), id })),
      );
      await devTools.send("Input.dispatchTouchEvent", { type, touchPoints });
    };
    await touch("touchStart", [0.3, 0.3]);
    for (let step = 1; step <= 10; step += 1) await touch("touchMove", [0.3 + step / 40, 0.4]);
    await touch("touchEnd");
    await expect(drawn(desk, 1)).toBeVisible();

    await touch("touchStart", [0.4, 0.5]);
    await touch("touchStart", [0.4, 0.5], [0.6, 0.5]);
    for (let step = 1; step <= 10; step += 1) {
      await touch("touchMove", [0.4 - step / 100, 0.5], [0.6 + step / 100, 0.5]);
    }
    await touch("touchEnd");
    await expect(toolbar(desk)).toContainText(/(1[5-9]|2[0-4])\d%/);
    await expect(drawn(desk, 1)).toBeVisible();
    await desk.keyboard.press("0");
    await choose(desk, "Undo");
    await expect(drawn(desk, 1)).toHaveCount(0);
  });

  await test.step("draws on a photo with the mouse, zooms and turns it, and finds it again after a reload", async () => {
    await expect(stage(desk).getByRole("img", { name: "darts-jonas.jpg" })).toBeVisible();

    await test.step("a stroke is where the mouse was", async () => {
      const { start, end } = await drag(desk, [0.3, 0.4], [0.6, 0.5]);
      await expect(drawn(desk, 1)).toBeVisible();
      const box = await lastShape(desk);
      const off = [box.x - start.x, box.y - start.y];
      off.push(box.x + box.width - end.x, box.y + box.height - end.y);
      expect(Math.max(...off.map(Math.abs))).toBeLessThan(6);
    });

    await test.step("a line is where the mouse was on a photo that is zoomed and moved", async () => {
      const middle = await placeIn(desk, 0.5, 0.5);
      await desk.mouse.move(middle.x, middle.y);
      await desk.keyboard.down("Control");
      await desk.mouse.wheel(0, -100);
      await desk.keyboard.up("Control");
      await expect(toolbar(desk)).toContainText("272%");
      await choose(desk, "Move and select");
      await drag(desk, [0.5, 0.5], [0.4, 0.6]);
      await choose(desk, "Line");
      const { start, end } = await drag(desk, [0.2, 0.7], [0.8, 0.5]);
      await expect(drawn(desk, 2)).toBeVisible();
      const box = await lastShape(desk);
      expect(Math.abs(box.x - start.x)).toBeLessThan(9);
      expect(Math.abs(box.y - end.y)).toBeLessThan(9);
      await desk.keyboard.press("0");
      await expect(toolbar(desk)).toContainText("100%");
    });

    await test.step("what is drawn turns with the photo", async () => {
      const before = await lastShape(desk);
      expect(before.width).toBeGreaterThan(before.height);
      await desk.keyboard.press("]");
      await expect(async () => {
        const after = await lastShape(desk);
        expect(after.height).toBeGreaterThan(after.width);
      }).toPass();
    });

    await test.step("the draft is there after a reload", async () => {
      await desk.reload();
      await expect(drawn(desk, 2)).toBeVisible();
    });
  });

  await test.step("shows a PDF page by page, and draws on its pages", async () => {
    await desk.getByRole("tab", { name: "pages.pdf" }).click();
    const canvas = stage(desk).getByRole("img", { name: "pages.pdf" });
    await expect(canvas).toBeVisible();
    // The number of the page is black.
    const ink = await canvas.evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const context = (element as HTMLCanvasElement).getContext("2d");
      const pixels = context?.getImageData(0, 0, width, height).data ?? [];
      return pixels.filter((value, at) => at % 4 === 0 && value < 100).length / (width * height);
    });
    expect(ink).toBeGreaterThan(0.01);

    await test.step("an arrow is on its page, and on no other", async () => {
      await desk.keyboard.press("PageDown");
      await expect(toolbar(desk)).toContainText("2 of 3");
      await choose(desk, "Arrow");
      await drag(desk, [0.4, 0.5], [0.6, 0.6]);
      await expect(drawn(desk, 1)).toBeVisible();
      await desk.keyboard.press("PageDown");
      await expect(drawn(desk, 1)).toHaveCount(0);
      await desk.keyboard.press("PageUp");
      expect(await findings(desk), "what axe finds").toEqual([]);
    });

    await test.step("a PDF that cannot be shown says why", async () => {
      await desk.getByRole("tab", { name: "locked.pdf" }).click();
      await expect(desk.getByText("This PDF opens with a password only.")).toBeVisible();
      await desk.getByRole("tab", { name: "broken.pdf" }).click();
      await expect(desk.getByText("This file is damaged")).toBeVisible();
    });
  });
  await context.close();
});
