import { expect, test } from "vitest";
import { formatChoice, listAddress, readChoice } from "../../../src/app-context/list-address.ts";
import { defineList } from "../../../src/contract/list.ts";
import { sortBy } from "../../../src/domain/list-query.ts";

const LIST = defineList({
  filters: { search: "words", from: "day", course: "id", show: ["open", "all"], state: ["new"] },
  initial: { show: "open" },
  sorts: ["name", "waiting"],
  mostFirst: ["waiting"],
});

test("a list's address reads as what was chosen, and what is unknown in it does not count", () => {
  const query = "search=+jo&from=2027-02-30&course=7&show=none&state=new&sort=size&order=x&more=1";
  const choice = readChoice(LIST, query);
  expect(choice).toEqual({
    ...{ search: " jo", from: "", course: "7", show: "open", state: "new" },
    ...{ sort: "name", order: "ascending" },
  });
  expect(formatChoice(LIST, choice)).toBe("search=jo&course=7&state=new");
  const damaged = readChoice(LIST, "course=12345678901&search=a%00b");
  expect(damaged).toMatchObject({ course: "", search: "ab" });
});

test("a list as it is at first has an address without a query", () => {
  expect(listAddress("/list", LIST, readChoice(LIST, ""))).toBe("/list");
  expect(listAddress("/list", LIST, { show: "all" })).toBe("/list?show=all");
});

test("a heading sorts a list by its column, then the other way round, the most first where that counts", () => {
  const byName = readChoice(LIST, "");
  const byWaiting = sortBy(LIST, byName, "waiting");
  expect(byWaiting.order).toBe("descending");
  expect(sortBy(LIST, byWaiting, "waiting").order).toBe("ascending");
  expect(formatChoice(LIST, sortBy(LIST, byName, "name"))).toBe("order=descending");
});
