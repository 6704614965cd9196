import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Alert, createAlerts } from "../../src/core/alerts.ts";
import { AlertList } from "../../src/features/shell/alert-list.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { allByRole, byRole, nameOf, theOne } from "./accessible.ts";
import { click, focus, leave, pointAt, pointAway } from "./person.ts";
import { act, render } from "./render.tsx";
import { withApp } from "./with-app.tsx";

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
  await render(withApp({ alerts }, <AlertList />));
  return alerts;
};

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const dismiss = () => theOne("button", "Dismiss");

describe("an alert", () => {
  test("interrupts when it is an error, and waits for a pause when it is none", async () => {
    await showing(WRONG, SENT);
    expect(theOne("alert").textContent).toContain("Wrong username and/or password");
    expect(theOne("status").textContent).toContain("If an account exists, an email will be sent.");
  });

  test("has its title before it, and its numbers in it", async () => {
    await showing({
      ...WRONG,
      title: "failure.title",
      text: "authorization.throttled",
      values: { minutes: 7 },
    });
    expect(nameOf(theOne("alert"))).toMatch(/^Error Too many attempts\. Please wait 7 minutes/);
  });

  test("goes when it is dismissed", async () => {
    await showing(WRONG);
    await click(dismiss());
    expect(byRole("alert")).toBeNull();
  });

  test.each([5, 6, 10, 15, 20] as const)("goes by itself after its %i seconds", async (seconds) => {
    await showing({ ...WRONG, seconds });
    await pass(seconds * 1000 - 1);
    expect(byRole("alert")).not.toBeNull();
    await pass(1);
    expect(byRole("alert")).toBeNull();
  });

  test("goes at its own time, whatever others do", async () => {
    const alerts = await showing(WRONG, SENT);
    await pass(6000);
    expect([byRole("alert"), byRole("status")]).toEqual([null, expect.anything()]);
    await act(() => alerts.show({ ...WRONG, text: "failure.connection" }));
    await pass(4000);
    expect([byRole("alert"), byRole("status")]).toEqual([expect.anything(), null]);
  });

  test("that is shown again has its whole time again", async () => {
    const alerts = await showing(WRONG);
    await pass(5000);
    await act(() => alerts.show(WRONG));
    await pass(5000);
    expect(allByRole("alert")).toHaveLength(1);
    await pass(1000);
    expect(byRole("alert")).toBeNull();
  });
});

describe("an alert stays", () => {
  test("while it has the focus, and then for its time", async () => {
    await showing(WRONG);
    await pass(5000);
    await focus(dismiss());
    await pass(60_000);
    expect(byRole("alert")).not.toBeNull();
    await leave(dismiss());
    await pass(5999);
    expect(byRole("alert")).not.toBeNull();
    await pass(1);
    expect(byRole("alert")).toBeNull();
  });

  test("while it is pointed at, and then for its time", async () => {
    await showing(WRONG);
    await pass(5000);
    await pointAt(theOne("alert"));
    await pass(60_000);
    expect(byRole("alert")).not.toBeNull();
    await pointAway(theOne("alert"));
    await pass(5999);
    expect(byRole("alert")).not.toBeNull();
    await pass(1);
    expect(byRole("alert")).toBeNull();
  });

  test("focused when the mouse leaves it, and pointed at when the focus does", async () => {
    await showing(WRONG);
    await focus(dismiss());
    await pointAt(theOne("alert"));
    await pointAway(theOne("alert"));
    await pass(60_000);
    expect(byRole("alert")).not.toBeNull();
    await pointAt(theOne("alert"));
    await leave(dismiss());
    await pass(60_000);
    expect(byRole("alert")).not.toBeNull();
    await pointAway(theOne("alert"));
    await pass(6000);
    expect(byRole("alert")).toBeNull();
  });
});
