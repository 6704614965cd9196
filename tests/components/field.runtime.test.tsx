import { expect, test } from "vitest";
import { Field } from "../../src/ui/field.tsx";
import { descriptionOf, getByRole } from "./accessible.ts";
import { render } from "./render.tsx";

test("an error is part of a field's description until it is corrected, and what is typed stays", async () => {
  const { redraw } = await render(<Field label="Username" error="Please enter your username" />);
  const field = getByRole<HTMLInputElement>("textbox", "Username");
  field.value = "dana";
  expect(descriptionOf(field)).toBe("Please enter your username");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await redraw(<Field label="Username" />);
  expect(getByRole("textbox", "Username")).toBe(field);
  expect(field.value).toBe("dana");
  expect(descriptionOf(field)).toBe("");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});
