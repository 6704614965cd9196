import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Browser, BrowserContext, Page } from "playwright";
import { directionOf, LANGUAGES } from "../../src/domain/languages.ts";
import { launchChromium } from "../browser/launch-chromium.ts";
import { PSEUDO_LOCALE, speakPseudoLanguage } from "../browser/pseudo-language.ts";
import { logIn, startSchool } from "../school/start-school.ts";
import { buildIfChanged } from "../test/run-command.ts";
import { type Cell, galleryOf } from "./gallery.ts";
import { lookForFaults } from "./look-for-faults.ts";
import { COURSE, type MatrixScreen, SCREENS } from "./screens.ts";

/** The name of the pseudo-language: English, 40% longer, from right to left. */
const PSEUDO = "pseudo";
const THEMES = ["light", "dark", "forced"] as const;
type Theme = (typeof THEMES)[number];
const WIDTHS = [320, 360, 768, 1024, 1280];
const HEIGHT = 800;

/** An option that takes some of the names, with commas between them. */
const someOf = <Value extends string | number>(name: string, all: readonly Value[]) =>
  new Option(`--${name} <names>`, all.join(",")).default(all, "all").argParser((given: string) =>
    given.split(",").map((word) => {
      const found = all.find((value) => String(value) === word);
      if (found === undefined) throw new InvalidArgumentError(`It takes: ${all.join(", ")}.`);
      return found;
    }),
  );

const percentOf = (given: string): number => {
  const percent = Number(given);
  if (percent >= 50 && percent <= 400) return percent;
  throw new InvalidArgumentError("It takes 50 to 400 percent.");
};

const names = SCREENS.map(({ name }) => name);
const { screens, languages, themes, widths, text, out } = new Command("npm run matrix --")
  .description(
    "Takes a picture of each screen in each language, direction, theme and width, with what axe and " +
      "the automatic checks find: sideways scrolling, targets under 44 pixels, text that is cut off. " +
      "Names are given with commas between them.",
  )
  .addOption(someOf("screens", names))
  .addOption(someOf("languages", [...LANGUAGES, PSEUDO]))
  .addOption(someOf("themes", THEMES))
  .addOption(someOf("widths", WIDTHS))
  .option("--text <percent>", "the size of text, such as 200", percentOf, 100)
  .option("--out <folder>", "the folder of the pages and pictures", "test-results/matrix")
  .helpOption("-h, --help", "show this help")
  .parse()
  .opts<{
    screens: readonly string[];
    languages: readonly string[];
    themes: readonly Theme[];
    widths: readonly number[];
    text: number;
    out: string;
  }>();
const folder = path.resolve(out);

/** Signs in with a demo account. @returns the session as the web app stores it */
const sessionOf = async (school: string, username: string): Promise<string> => {
  const sessionId = randomBytes(32).toString("hex");
  const { token, user } = await logIn(school, username, sessionId);
  return JSON.stringify({ token, user, sessionId });
};

const contextFor = async (
  browser: Browser,
  language: string,
  session: string | undefined,
): Promise<BrowserContext> => {
  const context = await browser.newContext({
    locale: language === PSEUDO ? PSEUDO_LOCALE : language,
    reducedMotion: "reduce",
    serviceWorkers: "block",
    viewport: { width: 1280, height: HEIGHT },
  });
  if (language === PSEUDO) await speakPseudoLanguage(context);
  if (session) {
    await context.addInitScript((kept) => localStorage.setItem("session.v1", kept), session);
  }
  return context;
};

const setTheme = (page: Page, theme: Theme): Promise<void> =>
  page.emulateMedia({
    colorScheme: theme === "light" ? "light" : "dark",
    forcedColors: theme === "forced" ? "active" : "none",
    reducedMotion: "reduce",
  });

/** What axe finds. Forced colours are the reader's own, so contrast is not asked for there. */
const axeFindings = async (page: Page, theme: Theme): Promise<string[]> => {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (theme === "forced") axe.disableRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`),
  );
};

const open = async (page: Page, school: string, screen: MatrixScreen) => {
  if (screen.inCourse) {
    await page.goto(school + COURSE);
    await page.locator("main a").first().waitFor();
  }
  await page.goto(school + screen.address);
  await page.locator(screen.content).first().waitFor({ state: "attached" });
  await screen.prepare?.(page);
  if (text !== 100) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, text);
  }
  await page.waitForLoadState("networkidle");
};

const cellsOf = async (page: Page, screen: MatrixScreen, language: string): Promise<Cell[]> => {
  const cells: Cell[] = [];
  const direction = directionOf(language === PSEUDO ? PSEUDO_LOCALE : language);
  for (const theme of themes) {
    await setTheme(page, theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHT });
      const picture = `${screen.name}-${language}-${theme}-${width}.jpg`;
      await page.screenshot({
        path: path.join(folder, picture),
        fullPage: true,
        quality: 70,
        type: "jpeg",
      });
      const findings = [
        ...(await axeFindings(page, theme)),
        ...(await page.evaluate(lookForFaults)),
      ];
      cells.push({ screen: screen.name, language, direction, theme, width, picture, findings });
      for (const finding of findings) {
        console.log(`${screen.name}, ${language}, ${theme}, ${width}: ${finding}`);
      }
    }
  }
  return cells;
};

/** @param missing gets a line for each screen that could not be opened */
const run = async (missing: string[]): Promise<Cell[]> => {
  if (!(await buildIfChanged("preact"))) throw new Error("The web app could not be built.");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await using school = await startSchool({ withClass: true });
  await using browser = await launchChromium();
  const cells: Cell[] = [];
  const people = new Map<string, string | undefined>([["nobody", undefined]]);
  for (const name of ["student", "tutor", "admin"]) {
    people.set(name, await sessionOf(school.url, name));
  }
  for (const language of languages) {
    for (const [person, session] of people) {
      await using context = await contextFor(browser, language, session);
      for (const screen of SCREENS) {
        if ((screen.by ?? "student") !== person || !screens.includes(screen.name)) continue;
        await using page = await context.newPage();
        try {
          await open(page, school.url, screen);
          cells.push(...(await cellsOf(page, screen, language)));
        } catch (reason) {
          missing.push(`${screen.name}, ${language}: ${reason}`);
        }
      }
    }
    console.log(`· ${language}: done`);
  }
  return cells;
};

try {
  const missing: string[] = [];
  const cells = await run(missing);
  const page = path.join(folder, "index.html");
  writeFileSync(page, galleryOf(cells));
  const found = cells.filter(({ findings }) => findings.length > 0);
  console.log(`${cells.length} pictures, ${found.length} with findings: ${page}`);
  for (const line of missing) console.error(`Not opened: ${line}`);
  process.exitCode = found.length + missing.length > 0 ? 1 : 0;
} catch (reason) {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exitCode = 2;
}
