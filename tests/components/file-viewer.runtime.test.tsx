import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import FileViewer, { type FileViewerProps } from "../../src/features/assignments/file-viewer.tsx";
import { Result } from "../../src/lib/result.ts";
import type { DocumentFailure } from "../../src/ui/open-document.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click, press } from "./person.ts";
import { act, render, waitUntil } from "./render.tsx";

beforeEach(() => {
  // A phone: happy-dom lays nothing out.
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(360);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  onTestFinished(() => void vi.restoreAllMocks());
});

/** The viewer of a file with a marked copy. */
const show = async (
  props: Partial<FileViewerProps> = {},
  opened: DocumentFailure | { pages: number } = { pages: 1 },
) => {
  const onClose = vi.fn();
  const fetchForm = (form: string) => async () => Result.ok(new Blob([form]));
  const forms = { own: fetchForm("own"), marked: fetchForm("marked") };
  const open: FileViewerProps["open"] = async (file) => {
    if ("kind" in opened) return Result.fail(opened);
    const form = await file.text();
    const painted = (className: string) =>
      Object.assign(document.createElement("img"), { className });
    return Result.ok({
      ...{ pages: opened.pages, isVector: false, close: () => undefined },
      sizeOf: async () => ({ width: 300, height: 400 }),
      paint: async (page) => painted(`${form} ${page}`),
    });
  };
  await render(<FileViewer name="hem.jpg" {...forms} {...{ onClose, open }} {...props} />);
  return { onClose };
};

/** What is painted, such as `marked 1`. */
const painted = () => queryAllByRole("img").map(({ className }) => className);
const shows = (expected: string) => waitUntil(() => String(painted()) === expected);
const said = () => document.querySelector("p[role=status]")?.textContent;

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
  const { onClose } = await show({}, { kind });
  await waitUntil(() => said()?.startsWith(words));
  await click(getByRole("button", "Close"));
  await act(() => new Promise(setImmediate));
  expect(onClose).toHaveBeenCalledOnce();
});
