import { proxy } from "valtio/vanilla";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { Courses } from "../../src/core/courses.ts";
import type { OrganisationService } from "../../src/core/organisation.ts";
import type { Session } from "../../src/core/session.ts";
import UpdateNotice from "../../src/features/updates/update-notice.tsx";
import type { Updates } from "../../src/offline/updates/create-updates.ts";
import type { UpdateState } from "../../src/offline/updates/update-state.ts";
import { renderDesktop } from "./render.tsx";

const READY: UpdateState = {
  kind: "resources",
  phase: "ready",
  version: "1.2.0",
  notes: { en: "Faster." },
  bytesDone: 0,
  bytesTotal: 1_200_000,
  failure: null,
  snoozedUntil: 0,
  rolledBack: "",
  asked: false,
  packagePath: "",
};

const show = async (
  state: Partial<UpdateState>,
  { path = "/profile", canDownloadApp = true } = {},
) => {
  const { hook } = memoryLocation({ path });
  const updates = { state: proxy({ ...READY, ...state }), snooze: () => undefined } as Updates;
  const services = {
    session: { state: proxy({ user: { canDownloadApp }, level: 1 }) } as Session,
    organisation: { state: proxy({ organisation: null }) } as unknown as OrganisationService,
    courses: { state: proxy({ groups: [] }) } as unknown as Courses,
    desktop: {
      machine: { now: () => 1000 },
      hybrid: { updates, sync: () => expect.fail("not asked for") },
    },
  };
  await renderDesktop(
    services,
    <Router hook={hook}>
      <UpdateNotice />
    </Router>,
  );
  const names = (selector: string) =>
    [...document.querySelectorAll(`aside ${selector}`)].map((each) => each.textContent);
  return {
    said: document.querySelector("aside [role=status]")?.textContent ?? null,
    buttons: names("button"),
    links: names("a"),
  };
};

test("a version that is ready can be read about, installed or postponed", async () => {
  expect(await show({})).toEqual({
    said: "Version 1.2.0 is ready to be installed.",
    buttons: ["Install and restart", "What is new", "Later"],
    links: [],
  });
});

test.each([
  ["in a lesson", {}, "/lessons/PM/PMB/LS_1"],
  ["on the page that shows it anyway", {}, "/this-machine"],
  ["until the day after it was put off", { snoozedUntil: 2000 }, "/profile"],
  ["while it is being downloaded", { phase: "fetching" }, "/profile"],
  [
    "after a dropped connection, since it resumes by itself",
    { phase: "failed", failure: { kind: "unreachable" } },
    "/profile",
  ],
  ["where there is nothing new", { phase: "none" }, "/profile"],
] as const)("nothing is shown %s", async (_, state, path) => {
  expect((await show(state, { path })).said).toBeNull();
});

test("an app without the school's key links to the downloads", async () => {
  expect(await show({ kind: "link", phase: "offered", notes: {} })).toEqual({
    said: "Version 1.2.0 is available.",
    buttons: ["Later"],
    links: ["Open Downloads"],
  });
});

test("somebody who may not download the app gets no link to the downloads", async () => {
  const shown = await show({ kind: "link", phase: "offered" }, { canDownloadApp: false });
  expect(shown.links).toEqual([]);
});

test("a download that may cost money is offered with its size", async () => {
  expect((await show({ phase: "offered" })).buttons[0]).toMatch(/^Download \(1\.2\s?MB\)$/);
});

test("a failure shows what to do, and offers to try again", async () => {
  const { said, buttons } = await show({ phase: "failed", failure: { kind: "no-room" } });
  expect(said).toContain("Free some space and try again");
  expect(buttons[0]).toBe("Try again");
});

test("a version that was rolled back can be tried once more", async () => {
  const { said, buttons } = await show({ phase: "offered", rolledBack: "1.2.0" });
  expect(said).toContain("did not start on this computer");
  expect(buttons[0]).toBe("Try it again");
});
