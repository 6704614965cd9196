import { expect, test } from "vitest";
import { Button } from "../../src/ui/button.tsx";
import { getByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render } from "./render.tsx";

test("a button does nothing while what it has begun goes on", async () => {
  const ends: (() => void)[] = [];
  const begin = () => new Promise<void>((end) => ends.push(end));
  await render(<Button onClick={begin}>Save</Button>);
  const button = getByRole("button");
  await click(button);
  await click(button);
  expect([ends.length, button.getAttribute("aria-disabled")]).toEqual([1, "true"]);
  await act(() => ends[0]?.());
  await click(button);
  expect(ends.length).toBe(2);
});
