import { proxy } from "valtio/vanilla";
import { expect, test, vi } from "vitest";
import type { OrganisationService } from "../../src/core/organisation.ts";
import ContentImportScreen from "../../src/features/content-import/content-import-screen.tsx";
import { openImport, stick } from "../unit/support/import-machine.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, click } from "./person.ts";
import { act, axeFindings, renderDesktop, waitUntil } from "./render.tsx";

const open = async (files?: Map<string, Uint8Array<ArrayBuffer>>) => {
  const opened = await openImport(files);
  const { contentImport } = opened;
  const organisation = { state: proxy({ name: "Sew" }) } as OrganisationService;
  await renderDesktop({ organisation, desktop: { contentImport } }, <ContentImportScreen />);
  return opened;
};

const courses = () => queryAllByRole("listitem").map(({ textContent }) => textContent);

test("the content on this computer is listed", async () => {
  await open();
  expect(document.title).toBe("Import content · Sew");
  expect(nameOf(getByRole("heading", "Import content"))).toBe("Import content");
  expect(courses()).toEqual(["Basics", "Skirts", "Nothing paid"]);
  expect(document.body.textContent).toContain("1 kB");
  expect(await axeFindings()).toEqual([]);
});

test("importing a folder shows a progress bar, then a summary", async () => {
  const opened = await open(new Map());
  expect(document.body.textContent).toContain("There is no content on this computer yet.");
  const folder = await stick();
  const held = Promise.withResolvers<void>();
  const { read } = folder;
  folder.read = async (path, part) => {
    if (part?.from) await held.promise;
    return read(path, part);
  };
  opened.machine.chosenFolder = folder;
  await click(getByRole("button", "Choose folder"));
  const bar = await waitUntil(() => {
    const tape = queryByRole("progressbar", "Import");
    return Number(tape?.getAttribute("aria-valuenow")) > 0 ? tape : null;
  });
  expect(Number(bar.getAttribute("aria-valuemax"))).toBeGreaterThan(1_000_000);
  expect(bar.getAttribute("aria-valuetext")).toMatch(/^Copying the files: .+ of 1\.2 MB$/);
  expect(getByRole("button", "Choose folder").getAttribute("aria-disabled")).toBe("true");
  expect(await axeFindings()).toEqual([]);
  await act(() => held.resolve());
  const word = await waitUntil(() => queryByRole("status"));
  expect(word.textContent).toBe("The content has been imported.");
  expect(queryByRole("progressbar")).toBeNull();
  expect(courses()).toHaveLength(3);
  expect(document.body.textContent).toContain("March 2, 2026");
  expect(await axeFindings()).toEqual([]);
});

test("a file can be chosen, and an error in it is shown", async () => {
  await open();
  const openFileDialog = vi.fn();
  Object.assign(document.querySelector("input[type=file]") ?? {}, { click: openFileDialog });
  await click(getByRole("button", "Choose file"));
  expect(openFileDialog).toHaveBeenCalledOnce();
  await chooseFiles(new File(["no zip"], "course.zip"));
  const word = await waitUntil(() => queryByRole("alert"));
  expect(word.textContent).toMatch(
    /^This is not a zip file.* The content on this computer is unchanged\.$/,
  );
  expect(await axeFindings()).toEqual([]);
});
