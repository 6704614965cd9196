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

const fire = (
  type: "down" | "move" | "up" | "cancel",
  pointerId: number,
  x: number,
  y: number,
  more: PointerEventInit = {},
) =>
  element.dispatchEvent(
    new PointerEvent(`pointer${type}`, {
      pointerId,
      clientX: x,
      clientY: y,
      button: 0,
      pointerType: "touch",
      bubbles: true,
      cancelable: true,
      ...more,
    }),
  );

const PEN = { pointerType: "pen" };

test("a pointer draws from where it is pressed to where it is lifted", () => {
  fire("down", 1, 10, 10, { pointerType: "mouse" });
  fire("move", 1, 20, 30, { pointerType: "mouse" });
  fire("up", 1, 20, 30, { pointerType: "mouse" });
  fire("move", 1, 90, 90, { pointerType: "mouse" });
  expect(happened).toEqual(["start 10,10", "move 20,30", "end"]);
});

test("all that a pen reports between two frames is drawn", () => {
  fire("down", 1, 0, 0, PEN);
  const move = new PointerEvent("pointermove", { pointerId: 1, clientX: 3, clientY: 3, ...PEN });
  const between = [1, 2, 3].map((x) => new PointerEvent("pointermove", { clientX: x, clientY: x }));
  Object.assign(move, { getCoalescedEvents: () => between });
  element.dispatchEvent(move);
  expect(happened.at(-1)).toBe("move 1,1 2,2 3,3");
});

test("a palm beside a pen that draws does nothing", () => {
  fire("down", 1, 10, 10, PEN);
  fire("down", 2, 200, 200);
  fire("move", 2, 220, 200);
  fire("move", 1, 12, 10, PEN);
  fire("up", 2, 220, 200);
  fire("up", 1, 12, 10, PEN);
  expect(happened).toEqual(["start 10,10", "move 12,10", "end"]);
});

test("a palm that comes before the pen is forgotten when the pen comes", () => {
  fire("down", 2, 200, 200);
  fire("down", 1, 10, 10, PEN);
  fire("move", 2, 220, 200);
  fire("move", 1, 12, 10, PEN);
  expect(happened).toEqual(["start 200,200", "cancel", "start 10,10", "move 12,10"]);
});

test("a second finger ends a line that the first has begun, and both move and zoom", () => {
  fire("down", 1, 0, 0);
  fire("down", 2, 100, 0);
  fire("move", 2, 200, 0);
  expect(happened).toEqual(["start 0,0", "cancel", "pan 50,0", "zoom 2.00 100,0"]);
  fire("up", 2, 200, 0);
  fire("up", 1, 0, 0);
  // Neither was a tap, and the next finger draws again.
  fire("down", 3, 5, 5);
  expect(happened.slice(4)).toEqual(["start 5,5"]);
});

test("the middle button moves the page while a tool is chosen", () => {
  fire("down", 1, 0, 0, { pointerType: "mouse", button: 1 });
  fire("move", 1, 30, 0, { pointerType: "mouse" });
  fire("up", 1, 30, 0, { pointerType: "mouse", button: 1 });
  expect(happened).toEqual(["pan 30,0"]);
});

test("without a tool a press that moves is no tap", () => {
  isDrawing = false;
  fire("down", 1, 0, 0);
  fire("move", 1, 3, 0);
  fire("up", 1, 3, 0);
  fire("down", 1, 0, 0);
  fire("move", 1, 30, 0);
  fire("up", 1, 30, 0);
  expect(happened).toEqual(["pan 3,0", "tap 0,0", "pan 30,0"]);
});

test("a line that the browser interrupts is forgotten", () => {
  fire("down", 1, 0, 0);
  fire("cancel", 1, 0, 0);
  fire("move", 1, 9, 9);
  expect(happened).toEqual(["start 0,0", "cancel"]);
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
