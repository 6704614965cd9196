import { expect, test } from "vitest";
import { Title } from "../../src/app-context/title.tsx";
import { render } from "./render.tsx";

test("a title in the interface language is plain text", async () => {
  const { container } = await render(<Title of={{ en: "Dart", he: "מחסר" }} />, { language: "he" });
  expect(container.innerHTML).toBe("מחסר");
});

test("a title that is missing in the interface language is marked with its own", async () => {
  const { container } = await render(<Title of={{ en: "Dart (1)" }} />, { language: "he" });
  expect(container.innerHTML).toBe('<bdi lang="en">Dart (1)</bdi>');
});
