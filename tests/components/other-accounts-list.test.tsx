import { proxy } from "valtio/vanilla";
import { expect, test } from "vitest";
import type { Courses } from "../../src/core/courses.ts";
import type { Session } from "../../src/core/session.ts";
import { OtherAccountsList } from "../../src/features/this-machine/other-accounts-list.tsx";
import type { OtherAccount, OtherAccounts } from "../../src/offline/accounts.ts";
import type { Sync } from "../../src/offline/sync/create-sync.ts";
import type { SyncState } from "../../src/offline/sync/sync-state.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { act, renderDesktop, waitUntil } from "./render.tsx";

const seen = Date.parse("2026-03-01T12:00:00Z");
const DANA: OtherAccount = { name: "a1", username: "dana", seen, freed: 5_000_000, unsent: 2 };
const NAMELESS: OtherAccount = { name: "b2", username: null, seen: null, freed: 0, unsent: 0 };

/** A computer with these accounts, besides the one that is signed in. */
const show = async (...accounts: OtherAccount[]) => {
  let list = accounts;
  const removed: string[] = [];
  const state = proxy({ phase: "done" }) as SyncState;
  const sync = { state, runExclusively: (work: () => Promise<void>) => work() } as Sync;
  const otherAccounts = {
    list: async () => list,
    async remove(name: string) {
      removed.push(name);
      list = list.filter((account) => account.name !== name);
    },
  } as unknown as OtherAccounts;
  const services = {
    session: { state: proxy({ user: null }) } as Session,
    courses: {} as Courses,
    desktop: { hybrid: { sync: () => sync, otherAccounts } },
  };
  await renderDesktop(services, <OtherAccountsList />);
  return removed;
};

test("another account is listed with its last use and size, and is removed after a confirmation", async () => {
  const removed = await show(DANA, NAMELESS);
  const entries = await waitUntil(() => {
    const found = queryAllByRole("listitem").map((item) => item.querySelector("div")?.textContent);
    return found.length > 0 ? found : null;
  });
  expect(entries).toEqual([
    "danaLast signed in on March 1, 2026. 4.8 MB that no other account here needs.",
    "Account without a name ",
  ]);
  await act(() => getByRole("button", "Remove dana from this computer").click());
  expect(removed).toEqual([]);
  const dialog = getByRole("dialog", "Remove “dana” from this computer?");
  expect(dialog.textContent).toContain("2 study records have not reached the school");
  await act(() => getByRole("button", "Remove").click());
  expect(removed).toEqual(["a1"]);
  await waitUntil(() => queryAllByRole("listitem").length === 1);
});
