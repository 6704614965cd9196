import { expect, test } from "vitest";
import { upTo, VIEWPORT } from "../../../src/ui/viewport.ts";

test("the viewport classes are those of the specification", () => {
  expect(VIEWPORT).toEqual({ xs: 576, sm: 768, md: 992, lg: 1200 });
  expect(upTo("md")).toBe("(width <= 62rem)");
});
