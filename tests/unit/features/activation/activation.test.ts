import { expect, test } from "vitest";
import { createAlerts } from "../../../../src/core/alerts.ts";
import { LANGUAGES } from "../../../../src/domain/languages.ts";
import { createActivation } from "../../../../src/features/activation/activation.ts";
import { listTerritories, TERRITORIES } from "../../../../src/features/activation/territories.ts";
import type { MessageId } from "../../../../src/i18n/message-id.ts";
import { FORM, FRESH, FULL, openLicence, REGISTERED } from "../../support/licence-school.ts";

const REGISTER = "GET /user/check_registration";
const ACTIVATE = "POST /user/check_activation";

const wizardOf = (opened: Awaited<ReturnType<typeof openLicence>>) => {
  const alerts = createAlerts<MessageId>();
  const wizard = createActivation({ licence: opened.licence, alerts });
  const shown = () => alerts.state.list.map(({ text, values }) => ({ text, ...values }));
  return { ...opened, wizard, shown };
};

const open = async (...options: Parameters<typeof openLicence>) =>
  wizardOf(await openLicence(...options));

const fill = ({ wizard }: ReturnType<typeof wizardOf>) => {
  for (const [field, value] of Object.entries(FORM)) {
    wizard.setField(field as keyof typeof FORM, value);
  }
};

/** At the second step, with the form filled in. */
const openForm = async (serialNumber = FRESH) => {
  const opened = await open();
  opened.wizard.setSerialNumber(serialNumber);
  await opened.wizard.findSerialNumber();
  fill(opened);
  return opened;
};

test.each([
  ["in capitals", FRESH.toUpperCase(), FRESH],
  ["with spaces", ` ${REGISTERED.replaceAll("-", " - ")} `, REGISTERED],
  ["in braces and without dashes", `{${REGISTERED.replaceAll("-", "")}}`, REGISTERED],
])("a serial number is shown and sent in its usual form if typed %s", async (_, typed, usual) => {
  const { wizard, school } = await open();
  wizard.setSerialNumber(typed);
  expect(wizard.state.serialNumber).toBe(typed);
  wizard.formatSerialNumber();
  expect(wizard.state).toMatchObject({ serialNumber: usual, wrongFormat: false });
  wizard.setSerialNumber(typed);
  await wizard.findSerialNumber();
  expect(wizard.state).toMatchObject({ serialNumber: usual, step: "person", mode: "network" });
  expect(school.requests[0]?.url.searchParams.get("serialNumber")).toBe(usual);
});

const said = (text: string) => () => new Response(text);
const noNetwork = () => Promise.reject(new TypeError("down"));
const throttled = (seconds: string) => () =>
  new Response("", { status: 429, headers: { "retry-after": seconds } });

test.each([
  ["no network", noNetwork, "activation.no-connection", 1],
  ["a broken school", () => new Response("", { status: 500 }), "activation.no-data", 1],
  ["too many tries", throttled("61"), "authorization.throttled", 2],
])("a serial number that cannot be checked says why: %s", async (_, reply, text, minutes) => {
  const { wizard, school, shown } = await open();
  school.answer(REGISTER, reply);
  wizard.setSerialNumber(FRESH);
  await wizard.findSerialNumber();
  expect(shown()).toEqual([{ text, minutes }]);
  expect(wizard.state).toMatchObject({ step: "serial", serialNumber: FRESH, busy: false });
});

test.each([
  ["serial", REGISTER, "findSerialNumber"],
  ["verification", ACTIVATE, "activate"],
] as const)("the step %s asks the school once, and cannot be left", async (step, call, go) => {
  const { wizard, school } = step === "serial" ? await open() : await openForm();
  wizard.setSerialNumber(FRESH);
  const release = school.hold(call);
  const running = wizard[go]();
  await Promise.resolve();
  await wizard[go]();
  wizard.continueWithoutNetwork();
  wizard.back();
  expect(wizard.state).toMatchObject({ mode: "network", step, busy: true });
  release();
  await running;
  expect(wizard.state.busy).toBe(false);
  expect(school.count(call)).toBe(1);
});

test("an activation of a registered number needs no form, and says whose it is", async () => {
  const opened = await open();
  const { wizard, school, state } = opened;
  wizard.setSerialNumber(REGISTERED);
  await wizard.findSerialNumber();
  expect(wizard.state.fullName).toBe("Dana Levi");
  await wizard.activate();
  expect(wizard.state).toMatchObject({ step: "verification", missing: [], wrongEmail: false });
  expect(state.status).toBe("activated");
  const form = { fullname: "Dana Levi", email: "" };
  expect(school.requests.at(-1)?.body).toMatchObject({ registered: true, form });
});

test("an activation names the fields that are missing, and sends the form without spaces once they are filled in", async () => {
  const { wizard, school, state } = await openForm();
  wizard.setField("address", `  ${FORM.address} `);
  wizard.setField("telephone", " ");
  wizard.setField("country", "");
  await wizard.activate();
  expect(wizard.state).toMatchObject({ step: "person", busy: false, wrongEmail: false });
  expect(wizard.state.missing.toSorted()).toEqual(["country", "telephone"]);
  wizard.setField("email", "dana@school");
  wizard.setField("telephone", FORM.telephone);
  wizard.setField("country", FORM.country);
  await wizard.activate();
  expect(wizard.state).toMatchObject({ missing: [], wrongEmail: true, step: "person" });
  expect(school.count(ACTIVATE)).toBe(0);
  wizard.setField("email", FORM.email);
  await wizard.activate();
  expect([wizard.state.wrongEmail, state.status]).toEqual([false, "activated"]);
  expect(school.count(ACTIVATE)).toBe(1);
  expect(school.requests.at(-1)?.body).toMatchObject({ registered: false, form: FORM });
});

test.each<[string, () => Response | Promise<Response>, string, string, number?]>([
  ["an unknown number", said("Error404"), "activation.unknown-serial", "serial"],
  ["no licence left", said("Error300"), "activation.no-licence-left", "serial"],
  ["an answer that does not fit", said("deadbeef"), "activation.not-valid", "serial"],
  ["no network", noNetwork, "activation.no-connection", "person"],
  ["too many tries", throttled("90"), "authorization.throttled", "person", 2],
])(
  "an activation that fails for %s says why and leads back to its step",
  async (_, answer, text, step, minutes = 1) => {
    const { wizard, school, shown } = await openForm();
    school.answer(ACTIVATE, answer);
    await wizard.activate();
    expect(shown()).toEqual([{ text, minutes }]);
    expect(wizard.state).toMatchObject({ step, form: FORM, serialNumber: FRESH, busy: false });
    school.usual(ACTIVATE);
    await wizard.activate();
    expect(wizard.state.step).toBe("verification");
  },
);

test("an activation keeps what was typed when the person goes back and takes another number", async () => {
  const { wizard } = await openForm(FULL);
  expect(wizard.state.fullName).toBe("Ruth");
  wizard.back();
  expect(wizard.state.step).toBe("serial");
  wizard.setSerialNumber(FRESH);
  await wizard.findSerialNumber();
  expect(wizard.state).toMatchObject({ step: "person", fullName: "", form: FORM });
});

test("an activation without a network writes a request, with which the wizard goes on after a restart", async () => {
  const opened = await open();
  const { wizard, school, licence, restart } = opened;
  school.network.up = false;
  wizard.setSerialNumber(REGISTERED.toUpperCase());
  wizard.continueWithoutNetwork();
  // Only the school knows the owner: the form is needed.
  expect(wizard.state).toMatchObject({ mode: "file", step: "person", fullName: "", noKey: false });
  await wizard.activate();
  expect(wizard.state.missing).toContain("fullname");
  expect(licence.state.request).toBeNull();
  fill(opened);
  await wizard.activate();
  expect(wizard.state.step).toBe("verification");
  expect(licence.state.request).toMatch(/^LSR1\./);
  const later = wizardOf(await restart());
  expect(later.wizard.state).toMatchObject({ mode: "file", step: "verification" });
  expect(school.requests).toEqual([]);
});

test("an activation without a network is not offered by a build without the school's key, and the network still is", async () => {
  const { wizard } = await open({ publicKey: null });
  wizard.setSerialNumber(REGISTERED);
  wizard.continueWithoutNetwork();
  expect(wizard.state).toMatchObject({ noKey: true, step: "serial", mode: "network" });
  await wizard.findSerialNumber();
  expect(wizard.state).toMatchObject({ noKey: false, step: "person" });
});

test.each([
  ["with a network", "findSerialNumber"],
  ["without a network", "continueWithoutNetwork"],
] as const)("activating without a machine id leads back to the serial number %s", async (_, go) => {
  const opened = await open({ computerId: null });
  const { wizard, shown, licence } = opened;
  wizard.setSerialNumber(REGISTERED);
  await wizard[go]();
  fill(opened);
  await wizard.activate();
  expect(shown()).toMatchObject([{ text: "activation.no-machine-id" }]);
  expect(wizard.state).toMatchObject({ step: "serial", busy: false });
  expect(licence.state.request).toBeNull();
});

test.each(LANGUAGES)("the 250 territories are named, and sorted by name, in %s", (language) => {
  const territories = listTerritories(language);
  const names = territories.map(({ name }) => name);
  expect(territories.filter(({ code, name }) => name === code)).toEqual([]);
  expect([TERRITORIES, names].map((list) => new Set(list).size)).toEqual([250, 250]);
  expect(TERRITORIES).toHaveLength(250);
  expect(names).toEqual(names.toSorted(new Intl.Collator(language).compare));
});
