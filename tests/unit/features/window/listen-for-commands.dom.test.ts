import { afterEach, expect, test } from "vitest";
import {
  listenForCommands,
  type WindowCommand,
} from "../../../../src/features/window/window-keys.ts";

let stop = () => {};
afterEach(() => stop());

/** Listens, and answers each command with `handled`. */
const listen = ({ isMac = false, handled = true } = {}) => {
  const commands: WindowCommand[] = [];
  stop = listenForCommands(isMac, (command) => {
    commands.push(command);
    return handled;
  });
  return commands;
};

/** @returns whether the engine's own action was prevented */
const press = (key: string, how: KeyboardEventInit = {}) =>
  !document.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true, ...how }));
const turn = (deltaY: number, how: WheelEventInit = { ctrlKey: true }) => {
  const event = new WheelEvent("wheel", { deltaY, cancelable: true, ...how });
  // happy-dom's event of a wheel has no keys.
  const { ctrlKey = false, metaKey = false } = how;
  return !document.dispatchEvent(Object.assign(event, { ctrlKey, metaKey }));
};

test("the window's keys run their commands in place of the engine's", () => {
  const commands = listen();
  expect(press("f", { ctrlKey: true })).toBe(true);
  expect(press("f")).toBe(false);
  expect(commands).toEqual(["find"]);
});

test("the window's keys are left to the engine if nobody uses the command", () => {
  listen({ handled: false });
  expect(press("F3")).toBe(false);
});

test("the window's keys and wheel do nothing when the page has handled them, or after the end", () => {
  const commands = listen();
  const handle = (event: Event) => event.preventDefault();
  const options = { capture: true, passive: false };
  for (const type of ["keydown", "wheel"]) window.addEventListener(type, handle, options);
  press("f", { ctrlKey: true });
  turn(60);
  for (const type of ["keydown", "wheel"]) window.removeEventListener(type, handle, options);
  stop();
  press("f", { ctrlKey: true });
  turn(-60);
  expect(commands).toEqual([]);
});

test("the wheel with Ctrl zooms by a step for each notch, and does not scroll", () => {
  const commands = listen();
  expect(turn(-60)).toBe(true);
  expect(turn(60)).toBe(true);
  expect(turn(3, { ctrlKey: true, deltaMode: WheelEvent.DOM_DELTA_LINE })).toBe(true);
  expect(commands).toEqual(["larger", "smaller", "smaller"]);
});

test("the wheel with Ctrl adds up the small steps of a touchpad", () => {
  const commands = listen();
  for (const delta of [-20, -20, -19]) turn(delta);
  expect(commands).toEqual([]);
  turn(-1);
  expect(commands).toEqual(["larger"]);
  turn(-59);
  expect(commands).toEqual(["larger"]);
});

test("the wheel with Ctrl may be the Command key on a Mac, and only there", () => {
  const elsewhere = listen();
  expect(turn(60, { metaKey: true })).toBe(false);
  stop();
  const onMac = listen({ isMac: true });
  turn(60, { metaKey: true });
  // A pinch arrives with Ctrl.
  turn(60);
  expect(turn(60, {})).toBe(false);
  expect([elsewhere, onMac]).toEqual([[], ["smaller", "smaller"]]);
});
