import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startSchoolWith } from "../desktop/shared-school.ts";
import { addStudent } from "../e2e/add-student.ts";
import { sitePage } from "../e2e/framed-site.ts";
import { WORKPLACE } from "../e2e/steps.ts";
import { TLS } from "../server/support/certificates.ts";
import { test } from "./webkit.ts";
import type { WebKitPage } from "./webkit-page.ts";

/**
 * The app in the frame. The driver loses a frame when its address changes, and knows no place of elements in
 * one that is in a shadow tree: so each step enters it again, and a script presses and fills.
 */
const framedApp = (page: WebKitPage) => {
  const inside = async <Value>(work: () => Promise<Value>): Promise<Value | null> => {
    try {
      await page.driver.switchTo().defaultContent();
      const frame = await page.driver.executeScript(
        "return document.querySelector('learning-space').shadowRoot.querySelector('iframe')",
      );
      await page.driver.switchTo().frame(frame as never);
      return await work();
    } catch {
      // Not there yet, or no longer: the step is tried again.
      return null;
    } finally {
      await page.driver.switchTo().defaultContent();
    }
  };
  /** Runs a function in the frame until it returns true. */
  const until = <Args extends unknown[]>(work: (...args: Args) => boolean, ...args: Args) =>
    page.until(args.join(" "), async () => (await inside(() => page.run(work, ...args))) === true);
  return {
    press: (text: string) =>
      until((wanted) => {
        const all = document.querySelectorAll<HTMLElement>("a, button, [role=menuitem]");
        const found = [...all].find(
          (each) => each.textContent?.trim() === wanted && each.checkVisibility(),
        );
        // After the answer, as the press changes the address.
        if (found) setTimeout(() => found.click());
        return Boolean(found);
      }, text),
    fill: (kind: string, value: string) =>
      until(
        (name, given) => {
          const input = document.querySelector<HTMLInputElement>(`input[autocomplete="${name}"]`);
          if (input) input.value = given;
          input?.dispatchEvent(new Event("input", { bubbles: true }));
          return input !== null && document.documentElement.dataset.ready !== undefined;
        },
        kind,
        value,
      ),
    showsHeading: (text: string) =>
      until((wanted) => document.querySelector("h1")?.textContent === wanted, text),
    showsText: (text: string) =>
      until((wanted) => document.body.textContent?.includes(wanted) === true, text),
  };
};

// WebKitGTK always gives the frame its storage, and refuses it every cookie: over HTTP there is no difference.
test("a student signs in, completes a lesson and is signed in after a reload, in a page of another site over HTTPS", async ({
  webkit: page,
}) => {
  const site = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html; charset=utf-8");
    response.end(sitePage(new URL(request.url ?? "", "http://localhost"), school.url));
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  const address = `http://localhost:${(site.address() as AddressInfo).port}`;
  const { certFile, keyFile } = TLS;
  const settings = { TLS_CERT: certFile, TLS_KEY: keyFile, ALLOWED_ORIGINS: address };
  const school = await startSchoolWith(settings);
  const app = framedApp(page);
  try {
    const student = await addStudent(school.dataDir, ["PMB", "SWB"]);
    await page.open(`${address}/index.html`);
    await app.fill("username", student.username);
    await app.fill("current-password", student.password);
    await app.press("Sign in");
    await app.press("Courses");
    await app.press("Pattern making basics");
    await app.press("Tools and paper");
    await app.press(WORKPLACE.title);
    await app.showsHeading(WORKPLACE.title);
    await app.press("Mark as complete");
    await app.showsText("Completed");
    await page.seeText(/lesson-completed \{"id":100/);
    await page.until("the page's address", () =>
      page.run((key: string) => location.hash === `#/lessons/PM/PMB/${key}`, WORKPLACE.key),
    );
    await page.reload();
    await app.showsHeading(WORKPLACE.title);
    await app.showsText("Completed");
  } finally {
    await school.stop();
    site.close();
  }
});
