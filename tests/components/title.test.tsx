import { expect, test } from "vitest";
import { Title } from "../../src/app-context/title.tsx";
import { render } from "./render.tsx";

test.each([
  ["is in the interface language", { en: "Dart", he: "מחסר" }, '<bdi lang="he">מחסר</bdi>'],
  ["that is missing there is marked with its own", { en: "(1)" }, '<bdi lang="en">(1)</bdi>'],
])("a title %s", async (_, title, shown) => {
  const { container } = await render(<Title of={title} />, { language: "he" });
  expect(container.innerHTML).toBe(shown);
});
