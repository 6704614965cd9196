import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { getAsset, getLesson } from "../../../src/contract/content.ts";
import { createKept } from "../../../src/kept/kept.ts";
import { openStore } from "../support/open-kept.ts";

const PAPER = { params: { productKey: "PM", lessonKey: "paper" } };
const PICTURE = { query: { product: "PM", title: "dart.svg" } };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** The page of a signed-in person, before anything is kept. */
const openPage = async (options: Parameters<typeof openStore>[1] = {}) => {
  const opened = await openStore("dana", options);
  const open = async () => opened.services;
  const kept = createKept({ school: opened.app.school, isServed: false, open });
  const start = async () => {
    kept.start(() => "en");
    await vi.advanceTimersByTimeAsync(60_000);
  };
  return { ...opened, kept, start };
};

test("what was answered before the store was open is kept, but no page of a captive portal", async () => {
  const { kept, start, school, caches } = await openPage();
  school.answer("GET /assets/fetchData", () => {
    const headers = { "content-type": "text/html; charset=utf-8" };
    return new Response("<h1>Sign in to this network</h1>", { headers });
  });
  await kept.transport.send(getLesson, PAPER);
  await kept.transport.sendForBytes(getAsset, PICTURE);
  expect(caches.entries()).toEqual([]);
  await start();
  await expect.poll(() => kept.state.isOn).toBe(true);
  expect(caches.entries().filter((entry) => entry.includes("/read "))).toHaveLength(1);
  school.network.up = false;
  expect((await kept.transport.send(getLesson, PAPER)).ok).toBe(true);
  expect((await kept.transport.sendForBytes(getAsset, PICTURE)).ok).toBe(false);
});

test("where the browser does not let the worker start, nothing is kept and the school answers", async () => {
  const { kept, start, caches, count, told } = await openPage({ workerStarts: false });
  await kept.transport.send(getLesson, PAPER);
  await start();
  await expect.poll(() => told).toEqual([{ kind: "forget", prefix: "kept.v1/7/" }]);
  await expect.poll(caches.entries).toEqual([]);
  expect(kept.state.isOn).toBe(false);
  expect(kept.services()).toBeNull();
  expect((await kept.transport.send(getLesson, PAPER)).ok).toBe(true);
  expect(caches.entries()).toEqual([]);
  expect(count("GET /products/PM/lessons/paper")).toBe(2);
});

test("where the code for it does not load, nothing is kept and the school answers", async () => {
  const { app } = await openStore();
  const open = () => Promise.reject(new Error("no network"));
  const kept = createKept({ school: app.school, isServed: true, open });
  expect((await kept.transport.send(getLesson, PAPER)).ok).toBe(true);
  kept.start(() => "en");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kept.state.isOn).toBe(false);
  await kept.end("logged-out");
});

test("on a page that the worker has provided, the first answers are the kept ones", async () => {
  const { app, school, services, fromStore } = await openStore();
  await fromStore.send(getLesson, PAPER);
  school.network.up = false;
  const kept = createKept({ school: app.school, isServed: true, open: async () => services });
  expect((await kept.transport.send(getLesson, PAPER)).ok).toBe(true);
});
