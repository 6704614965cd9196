import { describe, expect, test } from "vitest";
import { LessonPages } from "../../src/features/lessons/lesson-pages.tsx";
import { nameOf, theOne } from "./accessible.ts";
import { click } from "./person.ts";
import { render } from "./render.tsx";

const at = async (page: number, language: "en" | "he" = "en") => {
  const asked: number[] = [];
  await render(
    <LessonPages
      page={page}
      titles={["Lines", "Curves", "Angles"]}
      language="en"
      onPage={(to) => asked.push(to)}
    />,
    { language },
  );
  return asked;
};

const button = (name: string) => theOne<HTMLButtonElement>("button", name);
const closed = (name: string) => button(name).getAttribute("aria-disabled") === "true";

describe("the pages of a lesson", () => {
  test("say where one is", async () => {
    await at(2);
    expect(nameOf(theOne("navigation"))).toBe("Pages");
    expect(theOne("navigation").textContent).toContain("Page 2 of 3");
    expect(document.querySelector("strong")?.textContent).toBe("Curves");
  });

  test("lead back and forth", async () => {
    const asked = await at(2);
    await click(button("Next page"));
    await click(button("Previous page"));
    expect(asked).toEqual([3, 1]);
  });

  test("end at the first and the last page, where the button says so and stays", async () => {
    const first = await at(1);
    expect([closed("Previous page"), closed("Next page")]).toEqual([true, false]);
    await click(button("Previous page"));
    expect(first).toEqual([]);
    expect(button("Previous page").disabled).toBe(false);
  });

  test("end at the last page too", async () => {
    const last = await at(3);
    expect([closed("Previous page"), closed("Next page")]).toEqual([false, true]);
    await click(button("Next page"));
    expect(last).toEqual([]);
  });

  test("keep a title in the lesson's language within an interface in another", async () => {
    await at(1, "he");
    expect(document.querySelector("strong")?.lang).toBe("en");
  });
});
