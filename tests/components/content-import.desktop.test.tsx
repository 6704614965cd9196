import { proxy } from "valtio/vanilla";
import { expect, test } from "vitest";
import type { OrganisationService } from "../../src/core/organisation.ts";
import ContentImportScreen from "../../src/features/content-import/content-import-screen.tsx";
import { contentFolder } from "../unit/support/content-folder.ts";
import { NEW_FILES, openImport, stick } from "../unit/support/import-machine.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { axeFindings as findings } from "./axe-findings.ts";
import { chooseFiles, click } from "./person.ts";
import { act, renderDesktop, waitUntil } from "./render.tsx";

const open = async (files?: Map<string, Uint8Array<ArrayBuffer>>, language: "en" | "he" = "en") => {
  const opened = await openImport(files);
  const { contentImport } = opened;
  const organisation = { state: proxy({ name: "Sew" }) } as OrganisationService;
  await renderDesktop({ organisation, desktop: { contentImport } }, <ContentImportScreen />, {
    language,
  });
  return opened;
};

const selectOption = () => click(getByRole("button", "Choose folder"));
const courses = () => queryAllByRole("listitem").map(({ textContent }) => textContent);

/** Chooses a folder whose files are not read on before `release` is called. */
const chooseHeld = async ({ machine }: Awaited<ReturnType<typeof open>>) => {
  const folder = await stick();
  const held = Promise.withResolvers<void>();
  const { read } = folder;
  folder.read = async (path, part) => {
    if (part?.from) await held.promise;
    return read(path, part);
  };
  machine.chosenFolder = folder;
  await selectOption();
  return () => act(() => held.resolve());
};

test("the content on this computer is listed", async () => {
  await open();
  expect(document.title).toBe("Import content · Sew");
  expect(nameOf(getByRole("heading", "Import content"))).toBe("Import content");
  expect(courses()).toEqual(["Basics", "Skirts", "Nothing paid"]);
  expect(document.body.textContent).toContain("1 kB");
  expect(await findings()).toEqual([]);
});

test("a computer without content says so", async () => {
  await open(new Map());
  expect(document.body.textContent).toContain("There is no content on this computer yet.");
  expect(courses()).toEqual([]);
});

test("importing a folder shows a progress bar, then a summary", async () => {
  const release = await chooseHeld(await open(new Map()));
  const bar = await waitUntil(() => {
    const tape = queryByRole("progressbar", "Import");
    return Number(tape?.getAttribute("aria-valuenow")) > 0 ? tape : null;
  });
  expect(Number(bar.getAttribute("aria-valuemax"))).toBeGreaterThan(1_000_000);
  expect(bar.getAttribute("aria-valuetext")).toMatch(/^Copying the files: .+ of 1\.2 MB$/);
  expect(getByRole("button", "Choose folder").getAttribute("aria-disabled")).toBe("true");
  expect(await findings()).toEqual([]);
  await release();
  const word = await waitUntil(() => queryByRole("status"));
  expect(word.textContent).toBe("The content has been imported.");
  expect(queryByRole("progressbar")).toBeNull();
  expect(courses()).toHaveLength(3);
  expect(document.body.textContent).toContain("March 2, 2026");
  expect(await findings()).toEqual([]);
});

test("an import can be cancelled by a button, and the focus returns", async () => {
  const opened = await open();
  const release = await chooseHeld(opened);
  const cancel = await waitUntil(() => queryByRole("button", "Cancel"));
  await act(() => cancel.focus());
  await click(cancel);
  await release();
  const word = await waitUntil(() => queryByRole("status"));
  expect(word.textContent).toBe(
    "The import was cancelled. The content on this computer is unchanged.",
  );
  expect(nameOf(document.activeElement as Element)).toBe("Choose folder");
  expect(opened.isAsBefore()).toBe(true);
});

test("a file can be chosen, and an error in it is shown", async () => {
  await open();
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no file input");
  const opened: string[] = [];
  input.click = () => opened.push("dialog");
  await click(getByRole("button", "Choose file"));
  expect(opened).toEqual(["dialog"]);
  await chooseFiles(new File(["no zip"], "course.zip"));
  const word = await waitUntil(() => queryByRole("alert"));
  expect(word.textContent).toMatch(
    /^This is not a zip file.* The content on this computer is unchanged\.$/,
  );
  expect(await findings()).toEqual([]);
});

test.each([
  ["glossary.json", "This is not a school’s content: glossary.json is missing."],
  ["files", "Missing or damaged files: 3."],
])("missing content is named: %s", async (missing, words) => {
  const { machine } = await open();
  const files = contentFolder(NEW_FILES);
  for (const name of [...files.keys()]) if (name.startsWith(missing)) files.delete(name);
  machine.chosenFolder = await stick(files);
  await selectOption();
  const word = await waitUntil(() => queryByRole("alert"));
  expect(word.textContent).toContain(words);
});
