import { expect, test } from "vitest";
import { expectWarnings } from "./expect-problems.ts";
import { changed, compileWith, lesson } from "./small-school.ts";

const COURSE = "PM/course.yaml";
const NEW = `      - title: {en: New section, he: חדש}
        lessons: []
  - key: new
    title: {en: New chapter, he: חדש}
    sections: []
courses:
`;

const changes = {
  ...changed(COURSE, "courses:\n", NEW),
  "PM/lessons/alone.md": lesson(300, "Alone"),
};

test("what has no lessons yet is left out with a warning, and a lesson may stand nowhere", async () => {
  await expectWarnings(
    changes,
    [COURSE, "lessons: []", "This section has no lessons yet"],
    [COURSE, "sections: []", "This entry of the menu has no sections yet"],
    ["PM/lessons/alone.md", 1, "No menu and no @part names this lesson."],
  );
  const compiled = await compileWith(changes);
  const [product] = compiled.ok ? compiled.value.products : [];
  expect(product?.menu.menu1.map(({ props, menu2 }) => [props.key, menu2.length])).toEqual([
    ["skirt", 1],
    ["more", 1],
  ]);
  expect(product?.courses.PMS?.lessonsOrder).toHaveLength(3);
});
