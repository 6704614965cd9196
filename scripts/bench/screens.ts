import type { Page } from "playwright";
import { trustsSchool } from "../../tests/server/support/certificates.ts";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/start-school.ts";
import { openPage, openPhone, type Request, setLine, slowLine } from "./browser.ts";
import { startSecureSchool } from "./prepared-school.ts";
import { type Figures, median } from "./report.ts";
import { repeat, timeUntil } from "./stopwatch.ts";
import { chooseCourse, openSignedIn } from "./student.ts";

/** A screen, how to reach it from the header, and what shows that it is ready to use. */
interface Visit {
  name: string;
  menu: string | RegExp;
  item: string;
  /** Selector of an element in the main part. */
  content: string;
}

const OWN = /^Hello/;

const VISITS: readonly Visit[] = [
  { name: "today's class", menu: "Progress", item: "Today's class", content: "[role=progressbar]" },
  { name: "assignments", menu: "Progress", item: "Assignments", content: "p:not([role=status])" },
  { name: "profile", menu: OWN, item: "Profile", content: "[role=switch]" },
  { name: "tutor talk", menu: OWN, item: "Tutor talk", content: "section p + p" },
  { name: "FAQ", menu: OWN, item: "FAQ", content: "button[aria-expanded]" },
  { name: "glossary", menu: OWN, item: "Glossary", content: "dt" },
  { name: "how to study", menu: OWN, item: "How to study", content: "h2" },
  { name: "downloads", menu: OWN, item: "Downloads", content: "section" },
];

const RUNS = 3;

const isCode = ({ url }: Request): boolean => new URL(url).pathname.startsWith("/tls/");

/** One round trip on the page's line, in milliseconds, measured by its script. */
const roundTrip = (page: Page, school: string): Promise<number> =>
  page.evaluate(async (address) => {
    const start = performance.now();
    await (await fetch(address, { cache: "no-store" })).text();
    return performance.now() - start;
  }, `${school}/api/health`);

const goTo = async (page: Page, { menu, item, content }: Visit): Promise<number> => {
  await page.getByRole("button", { name: menu }).click();
  const entry = page.getByRole("menuitem", { name: item, exact: true });
  await entry.waitFor();
  return timeUntil(page, { selector: content }, () => entry.click());
};

const measureVisit = async (school: string, course: string, visit: Visit) => {
  await using phone = await openPhone([trustsSchool]);
  const { page, cdp, requests } = await openPage(phone.context);
  await openSignedIn(page, school, "student");
  await chooseCourse(page, course);
  // Neither the code of the menus nor that which comes by itself after a sign-in is counted to the screen.
  await page.getByRole("button", { name: visit.menu }).click();
  await page.keyboard.press("Escape");
  await page.waitForResponse(/\/on-device\./);
  await page.waitForLoadState("networkidle");
  await setLine(cdp, { latency: slowLine.latency, speed: 0, slowdown: 1 });
  const one = await roundTrip(page, school);
  const before = requests.length;
  const time = await goTo(page, visit);
  // What comes later is not the screen's, such as the notice of a newer version.
  const own = requests.slice(before);
  await page.waitForLoadState("networkidle");
  const bytes = own.filter(isCode).reduce((sum, request) => sum + request.bytes, 0);
  return { trips: time / one, bytes };
};

/**
 * Measures each screen after the first: the bytes of its code, and the round trips between the click
 * and its content on a line of 400 ms. A browser sends all requests of a screen at once over HTTP/2.
 */
export const measure = async (): Promise<Figures> => {
  await using school = await startSecureSchool();
  const figures: Figures = {};
  const { title } = await readCourse(await openApi(school.url, "student"), "PM", "PMB");
  for (const visit of VISITS) {
    console.log(`  ${visit.name}`);
    const runs = await repeat(RUNS, () => measureVisit(school.url, title, visit));
    figures[`${visit.name}, own code`] = median(runs.map(({ bytes }) => bytes));
    figures[`${visit.name}, from click to content`] = median(runs.map(({ trips }) => trips));
  }
  return figures;
};
