import { expect, test } from "vitest";
import {
  FORM,
  FRESH,
  openActivated,
  openLicence,
  REGISTERED,
} from "../unit/support/licence-school.ts";
import { descriptionOf, getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import {
  button,
  country,
  field,
  fillRegistration as fill,
  presentStep as present,
  showActivation as show,
} from "./activation.tsx";
import { blur, click, type } from "./person.ts";
import { act, type render, waitUntil } from "./render.tsx";

const ACTIVATE = "POST /user/check_activation";

/** The wizard of a machine that was never activated. */
const wizard = async (options: Parameters<typeof render>[1] = {}) =>
  show(await openLicence(), options);

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

test("the wizard shows its three steps and marks the present one", async () => {
  await wizard();
  const steps = queryAllByRole("listitem").map(({ textContent }) => textContent);
  expect(steps).toEqual(["Serial number", "User info", "Verification"]);
  expect(present()).toBe("Serial number");
});

test("the wizard leads from the serial number through the form to the app", async () => {
  const { school, state, started } = await toForm();
  expect(present()).toBe("User info");
  expect(document.activeElement).toBe(field("Full name"));
  await fill();
  await click(button("Activate"));
  const heading = await waitUntil(() => queryByRole("heading", "Activation complete"));
  expect(present()).toBe("Verification");
  expect(document.activeElement).toBe(heading);
  expect(school.requests.at(-1)?.body).toMatchObject({
    serialNumber: FRESH,
    registered: false,
    form: FORM,
  });
  expect(started).toEqual([]);
  await click(button("Start"));
  expect([started, state.status]).toEqual([["active"], "active"]);
});

test("the wizard shows in the last step that the school is being asked", async () => {
  const { school } = await wizard();
  await findSerial(REGISTERED);
  await waitUntil(() => queryByRole("button", "Activate"));
  const release = school.hold(ACTIVATE);
  await click(button("Activate"));
  await waitUntil(() => queryByRole("heading", "Asking the school for a licence…"));
  expect(present()).toBe("Verification");
  release();
  await waitUntil(() => queryByRole("heading", "Activation complete"));
});

test("the wizard says when the machine could not store the licence", async () => {
  const { machine, restart } = await openLicence();
  const storage = { ...machine.storage, set: () => false };
  await show(await restart({ machine: { ...machine, storage } }));
  await findSerial(REGISTERED);
  await click(await waitUntil(() => queryByRole("button", "Activate")));
  await waitUntil(() => queryByRole("alert"));
  expect(getByRole("alert").textContent).toContain("could not be stored");
});

test("the serial number is normalised on leaving the field", async () => {
  await wizard();
  await type(serial(), `{${REGISTERED.replaceAll("-", "").toUpperCase()}}`);
  await blur(serial());
  await waitUntil(() => serial().value === REGISTERED);
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

test("a machine that had a licence says that it can have no licence", async () => {
  await show(await openLicence({ computerId: null }));
  expect(document.body.textContent).toContain("cannot recognise this computer");
});

test("the network in the wizard is reported as missing, and its return is shown for three seconds", async () => {
  const { machine, alerts } = await wizard();
  await act(() => machine.setOnline(false));
  await waitUntil(
    () =>
      getByRole("status").textContent ===
      "There is no internet connection. You can activate the app with a file instead: enter the serial number and choose “Without a network”.",
  );
  await act(() => machine.setOnline(true));
  await waitUntil(() => alerts.state.list.length > 0);
  expect(alerts.state.list).toMatchObject([
    { tone: "info", text: "failure.back-online", seconds: 3 },
  ]);
  expect(getByRole("status").textContent).toBe("");
});

const DAY = 24 * 60 * 60_000;

const lapsed = async (up: boolean) => {
  const { machine, restart, school } = await openActivated();
  machine.advance(15 * DAY);
  const opened = await restart();
  school.network.up = up;
  return show(opened);
};

test("after more than 14 days without the school the school is asked at once, and the app opens", async () => {
  const { started } = await lapsed(true);
  await waitUntil(() => started.length > 0);
  expect(started).toEqual(["active"]);
});

test("after more than 14 days without the school the wizard says that a network is needed, and can try again", async () => {
  const { school, started, shown } = await lapsed(false);
  await waitUntil(() => queryByRole("heading", "Please connect to the internet"));
  await waitUntil(() => button("Try again").getAttribute("aria-disabled") !== "true");
  await click(button("Try again"));
  await waitUntil(() => shown().length > 0);
  expect([shown(), started]).toEqual([["activation.no-connection"], []]);
  school.network.up = true;
  await click(button("Try again"));
  await waitUntil(() => started.length > 0);
});

test("after more than 14 days without the school the wizard tries by itself once there is a network", async () => {
  const { school, machine, started } = await lapsed(false);
  await waitUntil(() => button("Try again").getAttribute("aria-disabled") !== "true");
  await act(() => machine.setOnline(false));
  school.network.up = true;
  await act(() => machine.setOnline(true));
  await waitUntil(() => started.length > 0);
});
