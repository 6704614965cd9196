import { expect, test } from "vitest";
import { createVideoMemory } from "../../../../../src/features/lessons/video/use-video-services.ts";
import { createMemoryMachine } from "../../../../../src/platform/memory/memory-machine.ts";

const start = (personId = 7, { storage } = createMemoryMachine()) => ({
  storage,
  memory: createVideoMemory(storage, personId),
});

test("a video resumes at its position and speed, also in another tab", () => {
  const { memory, storage } = start();
  expect(memory.recall("PM/pivot.webm")).toEqual({ position: 0, speed: 1 });
  memory.remember("PM/pivot.webm", 12.5, 1.5);
  memory.remember("PM/other.webm", 3, 0.5);
  const other = createVideoMemory(storage, 7);
  expect(other.recall("PM/pivot.webm")).toEqual({ position: 12.5, speed: 1.5 });
  expect(other.recall("PM/other.webm")).toEqual({ position: 3, speed: 0.5 });
});

test("position and speed are stored for each person", () => {
  const { memory, storage } = start();
  memory.remember("PM/pivot.webm", 12.5, 1.5);
  memory.setCaptions(false);
  const other = createVideoMemory(storage, 8);
  expect(other.recall("PM/pivot.webm")).toEqual({ position: 0, speed: 1 });
  expect(other.wantsCaptions()).toBe(true);
  other.remember("PM/pivot.webm", 1, 1);
  expect(memory.recall("PM/pivot.webm").position).toBe(12.5);
});

test("captions that are switched off and the form of films stay, and are of no film alone", () => {
  const { memory, storage } = start();
  expect([memory.wantsCaptions(), memory.size()]).toEqual([true, null]);
  memory.setCaptions(false);
  memory.setSize("whole");
  memory.remember("PM/pivot.webm", 1, 1);
  const again = createVideoMemory(storage, 7);
  expect([again.wantsCaptions(), again.size()]).toEqual([false, "whole"]);
});

test("the hundred most recent videos are stored", () => {
  const { memory } = start();
  for (let number = 0; number <= 100; number += 1) memory.remember(`${number}`, 5, 1);
  expect(memory.recall("0").position).toBe(0);
  expect(memory.recall("1").position).toBe(5);
});

test.each(["nonsense", "{}", '{"captions":true,"watched":[{"name":"PM/pivot.webm"}]}'])(
  "damaged storage, %s, is dropped",
  (damaged) => {
    const { storage } = start();
    storage.set("videos.v1.7", damaged);
    const { memory } = start(7, createMemoryMachine());
    expect(createVideoMemory(storage, 7).recall("PM/pivot.webm")).toEqual(memory.recall("x"));
  },
);

test.each([
  [4.1, 1],
  [4, 4],
  [0.2, 1],
])("a stored speed of %d is used again as %d", (speed, used) => {
  const { memory } = start();
  memory.remember("PM/pivot.webm", 5, speed);
  expect(memory.recall("PM/pivot.webm").speed).toBe(used);
});
