import { afterEach, expect, test, vi } from "vitest";
import type { SentSecondStep } from "../../src/contract/second-factor.ts";
import { SecondStepForm } from "../../src/features/authorization/second-step.tsx";
import { readSecondStep } from "../../src/features/authorization/second-step-model.ts";
import { openApp } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const passkey = { challenge: "AAAA", rpId: location.hostname };
const created = { challenge: "AAAA", rp: { id: location.hostname, name: "Thimble" } };
const key = { secret: "JBSWY3DPEHPK3PXP", uri: "otpauth://totp/x?secret=JBSWY3DPEHPK3PXP" };

/** What follows the right password. */
const secondStep = async (given: Partial<SentSecondStep>) => {
  const { app } = openApp();
  await app.language.boot("en");
  const sent = { challenge: "c", totp: true, passkey: null, setUp: null, ...given };
  const onBack = vi.fn();
  const form = <SecondStepForm step={readSecondStep(sent)} onBack={onBack} />;
  const { container } = await renderApp(app, form);
  return { app, onBack, said: () => container.textContent };
};

/** A browser with passkeys, in a page of another site or not. */
const browser = ({ framed = false, allowed = true } = {}) => {
  vi.stubGlobal("PublicKeyCredential", class {});
  if (framed) vi.stubGlobal("top", {});
  vi.stubGlobal("navigator", {
    ...navigator,
    credentials: { get: () => Promise.reject(new DOMException("", "NotAllowedError")) },
  });
  Object.assign(document, { featurePolicy: { allowsFeature: () => allowed } });
};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, "featurePolicy");
});

const USE = "Use a passkey";
const OWN_PAGE = "Open it in a page of its own";
const CODE = "Code from your authenticator app, or a recovery code";

test("the second step offers the passkey before the code", async () => {
  browser();
  await secondStep({ passkey });
  expect(document.activeElement).toBe(getByRole("button", USE));
  expect(queryByRole("textbox", CODE)).not.toBeNull();
  expect(queryByRole("link", OWN_PAGE)).toBeNull();
});

const NO_PASSKEYS = "This browser has no passkeys. Use a code.";
const NOT_HERE = "Your passkeys cannot be used here. Use a code.";

test.each([
  ["the browser has none", false, { passkey }, NO_PASSKEYS, CODE],
  [
    "they belong to another address",
    true,
    { passkey: { ...passkey, rpId: "x.example" } },
    NOT_HERE,
    CODE,
  ],
  ["the school's address can have none", true, { totp: false }, NOT_HERE, "Recovery code"],
])(
  "the second step says that passkeys cannot be used, and takes a code: %s",
  async (_, hasPasskeys, step, words, label) => {
    if (hasPasskeys) browser();
    const { said } = await secondStep(step);
    expect(said()).toContain(words);
    expect(queryByRole("button", USE)).toBeNull();
    expect(document.activeElement).toBe(getByRole("textbox", label));
  },
);

test("the second step in a page of another site that allows no passkeys, leads to a page of its own", async () => {
  browser({ framed: true, allowed: false });
  const { said } = await secondStep({ passkey });
  expect(said()).toContain("may refuse passkeys inside a page of another site. Use a");
  expect(getByRole<HTMLAnchorElement>("link", OWN_PAGE).target).toBe("_blank");
  expect(queryByRole("button", USE)).toBeNull();
});

test.each([true, false])(
  "a failed passkey leads to a page only from a frame: %s",
  async (framed) => {
    browser({ framed });
    const { app } = await secondStep({ passkey });
    await click(getByRole("button", USE));
    const shown = () => app.alerts.state.list.map(({ text }) => text);
    await waitUntil(() => shown().length > 0);
    expect(shown()).toEqual(["second-step.passkey-failed"]);
    expect(queryByRole("link", OWN_PAGE) !== null).toBe(framed);
  },
);

test.each([
  ["the browser", "This browser has no passkeys.", created],
  ["the school's address", "The school's address cannot have passkeys.", null],
  [
    "another address",
    "Passkeys can be added only at school.example.",
    { ...created, rp: { id: "school.example", name: "" } },
  ],
])(
  "a required set-up shows an app at once where %s has no passkeys",
  async (_, sentence, given) => {
    if (given !== created) browser();
    const { said, onBack } = await secondStep({ setUp: { ...key, passkey: given as never } });
    expect(said()).toContain(sentence);
    expect(said()).toContain(key.secret);
    expect(queryByRole("button", "Add a passkey")).toBeNull();
    await click(getByRole("button", "Back"));
    expect(onBack).toHaveBeenCalledOnce();
  },
);

test("the set-up that the school requires asks for what belongs to the choice, and for nothing before it is sent", async () => {
  browser();
  await secondStep({ setUp: { ...key, passkey: created as never } });
  for (const [choice, field, missing] of [
    ["Set up an authenticator app", "Code from the app", "Please enter the code"],
    ["Add a passkey", "Name of the passkey, such as your device's", "Please enter a name"],
  ] as const) {
    await click(getByRole("button", choice));
    expect(descriptionOf(getByRole("textbox", field))).toBe("");
    await click(getByRole("button", "Continue"));
    expect(descriptionOf(getByRole("textbox", field))).toBe(missing);
    await click(getByRole("button", "Back"));
  }
});
