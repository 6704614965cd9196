import path from "node:path";
import { startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, type Request, readyTime } from "./browser.ts";
import type { Figures } from "./report.ts";
import { signIn } from "./student.ts";

const WITH_FILM = "/tls/lessons/PM/PMB/dart-pivot";

const nameOf = ({ url }: Request): string => path.basename(new URL(url).pathname);
const isCode = ({ url, type }: Request): boolean =>
  new URL(url).pathname.startsWith("/tls/") && type !== "Document";

/** Measures the code for a lesson with a film, an enlarged picture, and captions being edited. */
export const measureLessonCode = async (): Promise<Figures> => {
  const school = await startSchool();
  const { browser, context } = await openBrowser();
  try {
    const { page, requests } = await openPage(context);
    await page.goto(`${school.url}/tls/`);
    await readyTime(page);
    await signIn(page, "admin");
    await page.waitForLoadState("networkidle");
    // Code that every lesson needs has been prefetched.
    const any = requests.filter((request) => nameOf(request).startsWith("lessons."));
    const before = requests.length;
    await page.goto(`${school.url}${WITH_FILM}`);
    await page.locator("video").waitFor();
    await page
      .getByRole("button", { name: /^Enlarge picture/ })
      .first()
      .click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Write captions" }).click();
    await page.getByRole("region", { name: "Captions" }).waitFor();
    await page.waitForLoadState("networkidle");
    const own = [...any, ...requests.slice(before).filter(isCode)].filter(({ bytes }) => bytes > 0);
    console.log(`  ${own.map((request) => `${nameOf(request)} ${request.bytes}`).join(", ")}`);
    return {
      "a lesson with film, zoom and captions, own code": own.reduce(
        (total, { bytes }) => total + bytes,
        0,
      ),
    };
  } finally {
    await browser.close();
    await school.stop();
  }
};
