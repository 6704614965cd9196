import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { directionOf, LANGUAGES } from "../../src/domain/languages.ts";
import { chromiumFlags } from "../browser/chromium-flags.ts";
import { findChromium } from "../browser/find-chromium.ts";
import { PSEUDO_LOCALE, speakPseudoLanguage } from "../browser/pseudo-language.ts";
import { startSchool } from "../school/start-school.ts";
import { type Cell, galleryOf } from "./gallery.ts";
import { lookForFaults } from "./look-for-faults.ts";
import { COURSE, type MatrixScreen, SCREENS } from "./screens.ts";

/** The name of the pseudo-language: English, 40% longer, from right to left. */
const PSEUDO = "pseudo";
const THEMES = ["light", "dark", "forced"] as const;
type Theme = (typeof THEMES)[number];
const WIDTHS = [320, 360, 768, 1280];
const HEIGHT = 800;

const HELP = `npm run matrix -- [options]

Takes a picture of each screen in each language, direction, theme and width, with what axe and the
automatic checks find: sideways scrolling, targets under 44 pixels, text that is cut off.
Each option takes names with commas between them; absent: all of them.

  --screens    ${SCREENS.map(({ name }) => name).join(",")}
  --languages  ${[...LANGUAGES, PSEUDO].join(",")}
  --themes     ${THEMES.join(",")}
  --widths     ${WIDTHS.join(",")}
  --text       the size of text in percent, such as 200; absent: 100
  --out        the folder of the pages and pictures; absent: test-results/matrix`;

/** @throws Error with the names that may be used if a name is not among them */
const chosen = <Value extends string | number>(
  option: string,
  given: string | undefined,
  all: readonly Value[],
): readonly Value[] => {
  if (given === undefined) return all;
  return given.split(",").map((name) => {
    const found = all.find((value) => String(value) === name);
    if (found === undefined) throw new Error(`--${option} takes: ${all.join(", ")}.`);
    return found;
  });
};

const readArguments = () => {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    options: {
      screens: text,
      languages: text,
      themes: text,
      widths: text,
      text,
      out: text,
      help: { type: "boolean" },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const names = SCREENS.map(({ name }) => name);
  const screens = chosen("screens", values.screens, names);
  const textSize = Number(values.text ?? 100);
  if (!(textSize >= 50 && textSize <= 400)) throw new Error("--text takes 50 to 400 percent.");
  return {
    screens: SCREENS.filter(({ name }) => screens.includes(name)),
    languages: chosen("languages", values.languages, [...LANGUAGES, PSEUDO]),
    themes: chosen("themes", values.themes, THEMES),
    widths: chosen("widths", values.widths, WIDTHS),
    textSize,
    folder: path.resolve(values.out ?? "test-results/matrix"),
  };
};

type Asked = ReturnType<typeof readArguments>;

/** Signs in with a demo account. @returns the session as the web app stores it */
const sessionOf = async (school: string, username: string): Promise<string> => {
  const sessionId = randomBytes(32).toString("hex");
  const answer = await fetch(`${school}/api/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password: `demo-${username}`, sessionId }),
  });
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}.`);
  const { token, user } = (await answer.json()) as { token: string; user: unknown };
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

const open = async (page: Page, school: string, screen: MatrixScreen, textSize: number) => {
  if (screen.inCourse) {
    await page.goto(school + COURSE);
    await page.locator("main a").first().waitFor();
  }
  await page.goto(school + screen.address);
  await page.locator(screen.content).first().waitFor({ state: "attached" });
  await screen.prepare?.(page);
  if (textSize !== 100) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = `${size}%`;
    }, textSize);
  }
  await page.waitForLoadState("networkidle");
};

const cellsOf = async (
  page: Page,
  screen: MatrixScreen,
  language: string,
  { themes, widths, folder }: Asked,
): Promise<Cell[]> => {
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
const run = async (asked: Asked, missing: string[]): Promise<Cell[]> => {
  rmSync(asked.folder, { recursive: true, force: true });
  mkdirSync(asked.folder, { recursive: true });
  const executablePath = findChromium();
  if (!executablePath) throw new Error("No Chromium was found, and none could be downloaded.");
  const school = await startSchool({ withClass: true });
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags] });
  const cells: Cell[] = [];
  try {
    const people = new Map<string, string | undefined>([["nobody", undefined]]);
    for (const name of ["student", "tutor", "admin"]) {
      people.set(name, await sessionOf(school.url, name));
    }
    for (const language of asked.languages) {
      for (const [person, session] of people) {
        const screens = asked.screens.filter(({ by = "student" }) => by === person);
        if (screens.length === 0) continue;
        const context = await contextFor(browser, language, session);
        for (const screen of screens) {
          const page = await context.newPage();
          try {
            await open(page, school.url, screen, asked.textSize);
            cells.push(...(await cellsOf(page, screen, language, asked)));
          } catch (reason) {
            missing.push(`${screen.name}, ${language}: ${reason}`);
          } finally {
            await page.close();
          }
        }
        await context.close();
      }
      console.log(`· ${language}: done`);
    }
  } finally {
    await browser.close();
    await school.stop();
  }
  return cells;
};

try {
  const asked = readArguments();
  const missing: string[] = [];
  const cells = await run(asked, missing);
  const page = path.join(asked.folder, "index.html");
  writeFileSync(page, galleryOf(cells));
  const found = cells.filter(({ findings }) => findings.length > 0);
  console.log(`${cells.length} pictures, ${found.length} with findings: ${page}`);
  for (const line of missing) console.error(`Not opened: ${line}`);
  process.exitCode = found.length + missing.length > 0 ? 1 : 0;
} catch (reason) {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exitCode = 2;
}
