import { beforeEach, expect, test } from "vitest";
import {
  listenToStage,
  type StageListeners,
} from "../../../../src/features/desk-marking/stage-pointer.ts";

let happened: string[];
let element: HTMLElement;
let isDrawing: boolean;

const at = ({ x, y }: { x: number; y: number }) => `${Math.round(x)},${Math.round(y)}`;

beforeEach(() => {
  happened = [];
  isDrawing = true;
  element = document.createElement("div");
  document.body.replaceChildren(element);
  const listeners: StageListeners = {
    isDrawing: () => isDrawing,
    onStart: (place) => happened.push(`start ${at(place)}`),
    onMove: (places) => happened.push(`move ${places.map(at).join(" ")}`),
    onEnd: () => happened.push("end"),
    onCancel: () => happened.push("cancel"),
    onPan: (by) => happened.push(`pan ${at(by)}`),
    onZoom: (factor, place) => happened.push(`zoom ${factor.toFixed(2)} ${at(place)}`),
    onTap: (place) => happened.push(`tap ${at(place)}`),
    onWheel: (by) => {
      happened.push(`wheel ${at(by)}`);
      return true;
    },
  };
  listenToStage(element, () => listeners);
});

const POINTERS: Record<string, PointerEventInit> = {
  mouse: { pointerId: 1, pointerType: "mouse" },
  wheel: { pointerId: 1, pointerType: "mouse", button: 1 },
  pen: { pointerId: 1, pointerType: "pen" },
  finger: { pointerId: 1 },
  second: { pointerId: 2 },
  third: { pointerId: 3 },
};

/** Lets pointers do one thing after the other, such as `mouse down 10,10`. */
const play = (...events: string[]) => {
  for (const [pointer = "", what, x, y] of events.map((event) => event.split(/[ ,]/))) {
    const usual = { button: 0, pointerType: "touch", bubbles: true, cancelable: true };
    const place = { clientX: Number(x), clientY: Number(y) };
    const init = { ...usual, ...place, ...POINTERS[pointer] };
    element.dispatchEvent(new PointerEvent(`pointer${what}`, init));
  }
};

test.each<[what: string, events: string[], happens: string[]]>([
  [
    "a pointer draws from where it is pressed to where it is lifted",
    ["mouse down 10,10", "mouse move 20,30", "mouse up 20,30", "mouse move 90,90"],
    ["start 10,10", "move 20,30", "end"],
  ],
  [
    "a palm beside a pen that draws does nothing",
    ["pen down 1,1", "second down 200,200", "second move 220,200", "pen move 2,1", "second up 0,0"],
    ["start 1,1", "move 2,1"],
  ],
  [
    "a palm that comes before the pen is forgotten when the pen comes",
    ["second down 200,200", "pen down 10,10", "second move 220,200", "pen move 12,10"],
    ["start 200,200", "cancel", "start 10,10", "move 12,10"],
  ],
  [
    "a second finger ends a line that the first has begun, and both move and zoom",
    ["finger down 0,0", "second down 100,0", "second move 200,0"],
    ["start 0,0", "cancel", "pan 50,0", "zoom 2.00 100,0"],
  ],
  [
    "two fingers that are lifted were no tap, and the next one draws again",
    ["finger down 0,0", "second down 1,0", "second up 1,0", "finger up 0,0", "third down 5,5"],
    ["start 0,0", "cancel", "start 5,5"],
  ],
  [
    "the middle button moves the page while a tool is chosen",
    ["wheel down 0,0", "mouse move 30,0", "wheel up 30,0"],
    ["pan 30,0"],
  ],
  [
    "a line that the browser interrupts is forgotten",
    ["finger down 0,0", "finger cancel 0,0", "finger move 9,9"],
    ["start 0,0", "cancel"],
  ],
])("%s", (_, events, happens) => {
  play(...events);
  expect(happened).toEqual(happens);
});

test("all that a pen reports between two frames is drawn", () => {
  play("pen down 0,0");
  const move = new PointerEvent("pointermove", { clientX: 3, clientY: 3, ...POINTERS.pen });
  const between = [1, 2, 3].map((x) => new PointerEvent("pointermove", { clientX: x, clientY: x }));
  element.dispatchEvent(Object.assign(move, { getCoalescedEvents: () => between }));
  expect(happened.at(-1)).toBe("move 1,1 2,2 3,3");
});

test("without a tool a press that moves is no tap", () => {
  isDrawing = false;
  play("finger down 0,0", "finger move 3,0", "finger up 3,0");
  play("finger down 0,0", "finger move 30,0", "finger up 30,0");
  expect(happened).toEqual(["pan 3,0", "tap 0,0", "pan 30,0"]);
});

test("the wheel zooms with Ctrl, and otherwise moves the page if it can", () => {
  const wheel = (init: WheelEventInit) => {
    const event = new WheelEvent("wheel", { cancelable: true, clientX: 5, clientY: 6, ...init });
    // happy-dom leaves these out.
    Object.defineProperties(event, {
      ctrlKey: { value: init.ctrlKey ?? false },
      clientX: { value: 5 },
      clientY: { value: 6 },
    });
    element.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(wheel({ deltaY: -100, ctrlKey: true })).toBe(true);
  expect(wheel({ deltaY: 30 })).toBe(true);
  expect(happened).toEqual(["zoom 2.72 5,6", "wheel 0,-30"]);
});
