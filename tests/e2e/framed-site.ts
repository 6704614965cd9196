import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, type FrameLocator, type Locator, type Page } from "playwright/test";
import { type RunningSchool, startSchool } from "../../scripts/school/start-school.ts";
import { copySchool } from "./prepared-school.ts";
import { dana, runtimeOf, test as schoolTest } from "./school.ts";
import { heading, signInForm } from "./steps.ts";

interface Site {
  /** The school in the frame, which this test alone uses. */
  framedSchool: RunningSchool;
  /** Opens the page of the site that shows the school in a frame. */
  open: (page: Page) => Promise<FrameLocator>;
  /**
   * Opens a page of the site that shows the school by its script.
   * @param address `/?element=ATTRIBUTES`, or a page of `resources/deploy/site/`
   */
  openElement: (page: Page, address: string) => Promise<FrameLocator>;
}

const EXAMPLES = path.join(import.meta.dirname, "../../resources/deploy/site");
/** The address of the school in the examples. */
const EXAMPLE_SCHOOL = "http://127.0.0.1:8080";

/** The page of the site at an address, such as `/?body=HTML`. @param school the address of the school that it shows */
export const sitePage = (url: URL, school: string): string => {
  const body = url.searchParams.get("body");
  if (body !== null) return `<!doctype html><title>Tailors</title><body>${body}`;
  const element = url.searchParams.get("element");
  if (element !== null) {
    return `<!doctype html><title>Tailors</title><meta name="viewport" content="width=device-width"><script src="${school}/tls/embed.js" async></script><learning-space ${element}></learning-space>`;
  }
  const name = /^\/[a-z]+\.html$/.test(url.pathname) ? url.pathname : null;
  return name
    ? readFileSync(path.join(EXAMPLES, name), "utf8").replaceAll(EXAMPLE_SCHOOL, school)
    : `<!doctype html><title>Tailors</title><iframe title="School" src="${school}/tls/" width="1000" height="700"></iframe>`;
};

interface SiteOptions {
  site: string;
  /** Further settings of the school. */
  settings: Record<string, string>;
}

/**
 * A site of the school's own, which shows the school in a frame. `localhost` and `127.0.0.1` are
 * different sites for a browser, so the school is a third party there.
 */
export const test = schoolTest.extend<Site & SiteOptions>({
  settings: [{}, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  site: async ({}, use) => {
    // A page that its own links lead to shows the school of the first one.
    let school = "";
    const site = createServer((request, response) => {
      const url = new URL(request.url ?? "", "http://localhost");
      school = url.searchParams.get("school") ?? school;
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(sitePage(url, school));
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    await use(`http://localhost:${(site.address() as AddressInfo).port}`);
    site.close();
  },
  framedSchool: async ({ settings, site }, use, { project }) => {
    const dataDir = copySchool();
    const school = await startSchool({
      runtime: runtimeOf(project.name),
      dataDir,
      settings: { ...settings, ALLOWED_ORIGINS: site },
    });
    await use(school);
    await school.stop({ keepData: false });
  },
  open: async ({ framedSchool, site }, use) =>
    use(async (page) => {
      await page.goto(`${site}/?school=${framedSchool.url}`);
      return page.frameLocator("iframe");
    }),
  openElement: async ({ framedSchool, site }, use) =>
    use(async (page, address) => {
      const url = new URL(address, site);
      url.searchParams.set("school", framedSchool.url);
      await page.goto(url.href);
      return page.frameLocator("learning-space iframe");
    }),
});

/** The events of the element, as the page of the site has noted them. */
export const eventsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { noted?: string[] }).noted ?? []);

/** Notes the events of the element in each page that is opened. */
export const noteEvents = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    if (self !== top) return;
    const noted: string[] = [];
    Object.assign(window, { noted });
    addEventListener("DOMContentLoaded", () => {
      for (const type of ["ready", "lesson-completed", "signed-out"]) {
        document.querySelector("learning-space")?.addEventListener(type, (event) => {
          noted.push(`${type} ${JSON.stringify((event as CustomEvent).detail)}`);
        });
      }
    });
  });

/** Nothing of the page or of the frame is cut off at the side. */
export const fits = async (page: Page): Promise<void> => {
  for (const frame of page.frames()) {
    const beyond = () => document.documentElement.scrollWidth - innerWidth;
    await expect.poll(() => frame.evaluate(beyond)).toBeLessThanOrEqual(0);
  }
};

/** Playwright's pointer and keys do not reach another site's frame in a released Firefox. */
export const clickInFrame = (element: Locator): Promise<void> => element.dispatchEvent("click");

/** Signs in in the frame, in Firefox too. */
export const signInThere = async (frame: FrameLocator): Promise<void> => {
  const form = signInForm(frame);
  await form.getByRole("textbox", { name: "Username" }).fill(dana.username);
  await form.getByRole("textbox", { name: "Password" }).fill(dana.password);
  await clickInFrame(form.getByRole("button", { name: "Sign in", exact: true }));
  await expect(heading(frame)).toHaveText("Profile");
};
