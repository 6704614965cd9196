import * as v from "valibot";
import { expect, test } from "vitest";
import { createDrafts } from "../../../src/core/drafts.ts";
import { measurementsKey } from "../../../src/core/measurements-key.ts";
import { createPlace } from "../../../src/core/place.ts";
import { createNotes } from "../../../src/features/lessons/tools/notes.ts";
import { createVideoMemory } from "../../../src/features/lessons/video/video-memory.ts";
import { createAccounts } from "../../../src/offline/accounts.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import { createOtherAccounts } from "../../../src/offline/other-accounts.ts";
import { createSync } from "../../../src/offline/sync/create-sync.ts";
import { createMemoryDesktop } from "../../../src/platform/memory/memory-desktop.ts";
import { createMemoryFolder } from "../../../src/platform/memory/memory-folder.ts";
import { sha256, startTreeSchool, type TreeSchool } from "../../faults/support/tree-school.ts";
import { openTransport } from "../support/open-transport.ts";

/** A school that lists a shared file, and one of the account. */
const schoolOf = async (own: string): Promise<TreeSchool> => {
  const school = await startTreeSchool();
  school.put("assets/PM/shared.svg", 500);
  school.put(`assets/PM/${own}.svg`, 300);
  school.products = { PM: school.productWith(["shared.svg", `${own}.svg`]) };
  return school;
};

/** A computer on which these people have signed in and fetched their lessons, one after the other. */
const computerOf = async (...people: string[]) => {
  const folder = createMemoryFolder();
  const machine = createMemoryDesktop(folder);
  const accounts = createAccounts(machine);
  const others = createOtherAccounts({ machine, accounts });
  const schools = new Map<string, TreeSchool>();
  for (const person of people) {
    machine.advance(1000);
    const school = await schoolOf(person);
    schools.set(person, school);
    const account = accounts.forPerson(person);
    others.recordSignIn(person, `${person}@school`);
    const { send } = openTransport({ base: school.url, token: () => person });
    const sync = createSync({
      machine,
      send,
      base: school.url,
      token: () => person,
      license: () => null,
      languages: () => ["en"],
      account,
      onContent: () => undefined,
    });
    await sync.start();
  }
  const filesHere = () =>
    [...folder.files]
      .filter(([path]) => path.startsWith("files/"))
      .map(([, bytes]) => sha256(bytes))
      .toSorted();
  const checksums = (person: string) =>
    Object.values(schools.get(person)?.manifest().en ?? {}).toSorted();
  return { folder, machine, accounts, others, filesHere, checksums };
};

/** Everything that the app stores about a person during study. */
const study = (machine: ReturnType<typeof createMemoryDesktop>, personId: string): void => {
  const { storage, connectivity, now } = machine;
  createPlace(storage, personId).selectCourse("PM", "PMB");
  createAnswerCache(storage, now, personId).put("GET /user/progress", { progress: [] });
  createVideoMemory(storage, personId).remember("film", 10, 1);
  storage.set(`queue.v1/${personId}/a-uuid`, JSON.stringify({ id: "a-uuid" }));
  const send = openTransport({ base: "http://127.0.0.1:1", token: () => null }).send;
  createNotes({ send, storage, connectivity, personId }).write(1, "cut on the fold");
  storage.set(measurementsKey(personId), JSON.stringify({ name: personId }));
  // As an older version kept it.
  storage.set("measurements.v1", JSON.stringify({ personId }));
  const drafts = createDrafts({ storage, personId, now });
  drafts.draft("note/1", v.string()).write("half a sentence");
  drafts.flush();
};

test("the other accounts of a computer are listed with what only they need, the last to sign in first, without the current one", async () => {
  const { others, machine } = await computerOf("dana", "noa", "yael");
  machine.storage.set("queue.v1/dana/a-uuid", "{}");
  const list = await others.list("yael");
  expect(list.map(({ username, freed, unsent }) => [username, freed, unsent])).toEqual([
    ["noa@school", 300, 0],
    ["dana@school", 300, 1],
  ]);
  expect(list[0]?.seen).toBeGreaterThan(list[1]?.seen ?? Number.NaN);
});

test("the other accounts of a computer can be removed: their lessons are deleted, and shared files stay", async () => {
  const { others, accounts, folder, filesHere, checksums } = await computerOf("dana", "noa");
  const { name } = accounts.forPerson("dana");
  await others.remove(name);
  expect(filesHere()).toEqual(checksums("noa"));
  expect([...folder.files.keys()].filter((path) => path.includes(name))).toEqual([]);
  expect(await others.list("noa")).toEqual([]);
});

test("the other accounts of a computer leave no data behind, and other people's data stays", async () => {
  const { others, accounts, machine } = await computerOf("noa", "dana");
  study(machine, "noa");
  const before = machine.tabs.keys().toSorted();
  study(machine, "dana");
  await others.remove(accounts.forPerson("dana").name);
  const kept = machine.tabs.keys().map((key) => `${key} ${machine.storage.get(key)}`);
  expect(kept.filter((entry) => entry.includes("dana"))).toEqual([]);
  const own = before.filter((key) => key !== "measurements.v1");
  expect(machine.tabs.keys()).toEqual(
    expect.arrayContaining(own.filter((key) => !key.includes(accounts.forPerson("dana").name))),
  );
  expect(machine.storage.get("drafts.v1")).toContain("noa");
});

test("the other accounts of a computer lose no file if it is unknown what is needed", async () => {
  const { others, accounts, folder, filesHere } = await computerOf("dana", "noa");
  const tree = [...folder.files.keys()].find(
    (path) => path.includes(accounts.forPerson("noa").name) && path.endsWith("filetree.json"),
  );
  folder.files.set(tree ?? "", new TextEncoder().encode("{"));
  const before = filesHere();
  await others.remove(accounts.forPerson("dana").name);
  expect(filesHere()).toEqual(before);
});
