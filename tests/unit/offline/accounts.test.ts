import * as v from "valibot";
import { expect, test } from "vitest";
import { measurementsKey } from "../../../src/core/measurements-key.ts";
import { createPlace } from "../../../src/core/place.ts";
import { createUnsentTexts } from "../../../src/core/unsent-texts.ts";
import { createNotes } from "../../../src/features/lessons/tools/notes.ts";
import { createVideoMemory } from "../../../src/features/lessons/video/use-video-services.ts";
import { createAccounts, createOtherAccounts } from "../../../src/offline/accounts.ts";
import { createLocalContent } from "../../../src/offline/local-content.ts";
import { createAnswerCache } from "../../../src/offline/local-school/answer-cache.ts";
import { createSync } from "../../../src/offline/sync/create-sync.ts";
import {
  createMemoryDesktop,
  createMemoryFolder,
} from "../../../src/platform/memory/memory-desktop.ts";
import { sha256, startTreeSchool, type TreeSchool } from "../../faults/support/tree-school.ts";
import { openTransport } from "../support/open-transport.ts";

const SHARED = "assets/PM/shared.svg";

/** The files that a school lists for one account: some of its own, and a shared one. */
const listFor = async (name: string, own: number): Promise<TreeSchool> => {
  const school = await startTreeSchool();
  school.put(SHARED, 500);
  const files = Array.from({ length: own }, (_, at) => `${name}-${at}.svg`);
  for (const file of files) school.put(`assets/PM/${file}`, 300);
  school.products = { PM: school.productWith(["shared.svg", ...files]) };
  return school;
};

const openComputer = (folder = createMemoryFolder()) => {
  const machine = createMemoryDesktop(folder);
  const accounts = createAccounts(machine);

  /** Signs a person in, with the app's work at a sign-in. */
  const signIn = async (person: string, school: TreeSchool) => {
    const account = accounts.forPerson(person);
    await account.index.recover();
    const content = createLocalContent({ machine, index: account.index });
    await content.load();
    const token = () => person;
    const { url: base } = school;
    const { send } = openTransport({ base, token });
    const sync = createSync({
      ...{ machine, send, base, token, account },
      ...{ license: () => null, languages: () => ["en"] },
      onContent: () => void content.load(),
    });
    return { account, content, sync };
  };

  const filesHere = () =>
    [...folder.files]
      .filter(([path]) => path.startsWith("files/"))
      .map(([, bytes]) => sha256(bytes));

  return { machine, folder, accounts, signIn, filesHere };
};

const checksums = (school: TreeSchool) => Object.values(school.manifest().en ?? {}).toSorted();
const union = (...schools: TreeSchool[]) => [...new Set(schools.flatMap(checksums))].toSorted();

test("two accounts on one computer have their own content, store equal files once, and sign in without a warning", async () => {
  const [dana, noa] = [await listFor("dana", 8), await listFor("noa", 2)];
  const { signIn, filesHere } = openComputer();
  const both = Object.entries({ dana, noa });
  for (const [person, school] of [...both, ...both]) {
    const { sync } = await signIn(person, school);
    await sync.start({ thorough: true });
    expect(sync.state).toMatchObject({ phase: "done", failed: 0, removal: null });
  }
  expect(filesHere().toSorted()).toEqual(union(dana, noa));
  // The shared file was fetched by the first account, and none was fetched twice.
  const own = ["assets/PM/noa-0.svg", "assets/PM/noa-1.svg"];
  expect(noa.reads.map(({ name }) => name).toSorted()).toEqual(own);
  expect(dana.reads).toHaveLength(9);
});

test("two accounts on one computer cannot read each other's courses and files", async () => {
  const [dana, noa] = [await listFor("dana", 3), await listFor("noa", 0)];
  const { signIn } = openComputer();
  const first = await signIn("dana", dana);
  await first.sync.start();
  const next = await signIn("noa", noa);
  expect(next.content.products()).toEqual([]);
  expect(next.content.findFile("asset", "PM", "shared.svg", "en")).toBeNull();
  await next.sync.start();
  await next.content.load();
  expect(next.content.findFile("asset", "PM", "shared.svg", "en")).not.toBeNull();
  expect(next.content.findFile("asset", "PM", "dana-0.svg", "en")).toBeNull();
  const again = await signIn("dana", dana);
  expect(again.content.products()).toHaveLength(1);
  const file = again.content.findFile("asset", "PM", "dana-0.svg", "en");
  expect(file && (await again.content.bytes(file))).not.toBeNull();
});

test("two accounts on one computer keep shared files when one deletes a course, or is given fewer files", async () => {
  const [dana, noa] = [await listFor("dana", 3), await listFor("noa", 3)];
  const { signIn, filesHere } = openComputer();
  await (await signIn("dana", dana)).sync.start();
  const { sync } = await signIn("noa", noa);
  await sync.start();
  await sync.readCourses();
  expect(sync.state.courses).toMatchObject([{ files: 4, bytes: 1400, presentBytes: 1400 }]);
  expect(await sync.freedBy("PM", "PMB")).toBe(900);
  await sync.removeCourse("PM", "PMB");
  expect(filesHere().toSorted()).toEqual(checksums(dana));
  expect(sync.state.courses).toMatchObject([{ presentBytes: 0, kept: false }]);
  noa.reads.length = 0;
  await sync.keepCourse("PM", "PMB");
  await expect.poll(() => sync.state.phase).toBe("done");
  expect(noa.reads.map(({ name }) => name)).not.toContain(SHARED);

  dana.trees.get("en")?.delete(SHARED);
  dana.products = { PM: dana.productWith(["dana-0.svg"]) };
  const again = await signIn("dana", dana);
  await again.sync.start({ thorough: true });
  await again.sync.confirmRemoval();
  expect(filesHere().toSorted()).toEqual(union(dana, noa));
});

test("two accounts on one computer lose no file if the other's list cannot be read", async () => {
  const [dana, noa] = [await listFor("dana", 3), await listFor("noa", 1)];
  const { signIn, filesHere, folder, accounts } = openComputer();
  await (await signIn("dana", dana)).sync.start();
  folder.files.set(`accounts/${accounts.forPerson("dana").name}/filetree.json`, new Uint8Array(9));
  const { sync } = await signIn("noa", noa);
  await sync.start();
  expect(await sync.freedBy("PM", "PMB")).toBe(0);
  await sync.removeCourse("PM", "PMB");
  expect(filesHere()).toEqual(expect.arrayContaining(checksums(dana)));
});

test("two accounts on one computer keep each other's partial downloads", async () => {
  const [dana, noa] = [await listFor("dana", 0), await listFor("noa", 0)];
  dana.put("assets/PM/film.mp4", 700_000);
  const { signIn, folder, machine } = openComputer();
  const first = await signIn("dana", dana);
  dana.overrides.set("assets/PM/film.mp4", (response, _, bytes) => {
    // So that the next bytes are shown.
    machine.advance(1000);
    response.writeHead(200, { "content-length": bytes.length });
    response.write(bytes.subarray(0, 400_000));
  });
  const running = first.sync.start();
  await expect.poll(() => first.sync.state.bytesDone).toBeGreaterThan(0);
  await first.sync.pause();
  await running;
  const parts = () => [...folder.files.keys()].filter((path) => path.endsWith(".part"));
  expect(parts()).toHaveLength(1);
  await (await signIn("noa", noa)).sync.start();
  expect(parts()).toHaveLength(1);
});

/** A computer on which these people have signed in and fetched their lessons, one after the other. */
const computerOf = async (...people: string[]) => {
  const opened = openComputer();
  const others = createOtherAccounts(opened);
  const schools = new Map<string, TreeSchool>();
  for (const person of people) {
    opened.machine.advance(1000);
    const school = await listFor(person, 1);
    schools.set(person, school);
    others.recordSignIn(person, `${person}@school`);
    const { sync } = await opened.signIn(person, school);
    await sync.start();
  }
  return { ...opened, others, schools };
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
  const drafts = createUnsentTexts({ storage, personId, now });
  drafts.of("note/1", v.string()).write("half a sentence");
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

test("the other accounts of a computer can be removed with their lessons and data, and other people's stay", async () => {
  const { others, accounts, machine, folder, filesHere, schools } = await computerOf("noa", "dana");
  const { name } = accounts.forPerson("dana");
  study(machine, "noa");
  const before = machine.tabs.keys().filter((key) => !key.includes(name));
  study(machine, "dana");
  await others.remove(name);
  expect(filesHere().toSorted()).toEqual(checksums(schools.get("noa") ?? expect.unreachable()));
  expect([...folder.files.keys()].filter((path) => path.includes(name))).toEqual([]);
  expect(await others.list("noa")).toEqual([]);
  const kept = machine.tabs.keys().map((key) => `${key} ${machine.storage.get(key)}`);
  expect(kept.filter((entry) => entry.includes("dana"))).toEqual([]);
  expect(machine.tabs.keys()).toEqual(expect.arrayContaining(before));
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
