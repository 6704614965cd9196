import { describe, expect, test } from "vitest";
import { createAlerts } from "../../src/core/alerts.ts";
import AboutDialog from "../../src/features/about/about-dialog.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { openActivated, openLicence, REGISTERED } from "../unit/support/licence-school.ts";
import { byRole, theOne } from "./accessible.ts";
import { click } from "./person.ts";
import { render, until } from "./render.tsx";
import { withDesktop } from "./with-app.tsx";

const show = async (opened: Awaited<ReturnType<typeof openLicence>>) => {
  const alerts = createAlerts<MessageId>();
  const closed: number[] = [];
  const { licence, identity } = opened;
  await render(
    withDesktop(
      { alerts, desktop: { licence, machine: { identity, version: "1.1.2" } } },
      <AboutDialog onClose={() => void closed.push(1)} />,
    ),
  );
  return { ...opened, alerts, closed };
};

describe("About", () => {
  test("says what the app is, its version and on what it runs", async () => {
    await show(await openLicence());
    expect(theOne("dialog", "About").textContent).toContain("Version 1.1.2");
    const hardware = theOne<HTMLTextAreaElement>("textbox", "Hardware info");
    await until(() => hardware.value === "Linux\n2 cores\n4 GB");
    expect(hardware.readOnly).toBe(true);
  });

  test("has nothing to deactivate on a machine that is not activated", async () => {
    await show(await openLicence());
    expect(byRole("button", "Deactivate")).toBeNull();
    expect(document.body.textContent).not.toContain("Serial number");
  });

  test("names the serial number, and gives the seat back", async () => {
    const { school, ends, state, closed, alerts } = await show(await openActivated());
    expect(theOne("dialog").textContent).toContain(REGISTERED);
    await click(theOne("button", "Deactivate"));
    await until(() => closed.length > 0);
    expect([ends, state.status, school.seats.size]).toEqual([["deactivated"], "none", 0]);
    expect(alerts.state.list).toEqual([]);
  });

  test("keeps the licence and says so for fifteen seconds when that fails", async () => {
    const { school, state, alerts, closed } = await show(await openActivated());
    school.network.up = false;
    await click(theOne("button", "Deactivate"));
    await until(() => alerts.state.list.length > 0);
    expect(alerts.state.list).toMatchObject([
      { tone: "error", text: "about.not-deactivated", seconds: 15 },
    ]);
    // An open dialog would keep the alert from being reached.
    expect([state.status, closed.length]).toEqual(["active", 1]);
  });

  test("pressed twice asks once", async () => {
    const { school, closed } = await show(await openActivated());
    const release = school.hold("POST /user/deactivate");
    await click(theOne("button", "Deactivate"));
    await until(() => theOne("button", "Deactivate").getAttribute("aria-disabled") === "true");
    await click(theOne("button", "Deactivate"));
    release();
    await until(() => closed.length > 0);
    expect(school.count("POST /user/deactivate")).toBe(1);
  });
});
