import { expect, test } from "vitest";
import { Field } from "../../src/ui/field.tsx";
import { descriptionOf, getByRole, nameOf, queryAllByRole } from "./accessible.ts";
import { render } from "./render.tsx";

test("a field is named by its label, and passes on the attributes of an input", async () => {
  await render(<Field label="Username" name="user" autoComplete="username" spellCheck={false} />);
  const field = getByRole<HTMLInputElement>("textbox", "Username");
  expect(field.name).toBe("user");
  expect(field.getAttribute("autocomplete")).toBe("username");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  expect(descriptionOf(field)).toBe("");
});

test("an error is part of the description until it is corrected", async () => {
  const { redraw } = await render(<Field label="Username" error="Please enter your username" />);
  const field = getByRole("textbox", "Username");
  expect(descriptionOf(field)).toBe("Please enter your username");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await redraw(<Field label="Username" />);
  expect(descriptionOf(field)).toBe("");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("what is typed stays when an error appears and disappears", async () => {
  const { redraw } = await render(<Field label="Username" />);
  const field = getByRole<HTMLInputElement>("textbox", "Username");
  field.value = "dana";
  await redraw(<Field label="Username" error="No" />);
  expect(getByRole("textbox", "Username")).toBe(field);
  expect(field.value).toBe("dana");
});

test("two fields with the same label have different ids", async () => {
  await render(
    <>
      <Field label="Password" error="First" />
      <Field label="Password" error="Second" />
    </>,
  );
  const fields = queryAllByRole("textbox");
  expect(fields.map(nameOf)).toEqual(["Password", "Password"]);
  expect(fields.map(descriptionOf)).toEqual(["First", "Second"]);
});
