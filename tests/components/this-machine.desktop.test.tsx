import { proxy } from "valtio/vanilla";
import { expect, test } from "vitest";
import type { Courses } from "../../src/core/courses.ts";
import type { Session } from "../../src/core/session.ts";
import { OtherAccountsList } from "../../src/features/this-machine/other-accounts-list.tsx";
import ThisMachineScreen from "../../src/features/this-machine/this-machine-screen.tsx";
import { useSyncTexts } from "../../src/features/this-machine/use-sync-texts.ts";
import type { OtherAccount, OtherAccounts } from "../../src/offline/accounts.ts";
import type { Sync } from "../../src/offline/sync/create-sync.ts";
import type { SyncState } from "../../src/offline/sync/sync-state.ts";
import type { Updates } from "../../src/offline/updates/create-updates.ts";
import type { UpdateState } from "../../src/offline/updates/update-state.ts";
import { openSync } from "../faults/support/open-sync.ts";
import { bytesOf, productWith, sha256 } from "../faults/support/tree-school.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, render, renderDesktop, says, waitUntil } from "./render.tsx";

const FILES = 8;

/** A school whose files the test sends one by one. */
const createHeldSchool = () => {
  const names = Array.from({ length: FILES }, (_, number) => `${number}.svg`);
  const files = new Map(
    names.map((name, number) => [`assets/PM/${name}`, bytesOf(name, 100 * 2 ** number)]),
  );
  const content = { products: { PM: productWith(names) } };
  /** Sends a file that has been asked for, by name; false: the school does not have it. */
  const held = new Map<string, (isThere?: boolean) => void>();
  const metaOf = (bytes: Uint8Array) => ({ checksum: sha256(bytes), size: bytes.length });
  const metas = () => Object.fromEntries(Array.from(files, ([name, it]) => [name, metaOf(it)]));
  const answers: Record<string, () => object> = {
    "/menu/checksum": () => ({ checksum: sha256(JSON.stringify(content)) }),
    "/menu/usercontent": () => ({ content }),
    "/menu/faqs": () => ({ faqs: [] }),
    "/menu/glossary": () => ({ glossary: [] }),
    "/menu/instructions": () => ({ courseInstructions: [] }),
    "/menu/captions": () => ({ captions: [] }),
    "/files/treelist": () => ({ metas: metas(), ticket: "ticket" }),
  };
  const missing = () => new Response(null, { status: 404 });
  const answerTo = (address: string): Response | Promise<Response> => {
    const { pathname, searchParams } = new URL(address);
    const answer = answers[pathname];
    if (answer) return Response.json(answer());
    const name = searchParams.get("path") ?? "";
    const bytes = files.get(name);
    if (pathname !== "/files/read" || !bytes) return missing();
    const { promise, resolve } = Promise.withResolvers<Response>();
    held.set(name, (isThere = true) =>
      resolve(isThere ? new Response(new Uint8Array(bytes)) : missing()),
    );
    return promise;
  };
  return { files, held, fetch: (async (input) => answerTo(String(input))) as typeof fetch };
};

/** The screen for a student with one course, whose content is fetched. */
const show = async () => {
  const school = createHeldSchool();
  const url = "http://school.example";
  const { sync, folder, memory } = await openSync({ url }, { fetch: school.fetch });
  const { app } = await openSignedIn();
  const updates = { state: proxy({ phase: "none", notes: {} } as UpdateState) } as Updates;
  const otherAccounts = { list: async () => [] } as unknown as OtherAccounts;
  const hybrid = { sync: () => sync, updates, otherAccounts };
  const machine = { ...memory, version: "1.1.2" };
  await renderDesktop({ ...app, desktop: { machine, hybrid } }, <ThisMachineScreen />);
  const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? "";
  return {
    sync,
    ...school,
    folder,
    memory,
    ofSync: () => textOf("[aria-labelledby=machine-files]"),
    ofCourses: () => textOf("[aria-labelledby=machine-courses]"),
  };
};

type Shown = Awaited<ReturnType<typeof show>>;

const shareIn = (text: string): string | undefined => /\d+%/.exec(text)?.[0];

/** Lets the sync fetch everything. @returns both shares at each change of the page */
const fetchAll = async ({ sync, held, memory, ofSync, ofCourses }: Shown) => {
  const shares: (string | undefined)[][] = [];
  const observer = new MutationObserver(() => {
    shares.push([shareIn(ofSync()), shareIn(ofCourses())]);
  });
  const done = sync.start();
  await waitUntil(() => held.size === FILES);
  // The list of courses has come before the first of its files.
  await waitUntil(() => ofCourses().includes("8 files"));
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  for (const send of held.values()) {
    // The display changes twice a second at most.
    memory.advance(1000);
    const before = ofSync();
    await act(() => send());
    await waitUntil(() => ofSync() !== before);
  }
  await act(() => done);
  await waitUntil(() => ofSync().includes("Everything is here."));
  observer.disconnect();
  return shares;
};

test("what is on this computer of a course agrees with the progress of the sync at every moment", async () => {
  const shown = await show();
  expect(shown.ofCourses()).not.toContain("%");
  const shares = await fetchAll(shown);
  expect(shown.ofSync()).toContain("8 of 8 files (100%)");
  expect(shown.ofCourses()).toContain("100% of it here");
  expect(shares.length).toBeGreaterThan(FILES);
  for (const [inSync, inCourse] of shares) expect(inCourse).toBe(inSync);
  expect(new Set(shares.flat()).size).toBeGreaterThan(FILES / 2);
});

test("what is on this computer is not all of it while one of many files is missing", async () => {
  const shown = await show();
  for (let number = 0; number < 300; number += 1) {
    shown.files.set(`assets/PM/more-${number}`, bytesOf(String(number), 10));
  }
  const done = shown.sync.start();
  void done.then(() => shown.held.clear());
  for (let sent = 0; sent < 308; ) {
    await waitUntil(() => shown.held.size > 0);
    for (const [name, send] of shown.held) {
      shown.held.delete(name);
      send(name !== "assets/PM/7.svg");
      sent += 1;
    }
  }
  await act(() => done);
  await waitUntil(() => shown.ofSync().includes("Some files are still missing."));
  expect(shown.ofSync()).toContain("307 of 308 files (99%)");
  await waitUntil(() => shown.ofCourses().includes("308 files"));
  expect(shown.ofCourses()).toContain("99% of it here");
});

test("what is on this computer counts no more what was fetched when a course is deleted", async () => {
  const shown = await show();
  await fetchAll(shown);
  await click(getByRole("button", "Delete PMB from this computer"));
  await says("This frees 25 kB");
  await click(getByRole("button", "Delete"));
  await waitUntil(() => shown.ofCourses().includes("Not stored here."));
  expect(shown.ofSync()).not.toContain("8 of 8");
});

test("verifying the files tells of a damaged file, also once it is here again", async () => {
  const shown = await show();
  await fetchAll(shown);
  const [path = ""] = [...shown.folder.files.keys()].filter((name) => name.startsWith("files/"));
  const bytes = shown.folder.files.get(path);
  shown.folder.files.set(path, new Uint8Array(bytes?.length ?? 0));
  shown.held.clear();
  await click(getByRole("button", "Verify and repair"));
  const told = () => document.body.textContent?.includes("1 file was damaged");
  await waitUntil(() => shown.held.size === 1);
  await waitUntil(told);
  expect(shown.ofCourses()).toContain("87% of it here");
  await act(() => shown.held.values().next().value?.());
  await waitUntil(() => shown.ofSync().includes("Everything is here."));
  expect(told()).toBe(true);
  expect(shown.ofCourses()).toContain("100% of it here");
});

const VERIFYING = { phase: "verifying", failure: null, failed: 0 } as SyncState;
const Words = () => useSyncTexts().phase(VERIFYING);

test("verifying says that it reads the local files, not that it asks the school", async () => {
  const { container } = await render(<Words />);
  expect(container.textContent).toBe("Reading every file on this computer…");
});

const seen = Date.parse("2026-03-01T12:00:00Z");
const DANA: OtherAccount = { name: "a1", username: "dana", seen, freed: 5_000_000, unsent: 2 };
const NAMELESS: OtherAccount = { name: "b2", username: null, seen: null, freed: 0, unsent: 0 };

/** A computer with these accounts, besides the one that is signed in. */
const showAccounts = async (...accounts: OtherAccount[]) => {
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
  const removed = await showAccounts(DANA, NAMELESS);
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
