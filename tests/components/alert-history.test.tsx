import { expect, test } from "vitest";
import { createAlertHistory } from "../../src/core/alert-history.ts";
import { createAlerts } from "../../src/core/alerts.ts";
import AlertHistoryDialog from "../../src/features/alert-history/alert-history-dialog.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { queryAllByRole } from "./accessible.ts";
import { act, renderApp } from "./render.tsx";

const show = async () => {
  const alerts = createAlerts<MessageId>();
  const alertHistory = createAlertHistory(alerts, () => Date.UTC(2026, 2, 1, 9, 30));
  alertHistory.start();
  await renderApp(
    { alertHistory, courses: {} as never },
    <AlertHistoryDialog onClose={() => undefined} />,
  );
  return alerts;
};

test("messages so far lists what was shown and dismissed, with its time", async () => {
  const alerts = await show();
  await act(() => {
    alerts.show({
      tone: "error",
      title: "failure.title",
      text: "authorization.throttled",
      values: { minutes: 7 },
      seconds: 6,
    });
    alerts.dismiss(alerts.state.list[0]?.id ?? 0);
  });
  const [item] = queryAllByRole("listitem");
  expect(item?.textContent).toContain("Too many attempts. Please wait 7 minutes");
  expect(item?.querySelector("time")?.dateTime).toBe("2026-03-01T09:30:00.000Z");
});
