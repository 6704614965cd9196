import { proxy } from "valtio/vanilla";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { UpdateNotice } from "../../src/features/updates/update-notice.tsx";
import type { Updates } from "../../src/offline/updates/create-updates.ts";
import type { UpdateState } from "../../src/offline/updates/update-state.ts";
import { render } from "./render.tsx";

const READY: UpdateState = {
  kind: "resources",
  phase: "ready",
  version: "1.2.0",
  notes: { en: "Faster." },
  bytesDone: 0,
  bytesTotal: 1_200_000,
  failure: null,
  quietUntil: 0,
  putBack: "",
  asked: false,
  packagePath: "",
};

const show = async (state: Partial<UpdateState>, path = "/profile") => {
  const { hook } = memoryLocation({ path });
  await render(
    <Router hook={hook}>
      <UpdateNotice
        updates={{ state: proxy({ ...READY, ...state }), later: () => undefined } as Updates}
        now={() => 1000}
        path="/this-machine"
        downloads="/downloads"
        onRestart={() => undefined}
      />
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

test("a version that is ready can be read about, installed or put off", async () => {
  expect(await show({})).toEqual({
    said: "Version 1.2.0 is ready to be installed.",
    buttons: ["Install and restart", "What is new", "Later"],
    links: [],
  });
});

test.each([
  ["in a lesson", {}, "/lessons/PM/PMB/LS_1"],
  ["on the page that says it anyway", {}, "/this-machine"],
  ["until the day after it was put off", { quietUntil: 2000 }, "/profile"],
  ["while it comes in by itself", { phase: "fetching" }, "/profile"],
  [
    "where the line broke off, since it goes on by itself",
    { phase: "failed", failure: { kind: "unreachable" } },
    "/profile",
  ],
  ["where there is nothing new", { phase: "none" }, "/profile"],
] as const)("nothing is said %s", async (_, state, path) => {
  expect((await show(state, path)).said).toBeNull();
});

test("an app without the school's key leads to the downloads", async () => {
  expect(await show({ kind: "link", phase: "offered", notes: {} })).toEqual({
    said: "Version 1.2.0 is available.",
    buttons: ["Later"],
    links: ["Open Downloads"],
  });
});

test("what may cost is offered with its size", async () => {
  expect((await show({ phase: "offered" })).buttons[0]).toMatch(/^Download \(1\.2\s?MB\)$/);
});

test("a failure says what to do, and offers to try again", async () => {
  const { said, buttons } = await show({ phase: "failed", failure: { kind: "no-room" } });
  expect(said).toContain("Make room and try again");
  expect(buttons[0]).toBe("Try again");
});

test("a version that was put back can be tried once more", async () => {
  const { said, buttons } = await show({ phase: "offered", putBack: "1.2.0" });
  expect(said).toContain("did not start on this computer");
  expect(buttons[0]).toBe("Try it once more");
});
