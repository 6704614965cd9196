import { expect, type Locator } from "playwright/test";
import { corporaPresent, naughtyStrings, WITHOUT_CORPORA } from "../server/support/corpora.ts";
import { test } from "./school.ts";
import { lessonAddress, openInside, signIn, WORKPLACE } from "./steps.ts";

const BUNCH = 24;
const OWN = ["<img src=x onerror=alert(1)>", "{name} {{x}} %s", "שִׁלְפִּית \u202e 🪡", "' OR 1=1 --"];

/** Several strings are joined into one text, which is as hard to store as each of them. */
const inBunches = (strings: readonly string[]): string[] =>
  Array.from({ length: Math.ceil(strings.length / BUNCH) }, (_, at) =>
    strings.slice(at * BUNCH, (at + 1) * BUNCH).join(" "),
  );

/** Types every string into a field, one after another; returns those that changed. */
const typeAll = (field: Locator, strings: readonly string[]): Promise<string[]> =>
  field.evaluate(async (element, texts) => {
    const input = element as HTMLInputElement | HTMLTextAreaElement;
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value") ?? {};
    const changed: string[] = [];
    for (const text of texts) {
      set?.call(input, text);
      // The browser's own normalisation, such as a line break in a one-line field.
      const taken = input.value;
      input.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve));
      if (input.value !== taken) changed.push(text);
    }
    return changed;
  }, strings);

test(`whatever is typed stays as it was typed, and runs nothing${corporaPresent ? "" : ` (${WITHOUT_CORPORA})`}`, {
  tag: "@all",
}, async ({ page, student }) => {
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") alarms.push(request.url());
  });
  const strings = inBunches([...OWN, ...(corporaPresent ? naughtyStrings() : [])]);

  await signIn(page, student, "/tls/faq");
  const search = page.getByRole("searchbox", { name: "Search" });
  expect(await typeAll(search, strings), "searching").toEqual([]);
  await search.fill(OWN[0] ?? "");
  await expect(page.getByRole("search").getByRole("status")).toContainText(OWN[0] ?? "");

  await openInside(page, "/tls/tutor-talk");
  await page.getByRole("button", { name: "New message" }).click();
  for (const name of ["Subject", "Message"]) {
    const field = page.getByRole("textbox", { name, exact: true });
    expect(await typeAll(field, strings), name).toEqual([]);
  }

  await openInside(page, "/tls/profile?table=new");
  const name = page.getByRole("textbox", { name: "Name of the table", exact: true });
  expect(await typeAll(name, strings), "a measurement table's name").toEqual([]);

  await openInside(page, lessonAddress(WORKPLACE));
  await page.getByRole("button", { name: "Note", exact: true }).click();
  const note = page.getByRole("textbox", { name: "Your note on this lesson" });
  await expect(note).toBeEditable();
  expect(await typeAll(note, strings), "a note").toEqual([]);
  const kept = OWN.join("\n");
  await note.fill(kept);
  await expect(page.getByRole("status").getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Note", exact: true }).click();
  await expect(note).toHaveValue(kept);
  expect(alarms).toEqual([]);
});
