import { mkdtempDisposableSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import lighthouse from "lighthouse";
import { type BrowserContext, chromium } from "playwright";
import { chromiumFlags } from "../browser/browser-settings.ts";
import { requireChromium } from "../browser/launch-chromium.ts";
import { readCourse } from "../school/course.ts";
import { openApi } from "../school/start-school.ts";
import { type Comparison, openOlderBuild } from "./older-build.ts";
import { startSecureSchool } from "./prepared-school.ts";
import { type Figures, median } from "./report.ts";
import { repeat } from "./stopwatch.ts";
import { chooseCourse, openSignedIn } from "./student.ts";

// Lighthouse loads Sentry only to report its own failures to its makers: an override in `package.json` puts an empty
// package in its place, which saves 65 MB.

const RUNS = 3;
/** Lighthouse's own. */
const PHONE = { width: 412, height: 823 };

const CATEGORIES = ["performance", "accessibility", "best-practices"];

interface Visit {
  /** Points from 0 to 100, in the order of the categories. */
  points: number[];
  shift: number;
  /** For how long tasks block, and when the largest element is painted, in milliseconds on Lighthouse's line. */
  blocked: number;
  largest: number;
}

/** Opens a browser whose pages share one storage: those that Lighthouse opens are signed in, too. */
const openBrowser = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: requireChromium(),
    args: [...chromiumFlags, "--remote-debugging-port=0", "--ignore-certificate-errors"],
    locale: "en-US",
    // The size of its pages is Lighthouse's own.
    viewport: null,
  });

/** The port at which Lighthouse reaches a browser with the profile in this folder. */
const portOf = async (folder: string): Promise<number> =>
  Number((await readFile(path.join(folder, "DevToolsActivePort"), "utf8")).split("\n")[0]);

/**
 * Visits a page as Lighthouse does by default: on a phone and a slow 4G line, with an empty cache. It
 * leaves the session, which is in the local storage.
 */
const visit = async (port: number, url: string): Promise<Visit> => {
  const flags = { port, logLevel: "error", onlyCategories: CATEGORIES } as const;
  const result = await lighthouse(url, flags);
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
  return {
    points: CATEGORIES.map((category) => (categories[category]?.score ?? 0) * 100),
    // To three places, as Lighthouse shows it.
    shift: Number(audits["cumulative-layout-shift"]?.numericValue?.toFixed(3)),
    blocked: audits["total-blocking-time"]?.numericValue ?? Number.NaN,
    largest: audits["largest-contentful-paint"]?.numericValue ?? Number.NaN,
  };
};

const figuresOf = (name: string, visits: readonly Visit[]): Figures => ({
  ...Object.fromEntries(
    CATEGORIES.map((category, at) => [
      `${name}, ${category.replace("-", " ")}`,
      median(visits.map(({ points }) => points[at] ?? Number.NaN)),
    ]),
  ),
  [`${name}, layout shift`]: Math.max(...visits.map(({ shift }) => shift)),
  [`${name}, total blocking`]: median(visits.map(({ blocked }) => blocked)),
});

/** Measures the four screens of a build. @param settings of its school */
const measureBuild = async (settings: Record<string, string> = {}): Promise<Figures> => {
  await using school = await startSecureSchool({ withClass: true, settings });
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "lighthouse-"));
  await using context = await openBrowser(folder.path);
  const port = await portOf(folder.path);
  const measurePage = async (name: string, address: string): Promise<Figures> => {
    const visits = await repeat(RUNS, (run) => {
      console.log(`  ${name}, visit ${run + 1}`);
      return visit(port, `${school.url}/tls${address}`);
    });
    const figures = figuresOf(name, visits);
    const largest = median(visits.map((each) => each.largest));
    console.log(`  ${name}: largest paint after ${Math.round(largest)} ms`);
    return figures;
  };
  const { title, entries } = await readCourse(await openApi(school.url, "admin"), "PM", "PMB");
  const form = await measurePage("sign-in", "/authorization");
  const page = await context.newPage();
  // What the app notes of its layout fits the phone that Lighthouse is.
  await page.setViewportSize(PHONE);
  await openSignedIn(page, school.url, "student");
  await chooseCourse(page, title);
  // From the second visit on they have their place.
  await page.getByRole("region", { name: "Announcements" }).waitFor();
  await page.close();
  return {
    ...form,
    ...(await measurePage("today's class", "/progress")),
    ...(await measurePage("tiles", "/lessons/PM/PMB")),
    ...(await measurePage("a lesson", `/lessons/PM/PMB/${entries[0]?.lessons[0]?.key}`)),
  };
};

/**
 * Measures four screens with Lighthouse, for a student with a class; and those of another build first, if one is
 * named. The median of three visits.
 */
export const measure = async ({ against }: Comparison): Promise<Figures> => {
  if (against) {
    using older = openOlderBuild(against);
    for (const [name, value] of Object.entries(await measureBuild({ WEB_DIR: older.path }))) {
      console.log(`  ${name}: ${Math.round(value * 1000) / 1000} with the other build`);
    }
  }
  return measureBuild();
};
