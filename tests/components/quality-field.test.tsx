import { expect, test } from "vitest";
import { QualityField } from "../../src/features/lessons/video/player.tsx";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { selectOption } from "./person.ts";
import { render } from "./render.tsx";

const SMALL = { width: 240, size: 2 * 1024 * 1024 };
const MEDIUM = { width: 720, size: 9 * 1024 * 1024 };

test("the form of a film that is played is shown with its size, and another can be chosen", async () => {
  const chosen: string[] = [];
  await render(
    <QualityField
      forms={[SMALL, MEDIUM]}
      form={SMALL}
      size={null}
      onChoose={(size) => chosen.push(size)}
    />,
  );
  const field = getByRole<HTMLSelectElement>("combobox", "Quality");
  expect(field.value).toBe("small");
  expect(queryAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Small · \u20682 MB\u2069",
    "Medium · \u20689 MB\u2069",
    "Original",
  ]);
  await selectOption(field, "whole");
  expect(chosen).toEqual(["whole"]);
});

test("a film with one form has no choice", async () => {
  await render(<QualityField forms={[]} form={null} size={10} onChoose={() => undefined} />);
  expect(queryAllByRole("combobox")).toEqual([]);
});
