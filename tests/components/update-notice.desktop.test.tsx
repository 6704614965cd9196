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
  ...{ kind: "resources", phase: "ready", version: "1.2.0", notes: { en: "Faster." } },
  ...{ bytesDone: 0, bytesTotal: 1_200_000, failure: null, snoozedUntil: 0 },
  ...{ rolledBack: "", asked: false, packagePath: "" },
};

const show = async (state: Partial<UpdateState>, path = "/profile") => {
  const { hook } = memoryLocation({ path });
  const updates = { state: proxy({ ...READY, ...state }), snooze: () => undefined } as Updates;
  const services = {
    session: { state: proxy({ user: { canDownloadApp: true }, level: 1 }) } as Session,
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

test.each<[string, Partial<UpdateState>, said: string, buttons: string[], links: string[]]>([
  [
    "that is ready can be read about, installed or postponed",
    {},
    "Version 1.2.0 is ready to be installed.",
    ["Install and restart", "What is new", "Later"],
    [],
  ],
  [
    "is linked to where the app has no key of the school",
    { kind: "link", phase: "offered", notes: {} },
    "Version 1.2.0 is available.",
    ["Later"],
    ["Open Downloads"],
  ],
])("a version %s", async (_, state, said, buttons, links) => {
  expect(await show(state)).toEqual({ said, buttons, links });
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
  expect((await show(state, path)).said).toBeNull();
});

test.each<[what: string, state: Partial<UpdateState>, words: string, button: RegExp]>([
  ["a download that may cost money", { phase: "offered" }, "", /^Download \(1\.2\s?MB\)$/],
  [
    "another try after a failure",
    { phase: "failed", failure: { kind: "no-room" } },
    "Free some space and try again",
    /^Try again$/,
  ],
  [
    "a version that was rolled back",
    { phase: "offered", rolledBack: "1.2.0" },
    "did not start on this computer",
    /^Try it again$/,
  ],
])("the notice of an update offers %s", async (_, state, words, button) => {
  const { said, buttons } = await show(state);
  expect(said).toContain(words);
  expect(buttons[0]).toMatch(button);
});
