import { expect, test, vi } from "vitest";
import { createAlerts } from "../../src/core/alerts.ts";
import { createNetwork } from "../../src/core/network.ts";
import AboutDialog from "../../src/features/about/about-dialog.tsx";
import ActivationScreen from "../../src/features/activation/activation-screen.tsx";
import { LicenceExpiryNotice } from "../../src/features/activation/licence-expiry.tsx";
import type { MessageId } from "../../src/i18n/message-id.ts";
import {
  FORM,
  FRESH,
  openActivated,
  openLicence,
  REGISTERED,
} from "../unit/support/licence-school.ts";
import { descriptionOf, getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { chooseFiles, click, enter, selectOption, type } from "./person.ts";
import { act, axeFindings, pageText, renderDesktop, says, waitUntil } from "./render.tsx";

const DAY = 24 * 60 * 60_000;
const ACTIVATE = "POST /user/check_activation";

const show = async (opened: Awaited<ReturnType<typeof openLicence>>) => {
  const alerts = createAlerts<MessageId>();
  const network = createNetwork(opened.machine.connectivity, () => undefined);
  network.boot();
  const started: string[] = [];
  const licence = {
    ...opened.licence,
    start() {
      opened.licence.start();
      started.push(opened.state.status);
    },
  };
  const services = { alerts, network, desktop: { licence } };
  await renderDesktop(services, <ActivationScreen />);
  return { ...opened, alerts, started, shown: () => alerts.state.list.map(({ text }) => text) };
};

const field = (name: string) => getByRole<HTMLInputElement>("textbox", name);
const button = (name: string) => getByRole("button", name);
const country = () => getByRole<HTMLSelectElement>("combobox", "Country");

/** The step that is marked as the present one. */
const present = () => document.querySelector('[aria-current="step"]')?.textContent;

/** Fills in the form of somebody who is not registered yet. */
const fill = async () => {
  await enter(field("Full name"), FORM.fullname);
  await enter(field("Email"), FORM.email);
  await selectOption(country(), FORM.country);
  await enter(field("Address"), FORM.address);
  await enter(field("Telephone"), FORM.telephone);
};

/** The wizard of a machine that was never activated. */
const wizard = async () => show(await openLicence());

const serial = () => field("Serial number");

const findSerial = async (number: string) => {
  await type(serial(), number);
  await click(button("Next"));
};

const toForm = async () => {
  const opened = await wizard();
  await findSerial(FRESH);
  await waitUntil(() => queryByRole("textbox", "Full name"));
  return opened;
};

test("the wizard leads from the serial number through the form to the app", async () => {
  const { school, state, started } = await wizard();
  const steps = queryAllByRole("listitem").map(({ textContent }) => textContent);
  expect(steps).toEqual(["Serial number", "User info", "Verification"]);
  expect(present()).toBe("Serial number");
  await findSerial(FRESH);
  await waitUntil(() => present() === "User info");
  expect(document.activeElement).toBe(field("Full name"));
  await fill();
  await click(button("Activate"));
  const heading = await waitUntil(() => queryByRole("heading", "Activation complete"));
  expect(present()).toBe("Verification");
  expect(document.activeElement).toBe(heading);
  const sent = { serialNumber: FRESH, registered: false, form: FORM };
  expect(school.requests.at(-1)?.body).toMatchObject(sent);
  expect(started).toEqual([]);
  await click(button("Start"));
  expect([started, state.status]).toEqual([["active"], "active"]);
});

test("the serial number of a wrong format shows an error in the field, which is focused", async () => {
  await wizard();
  await findSerial("not a number");
  await waitUntil(() => serial().getAttribute("aria-invalid"));
  expect(descriptionOf(serial())).toBe(
    "Wrong serial number. Invalid format, please check for a possible typo",
  );
  expect(document.activeElement).toBe(serial());
});

test("the registration requires every field, marks the empty ones and focuses the first of them", async () => {
  const { school } = await toForm();
  await type(field("Full name"), "Dana Levi");
  await click(button("Activate"));
  await waitUntil(() => queryByRole("alert"));
  expect(getByRole("alert").textContent).toBe(
    "Please complete your registration by filling in all form fields",
  );
  const missing = ["Email", "Address", "Telephone"].map((name) => descriptionOf(field(name)));
  expect([...missing, descriptionOf(country())]).toEqual(Array(4).fill("Please fill this in"));
  expect(descriptionOf(field("Full name"))).toBe("");
  await waitUntil(() => document.activeElement === field("Email"));
  expect(school.count(ACTIVATE)).toBe(0);
});

test.each([
  ["Error404", "activation.unknown-serial", "Serial number"],
  ["Error100", "activation.authentication-failed", "User info"],
])(
  "a refused activation shows its reason and the step to correct: %s",
  async (answer, text, step) => {
    const { school, shown } = await toForm();
    await fill();
    school.answer(ACTIVATE, () => new Response(answer));
    await click(button("Activate"));
    await waitUntil(() => shown().length > 0);
    await waitUntil(() => present() === step);
    expect(shown()).toEqual([text]);
    expect(document.activeElement?.tagName).toBe("INPUT");
  },
);

test.each([
  ["damaged", "The stored licence is damaged"],
  ["other-machine", "belongs to another computer"],
])("a machine that had a licence shows what to do: %s", async (problem, words) => {
  const { machine, restart } = await openActivated();
  if (problem === "damaged") machine.storage.set("licence.v1", "{");
  const computerId = problem === "damaged" ? "computer-1" : "computer-2";
  await show(await restart({ computerId }));
  expect(document.body.textContent).toContain(words);
  await findSerial(REGISTERED);
  await click(await waitUntil(() => queryByRole("button", "Activate")));
  await waitUntil(() => queryByRole("heading", "Activation complete"));
  expect(document.body.textContent).not.toContain(words);
});

test("the network in the wizard is reported as missing, and its return is shown for three seconds", async () => {
  const { machine, alerts } = await wizard();
  await act(() => machine.setOnline(false));
  await says("There is no internet connection. You can activate the app with a file instead");
  await act(() => machine.setOnline(true));
  await waitUntil(() => alerts.state.list.length > 0);
  expect(alerts.state.list).toMatchObject([
    { tone: "info", text: "failure.back-online", seconds: 3 },
  ]);
  expect(getByRole("status").textContent).toBe("");
});

const comeBack = async ({ setOnline }: Lapsed["machine"]) => {
  for (const online of [false, true]) await act(() => setOnline(online));
};

type Lapsed = Awaited<ReturnType<typeof lapsed>>;
const lapsed = async () => {
  const { machine, restart, school } = await openActivated();
  machine.advance(15 * DAY);
  school.network.up = false;
  const shown = await show(await restart());
  await waitUntil(() => button("Try again").getAttribute("aria-disabled") !== "true");
  return shown;
};

test.each([
  ["when it is told to", () => click(button("Try again"))],
  ["by itself", ({ machine }: Lapsed) => comeBack(machine)],
])(
  "after more than 14 days without the school the wizard says that a network is needed, and tries again %s",
  async (_, goOn) => {
    const opened = await lapsed();
    const { school, started, shown } = opened;
    getByRole("heading", "Please connect to the internet");
    await click(button("Try again"));
    await waitUntil(() => shown().length > 0);
    expect([shown(), started]).toEqual([["activation.no-connection"], []]);
    school.network.up = true;
    await goOn(opened);
    await waitUntil(() => started.length > 0);
  },
);

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
  expect(await axeFindings()).toEqual([]);
  await fill();
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
  expect(await axeFindings()).toEqual([]);
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
  expect(await axeFindings()).toEqual([]);
  const issued = new Date(machine.now()).toISOString();
  await paste(await school.signFile(request(), "2027-08-31", { issued }));
  await waitUntil(() => started.length > 0);
  expect(state).toMatchObject({ status: "active", until: "2027-08-31" });
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
  expect(await axeFindings()).toEqual([]);
  await click(button("Renew"));
  expect(onRenew).toHaveBeenCalledOnce();
  await click(button("Later"));
  await waitUntil(() => queryByRole("status") === null);
});

const showAbout = async (opened: Awaited<ReturnType<typeof openLicence>>) => {
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
  await showAbout(await openLicence());
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
  const { school, ends, state, closed, alerts } = await showAbout(await openActivated());
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
  const { school, state, alerts, closed } = await showAbout(await openActivated());
  school.network.up = false;
  await click(getByRole("button", "Deactivate"));
  await waitUntil(() => alerts.state.list.length > 0);
  expect(alerts.state.list).toMatchObject([
    { tone: "error", text: "about.not-deactivated", seconds: 15 },
  ]);
  // An open dialog would make the alert unreachable.
  expect([state.status, closed.length]).toEqual(["active", 1]);
});
