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
import { click, type } from "./person.ts";
import { act, says, waitUntil } from "./render.tsx";

const ACTIVATE = "POST /user/check_activation";

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

const DAY = 24 * 60 * 60_000;

const lapsed = async () => {
  const { machine, restart, school } = await openActivated();
  machine.advance(15 * DAY);
  school.network.up = false;
  const shown = await show(await restart());
  await waitUntil(() => button("Try again").getAttribute("aria-disabled") !== "true");
  return shown;
};

test("after more than 14 days without the school the wizard says that a network is needed, and can try again", async () => {
  const { school, started, shown } = await lapsed();
  getByRole("heading", "Please connect to the internet");
  await click(button("Try again"));
  await waitUntil(() => shown().length > 0);
  expect([shown(), started]).toEqual([["activation.no-connection"], []]);
  school.network.up = true;
  await click(button("Try again"));
  await waitUntil(() => started.length > 0);
});

test("after more than 14 days without the school the wizard tries by itself once there is a network", async () => {
  const { school, machine, started } = await lapsed();
  await act(() => machine.setOnline(false));
  school.network.up = true;
  await act(() => machine.setOnline(true));
  await waitUntil(() => started.length > 0);
});
