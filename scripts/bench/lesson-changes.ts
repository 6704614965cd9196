import type { Page } from "playwright";
import { startSchool } from "../school/start-school.ts";
import { heapOf, type MeasuredPage, openPage, openPhone, WITHOUT_COMPILING } from "./browser.ts";
import type { Figures } from "./report.ts";
import { openSignedIn } from "./student.ts";

/** Number of lesson changes in each direction. Figures and a film are among the lessons. */
const WAY = 5;
const FIRST = "/tls/lessons/PM/PMB/dart-slash";
const FEW = 20;
const MANY = 200;

/** Counts object URLs that have not been revoked. */
const countAddresses = () => {
  const live = new Set<string>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const address = createObjectURL.call(URL, object);
    live.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    live.delete(address);
    revokeObjectURL.call(URL, address);
  };
  Object.assign(window, { liveAddresses: live });
};

/** Waits until the lesson's pictures are loaded and its film can be played. */
const isThere = () => {
  const pictures = [...document.querySelectorAll<HTMLImageElement>("main img")];
  const films = [...document.querySelectorAll("video")];
  return (
    document.querySelector("main h1") !== null &&
    document.querySelector("[data-loading]") === null &&
    pictures.every((picture) => picture.complete) &&
    films.every((film) => film.readyState > 0)
  );
};

const change = async (page: Page, name: "Next lesson" | "Previous lesson"): Promise<void> => {
  const before = page.url();
  await page.getByRole("link", { name }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.waitForFunction(isThere);
};

const countKept = async ({ page, cdp }: MeasuredPage) => {
  const memory = await heapOf(cdp);
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  const addresses = await page.evaluate(
    () => (window as unknown as { liveAddresses: Set<string> }).liveAddresses.size,
  );
  return { memory, nodes, listeners: jsEventListeners, addresses };
};

/** Compares the memory kept after 200 changes of lesson with that after 20. */
export const measure = async (): Promise<Figures> => {
  await using school = await startSchool();
  await using phone = await openPhone(WITHOUT_COMPILING);
  const measured = await openPage(phone.context);
  const { page } = measured;
  await page.addInitScript(countAddresses);
  await openSignedIn(page, school.url, "admin");
  await page.goto(`${school.url}${FIRST}`);
  await page.waitForFunction(isThere);
  let few: Awaited<ReturnType<typeof countKept>> | undefined;
  for (let changes = 0; changes < MANY; changes += 1) {
    if (changes === FEW) few = await countKept(measured);
    await change(page, changes % (2 * WAY) < WAY ? "Next lesson" : "Previous lesson");
  }
  const many = await countKept(measured);
  if (!few) throw new Error("Nothing was measured in between.");
  console.log(`  after ${FEW}: ${JSON.stringify(few)}\n  after ${MANY}: ${JSON.stringify(many)}`);
  return {
    "memory after 200 lesson changes against after 20": many.memory / few.memory,
    "nodes after 200 lesson changes against after 20": many.nodes / few.nodes,
    "listeners after 200 lesson changes against after 20": many.listeners / few.listeners,
    "object addresses after 200 lesson changes against after 20":
      many.addresses / Math.max(1, few.addresses),
  };
};
