import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";
import { lookForFaults } from "../../scripts/matrix/look-for-faults.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Findings {
  violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
}

/** Waits for transitions, such as that of a button which the pointer stands on: halfway its colours are others. */
const waitForTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.allSettled(running.map(({ finished }) => finished));
  });

/**
 * The violations that axe finds on the page, in light and dark colours.
 * @param inDark whether dark colours are wanted; they are the same in each language
 */
export const findings = async (page: Page, { inDark = true } = {}): Promise<string[]> => {
  // The page's policy blocks injected scripts; the browser's tools are exempt.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(AXE);
  const found: string[] = [];
  // Playwright cannot set the preferred colours in a released Firefox.
  const isSettable = page.context().browser()?.browserType().name() !== "firefox";
  const resultTypes = ["violations"];
  for (const [colorScheme, options] of [
    ["light", { resultTypes }],
    // Everything else is the same in both.
    ["dark", { resultTypes, runOnly: ["color-contrast", "link-in-text-block"] }],
  ] as const) {
    if (colorScheme === "dark" && !(inDark && isSettable)) continue;
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await waitForTransitions(page);
    const run = `axe.run(${JSON.stringify(options)})`;
    const { violations } = (await page.evaluate(run)) as Findings;
    for (const { id, help, nodes } of violations) {
      found.push(...nodes.map(({ html }) => `${colorScheme}: ${id}: ${help}: ${html}`));
    }
  }
  return found;
};

/** Everything fits and is large enough, and axe finds nothing. */
export const expectNoFaults = async (page: Page, where: string, inDark: boolean) => {
  expect(await page.evaluate(lookForFaults), where).toEqual([]);
  expect(await findings(page, { inDark }), where).toEqual([]);
};
