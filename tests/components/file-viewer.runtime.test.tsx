import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import FileViewer, { type FileViewerProps } from "../../src/features/assignments/file-viewer.tsx";
import { Result } from "../../src/lib/result.ts";
import type { DocumentFailure } from "../../src/ui/open-document.ts";
import { getByRole, nameOf, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, press } from "./person.ts";
import { act, render, waitUntil } from "./render.tsx";

beforeEach(() => {
  // A phone: happy-dom lays nothing out.
  for (const [side, size] of [
    ["clientWidth", 360],
    ["clientHeight", 600],
  ] as const) {
    const spy = vi.spyOn(HTMLElement.prototype, side, "get").mockReturnValue(size);
    onTestFinished(() => spy.mockRestore());
  }
});

/** The viewer of a file, and how often each of its forms was fetched. */
const show = async (
  props: Partial<FileViewerProps> = {},
  opened: DocumentFailure | { pages: number } = { pages: 1 },
) => {
  const fetched = { own: 0, marked: 0 };
  let isClosed = false;
  const fetchForm = (form: keyof typeof fetched) => async () => {
    fetched[form] += 1;
    return Result.ok(new Blob([form]));
  };
  await render(
    <FileViewer
      name="hem.jpg"
      own={fetchForm("own")}
      marked={fetchForm("marked")}
      onClose={() => {
        isClosed = true;
      }}
      open={async (file) => {
        if ("kind" in opened) return Result.fail(opened);
        const form = await file.text();
        return Result.ok({
          pages: opened.pages,
          isVector: false,
          sizeOf: async () => ({ width: 300, height: 400 }),
          paint: async (page) =>
            Object.assign(document.createElement("img"), { className: `${form} ${page}` }),
          close: () => undefined,
        });
      }}
      {...props}
    />,
  );
  return { fetched, isClosed: () => isClosed };
};

/** What is painted, such as `marked 1`. */
const painted = () => queryAllByRole("img").map(({ className }) => className);
const shows = (expected: string) => waitUntil(() => String(painted()) === expected);
const said = () => document.querySelector("p[role=status]")?.textContent;
const scale = () => document.querySelector("output")?.textContent;
const paper = () => queryAllByRole("img")[0]?.closest<HTMLElement>("[style]")?.style.cssText;

test("a marked file opens large, and its switch keeps place and zoom", async () => {
  const { fetched } = await show();
  await shows("marked 1");
  expect(nameOf(getByRole("img"))).toBe("hem.jpg (Marked)");
  expect(getByRole("button", "Marked").getAttribute("aria-pressed")).toBe("true");
  expect(fetched).toEqual({ own: 0, marked: 1 });
  await press("+");
  await press("ArrowRight");
  const before = paper();
  expect([scale(), before]).toEqual(["150%", expect.stringContaining("width: 540px")]);
  await click(getByRole("button", "Own"));
  await shows("own 1");
  expect([scale(), paper()]).toEqual(["150%", before]);
  await click(getByRole("button", "Marked"));
  await shows("marked 1");
  expect([scale(), paper()]).toEqual(["150%", before]);
  // Neither was fetched twice.
  expect(fetched).toEqual({ own: 1, marked: 1 });
});

test("a marked PDF is read page by page, in both forms", async () => {
  await show({}, { pages: 3 });
  await shows("marked 1");
  await press("+");
  await click(getByRole("button", "Next page"));
  await shows("marked 2");
  expect(scale()).toBe("100%");
  await press("PageDown");
  await shows("marked 3");
  await press("PageDown");
  expect(getByRole("dialog").textContent).toContain("Page 3 of 3");
  await click(getByRole("button", "Own"));
  await shows("own 3");
  await press("PageUp");
  await shows("own 2");
});

test("a file without a marked copy has no switch, and one page has no pager", async () => {
  await show({ marked: null });
  await shows("own 1");
  expect(queryByRole("button", "Own")).toBeNull();
  expect(queryByRole("button", "Next page")).toBeNull();
});

test("a numbered point lies where its comment belongs, and a press says the words", async () => {
  const pins = [
    { x: 0.25, y: 0.5, text: "Mend the hem", page: 1 },
    { x: 1, y: 1, text: "A second page", page: 2 },
  ];
  await show({ pins }, { pages: 2 });
  await shows("marked 1");
  const pin = getByRole("button", "1. Mend the hem");
  expect([pin.textContent, pin.style.left, pin.style.top]).toEqual(["1", "25%", "50%"]);
  expect(said()).toBe("");
  await click(pin);
  expect(said()).toBe("1. Mend the hem");
  expect(queryByRole("button", "2. A second page")).toBeNull();
  await press("PageDown");
  await waitUntil(() => queryByRole("button", "2. A second page"));
  expect(queryByRole("button", "1. Mend the hem")).toBeNull();
  expect(said()).toBe("");
});

test.each([
  ["not-loaded", "The file could not be fetched."],
  ["damaged", "This file cannot be shown here."],
  ["locked", "This file cannot be shown here."],
] as const)("a file that is %s says so, and closes", async (kind, words) => {
  const { isClosed } = await show({}, { kind });
  await waitUntil(() => said()?.startsWith(words));
  await click(getByRole("button", "Close"));
  await act(() => new Promise(setImmediate));
  expect(isClosed()).toBe(true);
});
