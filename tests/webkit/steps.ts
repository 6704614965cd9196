import type { Account } from "../e2e/school.ts";
import { WORKPLACE } from "../e2e/steps.ts";
import type { WebKitPage } from "./webkit-page.ts";

/** Fills in and submits the sign-in form on the page, and waits for the next screen. */
export const signIn = async (page: WebKitPage, account: Account): Promise<void> => {
  await page.fill("Username", account.username);
  await page.fill("Password", account.password);
  await page.click("button", "Sign in");
  await page.until("the inside", async () => {
    const inside = await page.all("heading");
    return inside.length > 0 && (await page.all("textbox", "Password")).length === 0;
  });
};

/** Chooses the course that most tests study, and waits for its first lessons. */
export const openCourse = async (page: WebKitPage): Promise<void> => {
  await page.choose("Courses", "Pattern making basics");
  await page.click("button", "Tools and paper");
  await page.see("link", WORKPLACE.title);
};

export const hasItsPictures = async (page: WebKitPage): Promise<void> => {
  await page.until("the lesson's pictures", () =>
    page.run(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>("figure img")];
      // A picture is fetched once it is near the visible part.
      const missing = pictures.find((picture) => !picture.naturalWidth);
      const next = missing?.closest("figure") ?? document.querySelector("figure:not(:has(img))");
      next?.scrollIntoView();
      const waiting = document.querySelector("figure:not(:has(img, video))");
      return pictures.length > 0 && !missing && !waiting;
    }),
  );
};

export const complete = async (page: WebKitPage): Promise<void> => {
  await page.click("button", "Mark as complete");
  await page.see("button", "Completed");
};

/** Goes through the wizard with a serial number that nobody has registered. */
export const activate = async (page: WebKitPage, serial: string): Promise<void> => {
  await page.see("heading", "Activate the app");
  await page.fill("Serial number", serial);
  await page.click("button", "Next");
  await page.fill("Full name", "Noa Brand");
  await page.fill("Email", "noa@thimble.example");
  await page.select("Country", "Israel");
  await page.fill("Address", "12 Bobbin Lane, Haifa");
  await page.fill("Telephone", "+972 4 555 0100");
  await page.click("button", "Activate");
  await page.click("button", "Start");
};

/** Opens the print room of a draft, and waits until its pieces are on the paper. */
export const openPrintRoom = async (page: WebKitPage): Promise<void> => {
  // The fold of the print room comes with the draft.
  await page.until("the print room", () =>
    page.run(() => {
      const folds = [...document.querySelectorAll("details")];
      for (const fold of folds) fold.open = true;
      return folds.some((fold) => fold.textContent?.includes("Print or save"));
    }),
  );
  await page.select("Paper", "A4");
  await page.see("button", /^Turn: /);
  // While another paper is planned, a press on Print does nothing.
  await page.until("the plan", () =>
    page.run(() =>
      [...document.querySelectorAll("button")].some(
        (button) => button.textContent === "Print" && button.ariaDisabled !== "true",
      ),
    ),
  );
};
