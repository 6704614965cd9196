import { expect, test } from "vitest";
import { Title } from "../../src/app-context/title.tsx";
import { render } from "./render.tsx";

const hebrew = { language: "he" } as const;

test("a title is in the interface language", async () => {
  const { container } = await render(<Title of={{ en: "Dart", he: "מחסר" }} />, hebrew);
  expect(container.innerHTML).toBe('<bdi lang="he">מחסר</bdi>');
});

test("a title that is missing in the interface language is marked with its own", async () => {
  const { container } = await render(<Title of={{ en: "Dart (1)" }} />, hebrew);
  expect(container.innerHTML).toBe('<bdi lang="en">Dart (1)</bdi>');
});
