import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { LANGUAGES } from "../../src/domain/languages.ts";
import { ICON } from "../../src/server/http/web-app/icon.ts";
import { type DesktopBuildName, desktopWeb } from "../build/school-settings.ts";
import { isKept } from "../build/worker-list.ts";
import { lessonTextStart, readCourse } from "../school/course.ts";
import { openApi, type Runtime, startSchool } from "../school/start-school.ts";
import { type MeasuredPage, openPage, openPhone, type Request, readyTime } from "./browser.ts";
import type { Figures } from "./report.ts";
import { chooseCourse, signIn, tiles, waitForText } from "./student.ts";

/**
 * Opens the sign-in form.
 * @returns the requests that it waited for: all that were sent before the last of them was
 * complete. Prefetching starts later.
 */
export const openForm = async (
  { page, requests }: MeasuredPage,
  school: string,
): Promise<Request[]> => {
  await page.goto(`${school}/tls/`);
  const ready = (await page.evaluate(() => performance.timeOrigin)) + (await readyTime(page));
  await page.waitForLoadState("networkidle");
  const last = Math.max(...requests.map(({ arrived }) => arrived).filter((time) => time <= ready));
  return requests.filter(({ sent }) => sent <= last);
};

export const sumBytes = (requests: readonly Request[]): number =>
  requests.reduce((total, { bytes }) => total + bytes, 0);

/** The names of the files with their bytes. */
export const listFiles = (requests: readonly Request[]): string =>
  requests.map(({ url, bytes }) => `${path.basename(new URL(url).pathname)} ${bytes}`).join(", ");

const ONLINE = path.join(import.meta.dirname, "../../dist/online");
const EMBED = "embed.js";
const FRAMED = "framed.html";
const WORKER = "worker.js";
/** The texts of the interface in one language. */
const TEXTS = /-([a-z]{2})(?:-json\.[\da-f]{6}\.js|\.[\da-f]{6}\.json)$/;

/** Whether a file is of the tutors' desk, which levels of 10 and above load, and has no other language. */
const isOfDeskInEnglish = (name: string): boolean =>
  /^(?:desk|marking)[.-]/.test(name) && !/^desk-(?!en)[a-z]{2}\.|^desk-pdf/.test(name);

/** Whether a file is of the staff's desk, which levels of 20 and above load, and has no other language. */
const isOfStaffInEnglish = (name: string): boolean => /^staff(?:\.|-en\.)/.test(name);

/** Whether a file is of patterns: the screen with all that it exports, and drafting, which lessons fetch, too. */
const isOfPatterns = (name: string): boolean =>
  /^(?:patterns|print|drafting|draft-[a-z]+)[.-]/.test(name);

/** Whether a file is of garments, which are loaded once one is chosen. */
const isOfGarments = (name: string): boolean => /^garments[.-]/.test(name);

/** Whether a file puts Hebrew and Arabic in order in a PDF, for which alone it is loaded. */
const isOfBidi = (name: string): boolean => /^bidi[.-]/.test(name);

/** Whether a file has the names of lengths, which are loaded where a draft is checked. */
const isOfNumbers = (name: string): boolean => /^numbers-/.test(name);

/**
 * The requests for files of the application, each file once, as opposed to content of the school. The tab's icon
 * is the school's, and a browser asks for it when it likes.
 */
const codeOf = (requests: readonly Request[]): Request[] => {
  const files = new Map<string, Request>();
  for (const request of requests) {
    const { pathname } = new URL(request.url);
    const isCode = pathname.startsWith("/tls/") && pathname !== ICON;
    if (isCode && !files.has(pathname)) files.set(pathname, request);
  }
  return [...files.values()];
};

/**
 * What the sign-in form fetches once it works, and what is fetched two seconds after the sign-in. On a slow
 * machine they come while something else is still waited for.
 */
const AFTER_FORM = /\/brand\.[^/]+$/;
const AFTER_SIGN_IN = /\/on-device\.[^/]+$/;

const measureRuntime = async (runtime: Runtime): Promise<[signIn: number, further: number]> => {
  await using school = await startSchool({ runtime });
  await using phone = await openPhone();
  const api = await openApi(school.url, "admin");
  const course = await readCourse(api, "PM", "PMB");
  const beginning = await lessonTextStart(api, "PM", course.entries[0]?.lessons[0]?.key ?? "");
  const opened = await openPage(phone.context);
  const { page, requests } = opened;
  const ofForm = await openForm(opened, school.url);
  const form = codeOf(ofForm).filter(({ url }) => !AFTER_FORM.test(url));

  await signIn(page, "student");
  await chooseCourse(page, course.title);
  await tiles(page).first().click();
  await waitForText(page, beginning);
  await page.waitForLoadState("networkidle");
  const further = codeOf(requests).filter(
    (request) => !form.includes(request) && !AFTER_SIGN_IN.test(request.url),
  );
  console.log(`  ${runtime}: ${listFiles(form)}\n  ${runtime}, further: ${listFiles(further)}`);
  return [sumBytes(form), sumBytes(further)];
};

/** Bytes that a build of the desktop app adds to its runtime, roughly as compressed. */
const measureDesktop = (build: DesktopBuildName): number => {
  const folder = path.join(import.meta.dirname, "../..", desktopWeb(build));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => gzipSync(readFileSync(path.join(parentPath, name))).length)
    .reduce((total, bytes) => total + bytes, 0);
};

/** Bytes of built files as they are sent. */
const sentBytes = (names: readonly string[]): number =>
  names.reduce((total, name) => total + statSync(path.join(ONLINE, `${name}.br`)).size, 0);

/**
 * Measures all of the web app that every browser fetches sooner or later: page, scripts with the worker,
 * styles, and texts in English. Patterns, and what only some schools offer, are measured alone.
 */
const measureWhole = (): Figures => {
  const built = readdirSync(ONLINE).filter((name) => existsSync(path.join(ONLINE, `${name}.br`)));
  const kept = built.filter((name) => isKept(name) && !name.endsWith(".svg"));
  const files = [
    ...kept.filter(
      (name) => ![isOfPatterns, isOfGarments, isOfNumbers, isOfBidi].some((is) => is(name)),
    ),
    WORKER,
  ];
  const inEnglish = (name: string) => [undefined, "en"].includes(TEXTS.exec(name)?.[1]);
  const patterns = kept.filter((name) => isOfPatterns(name) && inEnglish(name));
  const numbers = kept.filter((name) => isOfNumbers(name) && inEnglish(name));
  const garments = kept.filter((name) => isOfGarments(name) && inEnglish(name));
  const code = files.filter((name) => !TEXTS.test(name));
  const textsIn = (language: string) => files.filter((name) => TEXTS.exec(name)?.[1] === language);
  const alone = (...chunks: readonly string[]): number =>
    sentBytes(
      built.filter((name) => !isKept(name) && chunks.some((chunk) => name.startsWith(`${chunk}.`))),
    );
  const languages = LANGUAGES.map((language) => sentBytes(textsIn(language)));
  console.log(`  texts: ${LANGUAGES.map((name, at) => `${name} ${languages[at]}`).join(", ")}`);
  return {
    "the whole web app in English": sentBytes([...code, ...textsIn("en")]),
    "the language with the longest texts": Math.max(...languages),
    "patterns, with drafting and all files that they make, in English": sentBytes(patterns),
    "garments, which are loaded once one is chosen, in English": sentBytes(garments),
    "the order of Hebrew and Arabic in PDFs": sentBytes(kept.filter(isOfBidi)),
    "names of lengths, where a draft is checked, in English": sentBytes(numbers),
    "signing in with the school's own accounts, in English": alone("openid", "sites-en"),
    "the second factor of staff, in English": alone("second-factor", "tools-en-json"),
    "the captions that tutors write, in English": alone("captions", "tools-en-json"),
    "the page of the desktop app, in English": alone("downloads", "tools-en-json"),
    "the tutors' desk, in English": sentBytes(built.filter(isOfDeskInEnglish)),
    "the staff's desk, in English": sentBytes(built.filter(isOfStaffInEnglish)),
    "the school's settings and public pages, in English": alone("staff-school", "school-en"),
    "PDFs at the tutors' desk": sentBytes(built.filter((name) => /^desk-pdf\./.test(name))),
    "QR codes": alone("qr-code"),
    "the script of a page that shows the app": sentBytes([EMBED]),
    "its page, in place of the app's own": sentBytes([FRAMED]),
    "what the app in such a page fetches besides, in English": alone("embedded", "sites-en"),
  };
};

/** Measures sizes: brotli in a browser with an empty cache, gzip for the installed app. */
export const measure = async (): Promise<Figures> => {
  const [preact, preactFurther] = await measureRuntime("preact");
  const [react, reactFurther] = await measureRuntime("react");
  return {
    "sign-in form, Preact": preact,
    "sign-in form, React": react,
    "code from there to the first lesson, Preact": preactFurther,
    "code from there to the first lesson, React": reactFurther,
    ...measureWhole(),
    "hybrid app without its runtime": measureDesktop("hybrid"),
    "offline app without its runtime": measureDesktop("offline"),
  };
};
