import { expect, test } from "vitest";
import { decodeMessage } from "../../../src/embed/decode-message.ts";

test.each([
  [{ learningSpace: "ready", signedIn: true }],
  [{ learningSpace: "height", height: 0 }],
  [{ learningSpace: "place", path: "/lessons/PM?page=2", title: "" }],
  [{ learningSpace: "lesson-completed", id: 7, product: "PM", course: "PMB", lesson: "paper" }],
  [{ learningSpace: "lesson-completed", id: "7", product: null, course: null, lesson: null }],
  [{ learningSpace: "signed-out", why: "expired" }],
])("a message of the app to the page that shows it is taken as it is: %j", (message) => {
  expect(decodeMessage(message)).toEqual(message);
  expect(decodeMessage({ ...message, more: "than known" })).toEqual(message);
});

test.each([
  [null],
  [undefined],
  ["ready"],
  [7],
  [[]],
  [{}],
  [{ learningSpace: "hello" }],
  [{ learningSpace: "ready" }],
  [{ learningSpace: "ready", signedIn: 1 }],
  [{ learningSpace: "height" }],
  [{ learningSpace: "height", height: "700" }],
  [{ learningSpace: "height", height: -1 }],
  [{ learningSpace: "height", height: Number.NaN }],
  [{ learningSpace: "place", path: "/faq" }],
  [{ learningSpace: "place", path: "faq", title: "" }],
  [{ learningSpace: "place", path: "//stranger.example", title: "" }],
  [{ learningSpace: "place", path: "javascript:alert(1)", title: "" }],
  [{ learningSpace: "lesson-completed" }],
  [{ learningSpace: "lesson-completed", id: {} }],
  [{ learningSpace: "signed-out" }],
])("a message to the page that shows the app is left alone in another form: %j", (message) => {
  expect(decodeMessage(message)).toBeNull();
});

test("a message of the app to the page that shows it names no key that is no text", () => {
  const sent = { learningSpace: "lesson-completed", id: 7, product: 1, course: [], lesson: {} };
  expect(decodeMessage(sent)).toMatchObject({ product: null, course: null, lesson: null });
});
