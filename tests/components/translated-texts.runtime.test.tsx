import { beforeAll, expect, onTestFinished, test } from "vitest";
import { keepTranslatedTexts } from "../../src/app/keep-translated-texts.ts";
import { startTranslator } from "../support/start-translator.ts";
import { act, render } from "./render.tsx";

beforeAll(keepTranslatedTexts);

/** Renders it, translates the page, and gives what shows it in another state. */
const renderTranslated = async (element: React.ReactNode) => {
  const { container, redraw } = await render(element);
  let showOriginal = () => {};
  await act(() => {
    showOriginal = startTranslator();
  });
  onTestFinished(() => act(showOriginal));
  return {
    container,
    redraw,
    shown: () => container.textContent,
    translated: () =>
      Array.from(container.querySelectorAll("font > font"), (font) => font.textContent),
    showOriginal: () => act(showOriginal),
  };
};

const Texts = ({ before, label, after }: { before?: string; label?: string; after?: string }) => (
  <button type="button">
    {before ? <b>{before}</b> : null}
    {label}
    {after ? <i>{after}</i> : null}
    {" ends"}
  </button>
);

test("a translated text changes with its element, which stays, and is translated again", async () => {
  const { container, redraw, shown, translated } = await renderTranslated(<Texts label="Save" />);
  const button = container.querySelector("button");
  expect(translated()).toEqual(["Save", " ends"]);
  await redraw(<Texts label="Saved" />);
  expect(shown()).toBe("Saved ends");
  expect(translated()).toEqual(["Saved", " ends"]);
  expect(container.querySelector("button")).toBe(button);
});

test.each<[what: string, steps: [Parameters<typeof Texts>[0], string][]]>([
  [
    "goes, and comes back",
    [
      [{}, ""],
      [{ label: "Save" }, "Save"],
    ],
  ],
  [
    "becomes empty, and has words again",
    [
      [{ label: "" }, ""],
      [{ label: "Saved" }, "Saved"],
    ],
  ],
  [
    "keeps its place",
    [
      [{ before: "1", label: "Save" }, "1Save"],
      [{ before: "1", label: "Save", after: "2" }, "1Save2"],
      [{ label: "Save", after: "2" }, "Save2"],
    ],
  ],
])("a translated text %s", async (_, steps) => {
  const { redraw, shown } = await renderTranslated(<Texts label="Save" />);
  for (const [texts, words] of steps) {
    await redraw(<Texts {...texts} />);
    expect(shown()).toBe(`${words} ends`);
  }
});

test("a translated text has its own words again when the original is shown", async () => {
  const { redraw, shown, showOriginal, translated } = await renderTranslated(
    <Texts label="Save" />,
  );
  await showOriginal();
  expect(shown()).toBe("Save ends");
  expect(translated()).toEqual([]);
  await redraw(<Texts before="1" label="Saved" />);
  expect(shown()).toBe("1Saved ends");
});

test("a translated text can be in the element of the translator", async () => {
  const { container, redraw } = await render(<Texts label="Save" />);
  await act(() => {
    const text = container.querySelector("button")?.firstChild;
    const font = document.createElement("font");
    text?.replaceWith(font);
    if (text) font.append(text);
  });
  expect(container.textContent).toBe("Save ends");
  await redraw(<Texts before="1" label="Save" />);
  expect(container.textContent).toBe("1Save ends");
  await redraw(<Texts before="1" />);
  expect(container.textContent).toBe("1 ends");
});
