import { expect, test } from "vitest";
import { LessonPager } from "../../src/features/lessons/lesson-neighbours.tsx";
import { getByRole, nameOf } from "./accessible.ts";
import { click } from "./person.ts";
import { render } from "./render.tsx";

const at = async (page: number, language: "en" | "he" = "en") => {
  const asked: number[] = [];
  await render(
    <LessonPager
      page={page}
      titles={["Lines", "Curves", "Angles"]}
      language="en"
      onPage={(to) => asked.push(to)}
    />,
    { language },
  );
  return asked;
};

const button = (name: string) => getByRole<HTMLButtonElement>("button", name);
const closed = (name: string) => button(name).getAttribute("aria-disabled") === "true";

test("the pages of a lesson show the number of the present page", async () => {
  await at(2);
  expect(nameOf(getByRole("navigation"))).toBe("Pages");
  expect(getByRole("navigation").textContent).toContain("Page 2 of 3");
  expect(document.querySelector("strong")?.textContent).toBe("Curves");
});

test("the pages of a lesson can be turned back and forth", async () => {
  const asked = await at(2);
  await click(button("Next page"));
  await click(button("Previous page"));
  expect(asked).toEqual([3, 1]);
});

test.each([
  [1, "Previous page", "Next page"],
  [3, "Next page", "Previous page"],
])("page %i of 3 disables “%s”, which stays visible, and not “%s”", async (page, off, on) => {
  const asked = await at(page);
  expect([closed(off), closed(on)]).toEqual([true, false]);
  await click(button(off));
  expect(asked).toEqual([]);
  expect(button(off).disabled).toBe(false);
});

test("the pages of a lesson keep a title in the lesson's language within an interface in another", async () => {
  await at(1, "he");
  expect(document.querySelector("strong")?.lang).toBe("en");
});
