import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type BrowserContext,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from "playwright/test";
import type { FrameStorage } from "../../scripts/browser/browser-settings.ts";
import { TLS } from "../server/support/certificates.ts";
import { clickInFrame, signInThere, test as siteTest } from "./framed-site.ts";
import { startProfile } from "./start-profile.ts";
import { heading, signInForm, WORKPLACE } from "./steps.ts";

/** A person's browser, which is closed in the evening. */
interface Days {
  days: {
    /** Opens the page of the site in the browser of the person. */
    begin: (storage: FrameStorage) => Promise<{ page: Page; frame: FrameLocator }>;
    end: () => Promise<void>;
  };
}

const test = siteTest.extend<Days>({
  days: async ({ playwright, browserName, launchOptions, channel, headless, open }, use) => {
    const of = { playwright, browserName, launchOptions, channel, headless };
    const folder = mkdtempSync(path.join(tmpdir(), "profile-"));
    let profile: BrowserContext | undefined;
    const end = async () => {
      await profile?.close();
      profile = undefined;
    };
    await use({
      async begin(storage) {
        const options = { ignoreHTTPSErrors: true, locale: "en-US" };
        profile = await startProfile(of, folder, storage, options);
        const page = await profile.newPage();
        return { page, frame: await open(page) };
      },
      end,
    });
    await end();
    rmSync(folder, { recursive: true, force: true });
  },
});

const GERMAN = { lesson: "Ihr Arbeitsplatz", completed: "Abgeschlossen", form: "Anmelden" };

/** Completes a lesson, and changes the language. */
const study = async (frame: FrameLocator): Promise<void> => {
  const button = (name: string) => frame.getByRole("button", { name, exact: true });
  await clickInFrame(button("Courses"));
  await clickInFrame(frame.getByRole("menuitem", { name: "Pattern making basics" }));
  await clickInFrame(button("Tools and paper"));
  await clickInFrame(frame.getByRole("link", { name: WORKPLACE.title }));
  await expect(heading(frame)).toHaveText(WORKPLACE.title);
  await clickInFrame(button("Mark as complete"));
  await expect(button("Completed")).toBeVisible();
  await clickInFrame(button("Language"));
  await clickInFrame(frame.getByRole("menuitem", { name: "Deutsch" }));
  await expect(heading(frame)).toHaveText(GERMAN.lesson);
};

const notice = (frame: FrameLocator): Locator =>
  frame.getByRole("complementary", { name: /^(Staying signed in|Angemeldet bleiben)$/ });

/** What the notice says and does once the browser has refused. */
const leadsOut = async (page: Page, frame: FrameLocator): Promise<void> => {
  await clickInFrame(notice(frame).getByRole("button", { name: "Erlauben" }));
  await expect(notice(frame)).toContainText("in einem eigenen Fenster");
  const link = notice(frame).getByRole("link", { name: "In neuem Fenster öffnen" });
  const address = await link.evaluate((element: HTMLAnchorElement) => element.href);
  const own = await page.context().newPage();
  await own.goto(address);
  await expect(own.getByRole("form", { name: GERMAN.form })).toBeVisible();
  await expect(own).toHaveURL(/authorization\?next=%2Flessons%2FPM%2FPMB%2Fworkplace$/);
  await own.close();
};

/** The session is kept for the frame alone: neither for the site around it nor for the school's own address. */
const isForTheFrame = async (page: Page, school: string): Promise<void> => {
  const asked = page.evaluate(async (address) => {
    const headers = { "Content-Type": "application/json" };
    const init: RequestInit = { method: "POST", credentials: "include", headers, body: "{}" };
    const answer = await fetch(address, init).catch((error) => error.name);
    return answer instanceof Response ? answer.text() : answer;
  }, `${school}/api/user/framed-session/restore`);
  expect(await asked).toBe("TypeError");
  const own = await page.context().newPage();
  await own.goto(`${school}/tls/`);
  // A window of its own, which the notice has led to, has kept the language.
  await expect(own.getByRole("form", { name: /^(Sign in|Anmelden)$/ })).toBeVisible();
  await own.close();
};

/** Whether the browser does as asked: the headless shell gives every frame its storage. */
const obeys = (page: Page, storage: FrameStorage): Promise<boolean | undefined> | undefined =>
  page.frames()[1]?.evaluate((wanted) => {
    try {
      return (localStorage ? "given" : "refused") === wanted;
    } catch {
      return wanted === "refused";
    }
  }, storage);

/** Until when a session lasts, which depends on what the browser gives besides the storage. */
const lasting = (browserName: string, storage: FrameStorage, isSecure: boolean) => {
  if (storage === "given") return "days";
  // Firefox refuses every cookie as well, but gives the frame a storage for as long as the tab is there.
  if (browserName === "firefox") return "tab";
  return isSecure ? "days" : "page";
};

for (const [protocol, settings] of [
  ["HTTPS", { TLS_CERT: TLS.certFile, TLS_KEY: TLS.keyFile }],
  ["HTTP", {}],
] as const) {
  test.describe(protocol, () => {
    test.use({ settings });

    for (const storage of ["given", "refused"] as const) {
      // Firefox keeps no cookie of such a frame: what it does with its storage is the same over both.
      const isElsewhere = (protocol === "HTTPS") === (storage === "refused");
      const tag = [...(isElsewhere ? [] : ["@chromium"]), ...(protocol === "HTTP" ? ["@all"] : [])];
      test(`a person studies in another site's page, reloads it and comes back the next day, over ${protocol} with storage ${storage}`, {
        tag,
      }, async ({ browserName, framedSchool, days }) => {
        const lasts = lasting(browserName, storage, protocol === "HTTPS");
        const { page, frame } = await days.begin(storage);

        await test.step("signs in, and studies", async () => {
          await expect(signInForm(frame)).toBeVisible();
          test.skip(!(await obeys(page, storage)), "This browser has no such setting.");
          await signInThere(frame);
          await study(frame);
          if (lasts === "days") await expect(notice(frame)).toHaveCount(0);
          else await leadsOut(page, frame);
          if (storage === "refused") await isForTheFrame(page, framedSchool.url);
        });

        const goesOn = async (at: FrameLocator, isKept: boolean) => {
          if (isKept) {
            await expect(heading(at)).toHaveText(GERMAN.lesson);
            await expect(at.getByRole("button", { name: GERMAN.completed })).toBeVisible();
          } else {
            await expect(notice(at)).toContainText("sign in again each time");
            await signInThere(at);
          }
        };

        await test.step("reloads the page", async () => {
          await page.reload();
          await goesOn(frame, lasts !== "page");
        });

        await test.step("comes back the next day", async () => {
          await days.end();
          const next = await days.begin(storage);
          await goesOn(next.frame, lasts === "days");
        });
      });
    }
  });
}
