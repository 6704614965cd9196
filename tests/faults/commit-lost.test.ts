import { type FileHandle, open } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, type MockInstance, test, vi } from "vitest";
import { diskStore } from "../server/support/stored-path.ts";
import { openSchool } from "../server/support/test-school.ts";
import { keepingCalls, loseEachCommit } from "./support/lost-commits.ts";

const school = openSchool.shared();
let datasync: MockInstance<FileHandle["datasync"]>;
/** How many syncs of the log there are until the one that fails; 0: none does. */
let left = 0;
beforeAll(async () => {
  const handle = await open(path.join(school.dataDir, "school.db"));
  const { datasync: sync } = handle;
  datasync = vi.spyOn(Object.getPrototypeOf(handle), "datasync").mockImplementation(async function (
    this: FileHandle,
  ) {
    await sync.call(this);
    if (left === 0) return;
    left -= 1;
    if (left === 0) throw Object.assign(new Error("A failing disk"), { code: "EIO" });
  });
  await handle.close();
});
afterAll(() => datasync.mockRestore());

const calls = keepingCalls(
  () => school,
  async () => diskStore(school.dataDir),
);
test.each(Object.entries(calls).map(([name, prepare]) => ({ name, prepare })))(
  "what was acknowledged is there, whichever commit the disk does not confirm: $name",
  ({ prepare }) =>
    loseEachCommit(prepare, {
      lose: (which) => {
        left = which;
      },
      keepAll: () => {
        const hasLost = left === 0;
        left = 0;
        return hasLost;
      },
      refusal: [500, "server/unexpected_error"],
    }),
);
