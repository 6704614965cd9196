import { expect, test } from "vitest";
import { Field } from "../../src/ui/field.tsx";
import { allByRole, descriptionOf, nameOf, theOne } from "./accessible.ts";
import { render } from "./render.tsx";

test("a field is called by its label, and takes what an input takes", async () => {
  await render(<Field label="Username" name="user" autoComplete="username" spellCheck={false} />);
  const field = theOne<HTMLInputElement>("textbox", "Username");
  expect(field.name).toBe("user");
  expect(field.getAttribute("autocomplete")).toBe("username");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  expect(descriptionOf(field)).toBe("");
});

test("what is wrong with it is said with it, and no more once it is right", async () => {
  const { redraw } = await render(<Field label="Username" error="Please enter your username" />);
  const field = theOne("textbox", "Username");
  expect(descriptionOf(field)).toBe("Please enter your username");
  expect(field.getAttribute("aria-invalid")).toBe("true");
  await redraw(<Field label="Username" />);
  expect(descriptionOf(field)).toBe("");
  expect(field.getAttribute("aria-invalid")).toBeNull();
});

test("what is typed stays when the error comes and goes", async () => {
  const { redraw } = await render(<Field label="Username" />);
  const field = theOne<HTMLInputElement>("textbox", "Username");
  field.value = "dana";
  await redraw(<Field label="Username" error="No" />);
  expect(theOne("textbox", "Username")).toBe(field);
  expect(field.value).toBe("dana");
});

test("two fields of one label are told apart", async () => {
  await render(
    <>
      <Field label="Password" error="First" />
      <Field label="Password" error="Second" />
    </>,
  );
  const fields = allByRole("textbox");
  expect(fields.map(nameOf)).toEqual(["Password", "Password"]);
  expect(fields.map(descriptionOf)).toEqual(["First", "Second"]);
});
