import { expect, test } from "vitest";
import { TaskLoadError } from "../../../../src/drafting/tasks.ts";
import { createPatterns } from "../../../../src/features/patterns/patterns-model.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";

test.each([
  ["code that cannot be fetched", new TaskLoadError("no chunk"), "unreachable"],
  ["a bug", new TypeError("no such point"), "bug"],
])("a draft that fails by %s says so, and is made at the next try", async (_, reason, said) => {
  let fails = true;
  const patterns = createPatterns({
    drafting: {
      run: async (name: string) => {
        if (fails) throw reason;
        return (name === "blocks" ? [{ id: "skirt-block" }] : { sketch: null }) as never;
      },
    },
    saved: { state: { value: [], failure: null } },
    measurements: { state: { tables: [], cursor: null, standard: null, failed: false } } as never,
    storage: createMemoryMachine().storage,
    personId: 3,
    loadGarmentTexts: async () => {},
    isOver: () => false,
  });
  await patterns.draft();
  expect(patterns.state.failed).toBe(said);
  fails = false;
  await patterns.draft();
  expect([patterns.state.failed, patterns.state.shown !== null]).toEqual([null, true]);
});
