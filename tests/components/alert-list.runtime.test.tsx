import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Alert, createAlerts } from "../../src/core/alerts.ts";
import { AlertList } from "../../src/features/shell/alert-list.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { blur, click, focus, hover, unhover } from "./person.ts";
import { act, renderApp } from "./render.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const WRONG: Omit<Alert<MessageId>, "id"> = {
  tone: "error",
  text: "authorization.wrong",
  seconds: 6,
};
const SENT: Omit<Alert<MessageId>, "id"> = {
  tone: "info",
  text: "authorization.forgot-sent",
  seconds: 10,
};

const showing = async (...shown: Omit<Alert<MessageId>, "id">[]) => {
  const alerts = createAlerts<MessageId>();
  for (const alert of shown) alerts.show(alert);
  await renderApp({ alerts }, <AlertList />);
  return alerts;
};

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const dismiss = () => getByRole("button", "Dismiss");

test("an alert is assertive when it is an error, and polite otherwise", async () => {
  await showing(WRONG, SENT);
  expect(getByRole("alert").textContent).toContain("Wrong username and/or password");
  expect(getByRole("status").textContent).toContain("If an account exists, an email will be sent.");
});

test("an alert shows its title first, and its numbers formatted", async () => {
  await showing({
    ...WRONG,
    title: "failure.title",
    text: "authorization.throttled",
    values: { minutes: 7 },
  });
  const [texts] = getByRole("alert").children;
  expect(Array.from(texts?.children ?? [], ({ textContent }) => textContent)).toEqual([
    "Error",
    expect.stringMatching(/^Too many attempts\. Please wait 7 minutes/),
  ]);
});

test("an alert disappears when it is dismissed", async () => {
  await showing(WRONG);
  await click(dismiss());
  expect(queryByRole("alert")).toBeNull();
});

test.each([5, 6, 10, 15, 20] as const)("an alert disappears after %i seconds", async (seconds) => {
  await showing({ ...WRONG, seconds });
  await pass(seconds * 1000 - 1);
  expect(queryByRole("alert")).not.toBeNull();
  await pass(1);
  expect(queryByRole("alert")).toBeNull();
});

test("an alert disappears at its own time, whatever the others do", async () => {
  const alerts = await showing(WRONG, SENT);
  await pass(6000);
  expect([queryByRole("alert"), queryByRole("status")]).toEqual([null, expect.anything()]);
  await act(() => alerts.show({ ...WRONG, text: "failure.connection" }));
  await pass(4000);
  expect([queryByRole("alert"), queryByRole("status")]).toEqual([expect.anything(), null]);
});

test("an alert starts its time again when it is shown again", async () => {
  const alerts = await showing(WRONG);
  await pass(5000);
  await act(() => alerts.show(WRONG));
  await pass(5000);
  expect(queryAllByRole("alert")).toHaveLength(1);
  await pass(1000);
  expect(queryByRole("alert")).toBeNull();
});

test.each([
  ["it has the focus", () => focus(dismiss()), () => blur(dismiss())],
  ["it is hovered", () => hover(getByRole("alert")), () => unhover(getByRole("alert"))],
])("an alert stays while %s, and for its whole time after that", async (_, hold, release) => {
  await showing(WRONG);
  await pass(5000);
  await hold();
  await pass(60_000);
  expect(queryByRole("alert")).not.toBeNull();
  await release();
  await pass(5999);
  expect(queryByRole("alert")).not.toBeNull();
  await pass(1);
  expect(queryByRole("alert")).toBeNull();
});

test("an alert stays when the mouse leaves it but it has the focus, and the other way round", async () => {
  await showing(WRONG);
  await focus(dismiss());
  await hover(getByRole("alert"));
  await unhover(getByRole("alert"));
  await pass(60_000);
  expect(queryByRole("alert")).not.toBeNull();
  await hover(getByRole("alert"));
  await blur(dismiss());
  await pass(60_000);
  expect(queryByRole("alert")).not.toBeNull();
  await unhover(getByRole("alert"));
  await pass(6000);
  expect(queryByRole("alert")).toBeNull();
});
