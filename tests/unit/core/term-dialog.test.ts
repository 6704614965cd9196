import { expect, test } from "vitest";
import { createTermDialog } from "../../../src/core/term-dialog.ts";

test("the dialog shows one term, until it is closed", () => {
  const { state, open, close } = createTermDialog();
  expect(state.term).toBeNull();
  open("dart");
  open("hem");
  expect(state.term).toBe("hem");
  close();
  expect(state.term).toBeNull();
});
