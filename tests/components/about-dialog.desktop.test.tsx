import { expect, test } from "vitest";
import { createAlerts } from "../../src/core/alerts.ts";
import AboutDialog from "../../src/features/about/about-dialog.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import { openActivated, openLicence, REGISTERED } from "../unit/support/licence-school.ts";
import { getByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderDesktop, waitUntil } from "./render.tsx";

const show = async (opened: Awaited<ReturnType<typeof openLicence>>) => {
  const alerts = createAlerts<MessageId>();
  const closed: number[] = [];
  const { licence, identity } = opened;
  await renderDesktop(
    { alerts, desktop: { licence, machine: { identity, version: "1.1.2" } } },
    <AboutDialog onClose={() => void closed.push(1)} />,
  );
  return { ...opened, alerts, closed };
};

test("About shows the description, the version and the hardware info", async () => {
  await show(await openLicence());
  const { textContent } = getByRole("dialog", "About");
  expect(textContent).toContain("The learning space as an app: your lessons are stored");
  expect(textContent).toContain("Version 1.1.2");
  const hardware = getByRole<HTMLTextAreaElement>("textbox", "Hardware info");
  await waitUntil(() => hardware.value === "Linux\n2 cores\n4 GB");
  expect(hardware.readOnly).toBe(true);
  // It is not activated.
  expect(queryByRole("button", "Deactivate")).toBeNull();
});

test("About shows the serial number, and frees the seat on Deactivate", async () => {
  const { school, ends, state, closed, alerts } = await show(await openActivated());
  expect(getByRole("dialog").textContent).toContain(REGISTERED);
  const release = school.hold("POST /user/deactivate");
  await click(getByRole("button", "Deactivate"));
  await click(getByRole("button", "Deactivate"));
  release();
  await waitUntil(() => closed.length > 0);
  expect(school.count("POST /user/deactivate")).toBe(1);
  expect([ends, state.status, school.seats.size]).toEqual([["deactivated"], "none", 0]);
  expect(alerts.state.list).toEqual([]);
});

test("About keeps the licence and shows an error for 15 seconds when deactivating fails", async () => {
  const { school, state, alerts, closed } = await show(await openActivated());
  school.network.up = false;
  await click(getByRole("button", "Deactivate"));
  await waitUntil(() => alerts.state.list.length > 0);
  expect(alerts.state.list).toMatchObject([
    { tone: "error", text: "about.not-deactivated", seconds: 15 },
  ]);
  // An open dialog would make the alert unreachable.
  expect([state.status, closed.length]).toEqual(["active", 1]);
});
