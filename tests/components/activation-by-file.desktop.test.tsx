import { expect, test, vi } from "vitest";
import { LicenceExpiryNotice } from "../../src/features/activation/licence-expiry.tsx";
import RenewDialog from "../../src/features/activation/renew-dialog.tsx";
import { FORM, openActivated, openLicence, REGISTERED } from "../unit/support/licence-school.ts";
import { getByRole, queryByRole } from "./accessible.ts";
import {
  button,
  field,
  fillRegistration,
  presentStep as present,
  showActivation as show,
} from "./activation.tsx";
import { axeFindings as findings } from "./axe-findings.ts";
import { chooseFiles, click, enter } from "./person.ts";
import { act, pageText, renderDesktop, says, waitUntil } from "./render.tsx";

const DAY = 24 * 60 * 60_000;
const UNTIL = "2026-08-31";

/** A machine without a network, with the form filled in. */
const toRequest = async () => {
  const opened = await openLicence();
  opened.school.network.up = false;
  const shown = await show(opened);
  await enter(field("Serial number"), REGISTERED.toUpperCase());
  await click(button("Without a network"));
  await waitUntil(() => queryByRole("textbox", "Full name"));
  expect(present()).toBe("User info");
  expect(pageText()).toContain("your school keeps the details it has");
  expect(await findings()).toEqual([]);
  await fillRegistration();
  await click(button("Create request"));
  await waitUntil(() => queryByRole("heading", "Take this request to your school"));
  return shown;
};

const request = () => field("Text of the request").value;

const paste = async (licence: string) => {
  await enter(field("Or paste its text"), licence);
  await click(button("Add licence"));
};

const drop = (file: File) =>
  act(() => {
    const event = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { files: [file], types: ["Files"] } });
    // Pasting works anywhere on the page.
    getByRole("heading", "Activate the app").dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });

test("a request is written, shown as a QR code and as text, and its licence is installed", async () => {
  const { school, state, started } = await toRequest();
  expect(present()).toBe("Verification");
  expect(document.activeElement).toBe(getByRole("heading", "Take this request to your school"));
  expect(request()).toMatch(/^LSR1\./);
  const code = await waitUntil(() => queryByRole("img", "QR code of the request"));
  expect(code.querySelector("path")?.getAttribute("d")).toMatch(/^M4 4h7v1h-7z/);
  expect(await findings()).toEqual([]);
  await paste(await school.signFile(request(), UNTIL));
  await waitUntil(() => queryByRole("heading", "Activation complete"));
  expect(pageText()).toContain("The licence is valid until August 31, 2026");
  expect([started, state.status]).toEqual([[], "activated"]);
  await click(button("Start"));
  expect([started, state.status]).toEqual([["active"], "active"]);
  expect(school.requests).toEqual([]);
});

test.each([
  ["chosen", chooseFiles],
  ["dropped", drop],
])("a licence is read from a file that is %s", async (_, give) => {
  const { school } = await toRequest();
  await give(new File(["x".repeat(9000)], "film.mp4"));
  await says("This is not a licence for this app");
  const signed = await school.signFile(request(), UNTIL);
  await give(new File([`${signed}\n`], "licence.txt"));
  await waitUntil(() => queryByRole("heading", "Activation complete"));
});

test("a rejected licence shows the reason, and another one can be tried", async () => {
  const { school, state } = await toRequest();
  const other = { computerId: "computer-2" };
  await paste(await school.signFile(request(), UNTIL, other));
  await says("This licence is for another computer");
  expect([present(), state.status]).toEqual(["Verification", "none"]);
  expect(await findings()).toEqual([]);
  await paste(await school.signFile(request(), UNTIL));
  await waitUntil(() => queryByRole("heading", "Activation complete"));
});

/** A machine with a licence file that is valid until `UNTIL`. */
const openByFile = async () => {
  const opened = await openLicence();
  const signed = await opened.school.signFile(
    (await opened.licence.createRequest(REGISTERED, FORM)) ?? "",
    UNTIL,
  );
  await opened.licence.installFromFile(signed);
  opened.licence.start();
  opened.school.network.up = false;
  return opened;
};

test("an expired licence is reported, and is renewed by a request and a file", async () => {
  const { machine, restart } = await openByFile();
  machine.advance(250 * DAY);
  const { school, state, started } = await show(await restart());
  getByRole("heading", "This computer’s licence has expired");
  expect(pageText()).toContain("Its last day was August 31, 2026");
  await waitUntil(() => queryByRole("textbox", "Text of the request"));
  expect(await findings()).toEqual([]);
  const issued = new Date(machine.now()).toISOString();
  await paste(await school.signFile(request(), "2027-08-31", { issued }));
  await waitUntil(() => started.length > 0);
  expect(state).toMatchObject({ status: "active", until: "2027-08-31" });
});

test("a licence that was not confirmed for 14 days can be renewed by a file", async () => {
  const { machine, restart, school } = await openActivated();
  machine.advance(15 * DAY);
  school.network.up = false;
  const { state, started } = await show(await restart());
  await waitUntil(() => queryByRole("heading", "Please connect to the internet"));
  await click(document.querySelector("summary") as HTMLElement);
  await act(() => document.querySelector("details")?.dispatchEvent(new Event("toggle")));
  await waitUntil(() => queryByRole("textbox", "Text of the request"));
  const issued = new Date(machine.now()).toISOString();
  await paste(await school.signFile(request(), UNTIL, { issued }));
  await waitUntil(() => started.length > 0);
  expect(state).toMatchObject({ status: "active", until: UNTIL });
});

test("the expiry notice is shown above the screen until it is dismissed", async () => {
  const { machine, licence } = await openByFile();
  machine.advance(Date.parse("2026-08-10T09:00:00Z") - machine.now());
  const onRenew = vi.fn();
  await renderDesktop({ desktop: { licence } }, <LicenceExpiryNotice onRenew={onRenew} />);
  expect(queryByRole("status")).toBeNull();
  await act(() => licence.check());
  await waitUntil(() => queryByRole("status"));
  await says("This computer’s licence expires on August 31, 2026.");
  expect(await findings()).toEqual([]);
  await click(button("Renew"));
  expect(onRenew).toHaveBeenCalledOnce();
  await click(button("Later"));
  await waitUntil(() => queryByRole("status") === null);
});

test("the expiry notice is dismissed in a dialog that shows the last day", async () => {
  const { licence, school } = await openByFile();
  await renderDesktop({ desktop: { licence } }, <RenewDialog onClose={() => undefined} />);
  expect(getByRole("dialog", "Renew the licence").textContent).toContain("August 31, 2026");
  await waitUntil(() => queryByRole("textbox", "Text of the request"));
  expect(await findings()).toEqual([]);
  await paste(await school.signFile(request(), "2027-08-31"));
  await waitUntil(() => queryByRole("status")?.textContent === "The licence has been renewed.");
  expect(getByRole("dialog").textContent).toContain("August 31, 2027");
});
