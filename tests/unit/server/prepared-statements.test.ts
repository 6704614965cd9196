import { expect, test } from "vitest";
import { PreparedStatements } from "../../../src/server/db/prepared-statements.ts";

test("a school names the statements that come again, up to a number of them", () => {
  const names = new PreparedStatements();
  const use = (statement: string, times: number) =>
    Array.from({ length: times }, () => names.nameOf(statement));
  expect(use("select 1", 4)).toEqual([undefined, undefined, "s1", "s1"]);
  expect(use("select 2", 3)).toEqual([undefined, undefined, "s2"]);
  names.reset();
  expect(use("select 1", 3)).toEqual([undefined, undefined, "s3"]);
  for (let other = 0; other < 1000; other += 1) use(`select ${other} as other`, 3);
  expect(use("select 'one too many'", 4)).toEqual(Array(4).fill(undefined));
  expect(names.nameOf("select 1")).toBe("s3");
});
