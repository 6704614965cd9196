import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import lighthouse from "lighthouse";
import { type BrowserContext, chromium } from "playwright";
import { chromiumFlags } from "../browser/chromium-flags.ts";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/school-api.ts";
import { requireChromium } from "./browser.ts";
import { median } from "./median.ts";
import type { Figures } from "./report.ts";
import { startSecureSchool } from "./secure-school.ts";
import { chooseCourse, signIn } from "./student.ts";

const RUNS = 3;
/** Lighthouse's own. */
const PHONE = { width: 412, height: 823 };

const CATEGORIES = {
  performance: "performance",
  accessibility: "accessibility",
  "best-practices": "best practices",
};
type Category = keyof typeof CATEGORIES;

interface Visit {
  /** Points of each category, from 0 to 100. */
  points: Record<Category, number>;
  shift: number;
}

/**
 * Opens a browser whose pages share one storage, so that those that Lighthouse opens are signed in as
 * well.
 * @returns the port at which Lighthouse reaches it
 */
const openBrowser = async (folder: string): Promise<{ context: BrowserContext; port: number }> => {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args: [...chromiumFlags, "--remote-debugging-port=0", "--ignore-certificate-errors"],
    locale: "en-US",
    // The size of its pages is Lighthouse's own.
    viewport: null,
  });
  const [port] = (await readFile(path.join(folder, "DevToolsActivePort"), "utf8")).split("\n");
  return { context, port: Number(port) };
};

/**
 * Visits a page as Lighthouse does by default: on a phone and a slow 4G line, with an empty cache. It
 * leaves the session, which is in the local storage.
 */
const visit = async (port: number, url: string): Promise<Visit> => {
  const result = await lighthouse(url, {
    port,
    logLevel: "error",
    onlyCategories: Object.keys(CATEGORIES),
  });
  if (!result) throw new Error(`Lighthouse has no result for ${url}.`);
  const { audits, categories, finalDisplayedUrl, runtimeError } = result.lhr;
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}.`);
  for (const [name, { title, auditRefs }] of Object.entries(categories)) {
    for (const { id, weight } of auditRefs) {
      const audit = audits[id];
      if (weight === 0 || !audit || audit.score === null || audit.score >= 0.995) continue;
      const points = Math.round(audit.score * 100);
      console.log(
        `  ${title}: ${audit.title} ${audit.displayValue ?? ""} ${points} (${name}/${id})`,
      );
    }
  }
  const pointsOf = (category: Category) => (categories[category]?.score ?? 0) * 100;
  return {
    points: {
      performance: pointsOf("performance"),
      accessibility: pointsOf("accessibility"),
      "best-practices": pointsOf("best-practices"),
    },
    // To three places, as Lighthouse shows it.
    shift: Number(audits["cumulative-layout-shift"]?.numericValue?.toFixed(3)),
  };
};

const figuresOf = (name: string, visits: readonly Visit[]): Figures => ({
  ...Object.fromEntries(
    Object.entries(CATEGORIES).map(([category, title]) => [
      `${name}, ${title}`,
      median(visits.map(({ points }) => points[category as Category])),
    ]),
  ),
  [`${name}, layout shift`]: Math.max(...visits.map(({ shift }) => shift)),
});

/**
 * Measures four screens with Lighthouse, for a student with a class. The median of three visits.
 */
export const measureLighthouse = async (): Promise<Figures> => {
  const school = await startSecureSchool({ withClass: true });
  const folder = await mkdtemp(path.join(tmpdir(), "lighthouse-"));
  const { context, port } = await openBrowser(folder);
  const measure = async (name: string, address: string): Promise<Figures> => {
    const visits: Visit[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      console.log(`  ${name}, visit ${run + 1}`);
      visits.push(await visit(port, `${school.url}/tls${address}`));
    }
    return figuresOf(name, visits);
  };
  try {
    const { title, entries } = await readCourse(await openApi(school.url, "admin"), "PM", "PMB");
    const form = await measure("sign-in", "/authorization");
    const page = await context.newPage();
    // What the app notes of its layout fits the phone that Lighthouse is.
    await page.setViewportSize(PHONE);
    await page.goto(`${school.url}/tls/`);
    await signIn(page, "student");
    await chooseCourse(page, title);
    // From the second visit on they have their place.
    await page.getByRole("region", { name: "Announcements" }).waitFor();
    await page.close();
    return {
      ...form,
      ...(await measure("today's class", "/progress")),
      ...(await measure("tiles", "/lessons/PM/PMB")),
      ...(await measure("a lesson", `/lessons/PM/PMB/${entries[0]?.lessons[0]?.key}`)),
    };
  } finally {
    await context.close();
    await school.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
