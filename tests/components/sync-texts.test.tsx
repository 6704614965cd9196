import { expect, test } from "vitest";
import { useSyncTexts } from "../../src/features/this-machine/use-sync-texts.ts";
import type { SyncState } from "../../src/offline/sync/sync-state.ts";
import { render } from "./render.tsx";

const Words = ({ state }: { state: Partial<SyncState> }) => (
  <p>{useSyncTexts().phase({ failure: null, failed: 0, ...state } as SyncState)}</p>
);

const said = async (state: Partial<SyncState>): Promise<string | null> => {
  await render(<Words state={state} />);
  return document.body.textContent;
};

test("verifying says that it reads the local files, not that it asks the school", async () => {
  expect(await said({ phase: "verifying" })).toBe("Reading every file on this computer…");
});

test("the text says that everything is stored only where nothing is missing", async () => {
  expect(await said({ phase: "done" })).toContain("Everything is here.");
});

test("the text names what is missing where a file could not be fetched", async () => {
  expect(await said({ phase: "done", failed: 1 })).toContain("Some files are still missing.");
});
