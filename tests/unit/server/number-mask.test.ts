import { expect, test } from "vitest";
import { maskOf, withMask } from "../../../src/server/tables/number-mask.ts";

test.each([
  ["123", "00000", "00123"],
  ["1234567", "00000", "1234567"],
  ["123456", "000-000", "123-456"],
  ["5", "00\\-00", "00-05"],
  ["7", '"A"000;-0', "A007"],
  ["30123456", "(00) 000 ###", "(30) 123 456"],
  ["12345678901234567", "[$-407]00000", "12345678901234567"],
  ["1.5", "00000", "1.5"],
])("the number %s is shown by %s as %s", (number, format, shown) => {
  expect(withMask(number, maskOf(format) ?? [])).toBe(shown);
});

test.each(["General", "0", "0.00", "#,##0", "0%", "0E+00", "dd/mm/yyyy;@", "@", '"0"0'])(
  "the format %s shows a number as it is",
  (format) => {
    expect(maskOf(format)).toBeNull();
  },
);
