import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAlertHistory } from "../../src/core/alert-history.ts";
import { type Alert, createAlerts } from "../../src/core/alerts.ts";
import AlertHistoryDialog from "../../src/features/alert-history/alert-history-dialog.tsx";
import { AlertList } from "../../src/features/shell/alert-list.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { blur, click, focus, hover, unhover } from "./person.ts";
import { act, renderApp } from "./render.tsx";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

type Shown = Omit<Alert<MessageId>, "id">;
const WRONG: Shown = { tone: "error", text: "authorization.wrong", seconds: 6 };
const SENT: Shown = { tone: "info", text: "authorization.forgot-sent", seconds: 10 };

const showing = async (...shown: Shown[]) => {
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

test("an alert disappears at its own time, whatever the others do, or when it is dismissed", async () => {
  const alerts = await showing(WRONG, SENT);
  const shown = () => [queryByRole("alert") !== null, queryByRole("status") !== null];
  await pass(5999);
  expect(shown()).toEqual([true, true]);
  await pass(1);
  expect(shown()).toEqual([false, true]);
  await act(() => alerts.show({ ...WRONG, text: "failure.connection" }));
  await pass(4000);
  expect(shown()).toEqual([true, false]);
  await click(dismiss());
  expect(shown()).toEqual([false, false]);
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
  await release();
  await pass(5999);
  expect(queryByRole("alert")).not.toBeNull();
  await pass(1);
  expect(queryByRole("alert")).toBeNull();
});

test("messages so far lists what was shown and dismissed, with its time", async () => {
  const alerts = createAlerts<MessageId>();
  const alertHistory = createAlertHistory(alerts, () => Date.UTC(2026, 2, 1, 9, 30));
  alertHistory.start();
  const services = { alertHistory, courses: {} as never };
  await renderApp(services, <AlertHistoryDialog onClose={() => undefined} />);
  const throttled = { title: "failure.title", text: "authorization.throttled" } as const;
  await act(() => {
    alerts.show({ ...WRONG, ...throttled, values: { minutes: 7 } });
    alerts.dismiss(alerts.state.list[0]?.id ?? 0);
  });
  const [item] = queryAllByRole("listitem");
  expect(item?.textContent).toContain("Too many attempts. Please wait 7 minutes");
  expect(item?.querySelector("time")?.dateTime).toBe("2026-03-01T09:30:00.000Z");
});
