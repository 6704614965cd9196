import { beginningOf, readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { type Runtime, startSchool } from "../school/start-school.ts";
import { openBrowser, openPage, type Request, readyTime } from "./browser.ts";
import type { Figures } from "./report.ts";
import { chooseCourse, signIn, tiles, waitForText } from "./student.ts";

/** What the application is made of; what the school says (texts, pictures) is not among it. */
const isCode = ({ type, url }: Request): boolean =>
  ["Script", "Stylesheet", "Document"].includes(type) ||
  /\.(m?js|css)$/.test(new URL(url).pathname);

const bytesOf = (requests: readonly Request[]): number =>
  requests.reduce((total, { bytes }) => total + bytes, 0);

const measureRuntime = async (runtime: Runtime): Promise<[signIn: number, further: number]> => {
  const school = await startSchool({ runtime });
  const { browser, context } = await openBrowser();
  try {
    const api = await openApi(school.url, "admin");
    const course = await readCourse(api, "PM", "PMB");
    const beginning = await beginningOf(api, "PM", course.entries[0]?.lessons[0]?.key ?? "");
    const { page, requests } = await openPage(context);
    await page.goto(`${school.url}/tls/`);
    const ready = (await page.evaluate(() => performance.timeOrigin)) + (await readyTime(page));
    // Whatever was asked for by then counts, even what had not arrived.
    await page.waitForLoadState("networkidle");
    const before = requests.filter(({ sent }) => sent <= ready);
    const signInBytes = bytesOf(before);

    await signIn(page, "student");
    await chooseCourse(page, course.title);
    await tiles(page).first().click();
    await waitForText(page, beginning);
    await page.waitForLoadState("networkidle");
    const after = requests.filter((request) => request.sent > ready && isCode(request));
    return [signInBytes, bytesOf(after)];
  } finally {
    await browser.close();
    await school.stop();
  }
};

/** Bytes over the line, compressed, with headers, in a real browser with nothing cached. */
export const measureSizes = async (): Promise<Figures> => {
  const [preact, preactFurther] = await measureRuntime("preact");
  const [react, reactFurther] = await measureRuntime("react");
  return {
    "sign-in form, Preact": preact,
    "sign-in form, React": react,
    "code from there to the first lesson, Preact": preactFurther,
    "code from there to the first lesson, React": reactFurther,
  };
};
