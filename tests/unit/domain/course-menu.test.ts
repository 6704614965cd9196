import { expect, test } from "vitest";
import type { UserCourse } from "../../../src/contract/account.ts";
import type { ProductEntry } from "../../../src/contract/content.ts";
import type { Id } from "../../../src/contract/wire.ts";
import { courseMenu } from "../../../src/domain/course-menu.ts";
import { schoolDay } from "../../support/day.ts";

const product = (id: Id, cd = `P${id}`): ProductEntry => ({ id, cd, title: cd, translations: [] });

const course = (key: string, cdId: Id, order = 0, ends = "2026-12-31"): UserCourse => ({
  ...{ id: key, key, title: key, translations: [], image: "", weeklyTarget: 0 },
  ...{ cdId, order },
  user_courses: { expDate: ends, expDateReal: null, subDate: "2026-01-01", subMonths: 12 },
});

const today = schoolDay("2026-03-02");
const drawn = (products: ProductEntry[], courses: UserCourse[]) =>
  courseMenu(products, courses, today, 0, true).map((group) => [
    group.product.cd,
    group.courses.map((entry) => entry.course.key),
  ]);

test("groups courses by product: products by id, courses by their order", () => {
  const products = [product(10), product(9), product(2)];
  const courses = [course("C", 2, 3), course("A", 10), course("B", 2, 1), course("D", 9, 1)];
  expect(drawn(products, courses)).toEqual([
    ["P2", ["B", "C"]],
    ["P9", ["D"]],
    ["P10", ["A"]],
  ]);
});

test("leaves out a product without a course, and a course without its product", () => {
  const courses = [course("A", 2), course("LOST", 3)];
  expect(drawn([product(1), product(2)], courses)).toEqual([["P2", ["A"]]]);
});

test("courses of equal order keep the school's order", () => {
  const courses = [course("B", 1), course("A", 1), course("C", 1)];
  expect(drawn([product(1)], courses)).toEqual([["P1", ["B", "A", "C"]]]);
});

test.each([
  ["closed to a student in the online build", 0, true, false],
  ["open to an administrator there", 100, true, true],
  ["open to a student in the other builds", 0, false, true],
])("an expired course is %s", (_, level, closesExpired, open) => {
  const expired = course("A", 1, 0, "2026-02-20");
  const [group] = courseMenu([product(1)], [expired], today, level, closesExpired);
  expect(group?.courses[0]?.open).toBe(open);
  if (level === 0) expect(group?.courses[0]?.state).toEqual({ kind: "expired", on: "2026-02-25" });
});

test.each([true, false])("a course without a subscription is closed in every build", (closes) => {
  const own = course("A", 1);
  const user_courses = { ...own.user_courses, subDate: null, subMonths: null };
  const [group] = courseMenu([product(1)], [{ ...own, user_courses }], today, 0, closes);
  expect(group?.courses[0]?.open).toBe(false);
});

test.each<Id[]>([
  ["b", "a"],
  [9, "10"],
  ["9", 10],
])("products whose ids are texts are sorted by them: %j after %j", (later, earlier) => {
  const courses = [later, earlier].map((id) => course(`C${id}`, id));
  const groups = drawn([product(later), product(earlier)], courses).map(([cd]) => cd);
  expect(groups).toEqual([`P${earlier}`, `P${later}`]);
});
