import { expect, test } from "vitest";
import { commandForKey } from "../../../../src/features/window/window-keys.ts";

const key = (value: string, how: Partial<KeyboardEvent> = {}) =>
  ({
    key: value,
    code: "",
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...how,
  }) as KeyboardEvent;

const ctrl = (value: string, how: Partial<KeyboardEvent> = {}) =>
  key(value, { ctrlKey: true, ...how });
const cmd = (value: string, how: Partial<KeyboardEvent> = {}) =>
  key(value, { metaKey: true, ...how });

test.each([
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
  ["F3", key("F3"), "next"],
  ["Shift F3", key("F3", { shiftKey: true }), "previous"],
  ["F11", key("F11"), "full-screen"],
])("the key %s does the same as in browsers", (_, event, command) => {
  expect(commandForKey(event, false)).toBe(command);
});

test.each([
  ["Cmd +", cmd("+"), "larger"],
  ["Cmd F", cmd("f"), "find"],
  ["Cmd P", cmd("p"), "print"],
  ["Ctrl Cmd F", cmd("f", { ctrlKey: true }), "full-screen"],
])("the key %s does the same as in browsers on a Mac", (_, event, command) => {
  expect(commandForKey(event, true)).toBe(command);
});

test.each([
  ["a letter", key("f"), false],
  ["Alt Gr, which is Ctrl and Alt", ctrl("+", { altKey: true }), false],
  ["Ctrl Shift P", ctrl("P", { shiftKey: true }), false],
  ["Ctrl C", ctrl("c"), false],
  ["Ctrl F on a Mac, which moves in a field", ctrl("f"), true],
])("the key %s does nothing", (_, event, isMac) => {
  expect(commandForKey(event, isMac)).toBeNull();
});
