import { afterEach, expect, test } from "vitest";
import {
  commandForKey,
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

test("the window's keys run their commands in place of the engine's, if somebody uses them", () => {
  const commands = listen();
  expect(press("f", { ctrlKey: true })).toBe(true);
  expect(press("f")).toBe(false);
  expect(commands).toEqual(["find"]);
  stop();
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

const keyOf = (key: string, how: Partial<KeyboardEvent> = {}) =>
  new KeyboardEvent("keydown", { key, ...how });
const ctrl = (key: string, how: Partial<KeyboardEvent> = {}) =>
  keyOf(key, { ctrlKey: true, ...how });
const cmd = (key: string, how: Partial<KeyboardEvent> = {}) =>
  keyOf(key, { metaKey: true, ...how });
const MAC = true;

test.each<[what: string, event: KeyboardEvent, command: WindowCommand | null, isMac?: boolean]>([
  ["Ctrl +", ctrl("+", { shiftKey: true }), "larger"],
  ["Ctrl =, where + needs Shift", ctrl("="), "larger"],
  ["Ctrl −", ctrl("-"), "smaller"],
  ["Ctrl 0", ctrl("0"), "reset"],
  ["Ctrl F", ctrl("f"), "find"],
  ["Ctrl F with capitals on", ctrl("F"), "find"],
  ["Ctrl F on a Hebrew layout", ctrl("כ", { code: "KeyF" }), "find"],
  ["Ctrl P on a Greek layout", ctrl("π", { code: "KeyP" }), "print"],
  ["Ctrl G", ctrl("g"), "next"],
  ["Ctrl Shift G", ctrl("G", { shiftKey: true }), "previous"],
  ["F3", keyOf("F3"), "next"],
  ["Shift F3", keyOf("F3", { shiftKey: true }), "previous"],
  ["F11", keyOf("F11"), "full-screen"],
  ["Cmd +", cmd("+"), "larger", MAC],
  ["Cmd F", cmd("f"), "find", MAC],
  ["Cmd P", cmd("p"), "print", MAC],
  ["Ctrl Cmd F", cmd("f", { ctrlKey: true }), "full-screen", MAC],
  ["a letter", keyOf("f"), null],
  ["Alt Gr, which is Ctrl and Alt", ctrl("+", { altKey: true }), null],
  ["Ctrl Shift P", ctrl("P", { shiftKey: true }), null],
  ["Ctrl C", ctrl("c"), null],
  ["Ctrl F on a Mac, which moves in a field", ctrl("f"), null, MAC],
])(
  "a key runs the same command as in browsers, or none: %s",
  (_, event, command, isMac = false) => {
    expect(commandForKey(event, isMac)).toBe(command);
  },
);
