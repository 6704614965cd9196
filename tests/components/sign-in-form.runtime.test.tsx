import { afterEach, expect, test, vi } from "vitest";
import type { SentSecondStep } from "../../src/contract/second-factor.ts";
import { AuthorizationScreen } from "../../src/features/authorization/authorization-screen.tsx";
import { SecondStepForm } from "../../src/features/authorization/second-step.tsx";
import { readSecondStep } from "../../src/features/authorization/second-step-model.ts";
import { openApp } from "../unit/support/open-app.ts";
import { descriptionOf, getByRole, queryByRole } from "./accessible.ts";
import { click, type } from "./person.ts";
import { renderApp, waitUntil } from "./render.tsx";

const LOGIN = "POST /user/login";

/** The form of an app whose school runs in this process. */
const form = async () => {
  const opened = openApp();
  await opened.app.language.boot("en");
  await renderApp(opened.app, <AuthorizationScreen />);
  return { ...opened, shown: () => opened.app.alerts.state.list.map(({ text }) => text) };
};

const username = () => getByRole<HTMLInputElement>("textbox", "Username");
const password = () => getByRole<HTMLInputElement>("textbox", "Password");
const signIn = () => getByRole("button", "Sign in");

const fill = async (name: string, secret: string) => {
  await type(username(), name);
  await type(password(), secret);
};

test("the sign-in form is known to password managers, and sends a password unchanged, with its spaces", async () => {
  const { school } = await form();
  const known = [username().autocomplete, password().autocomplete, password().type];
  expect(known).toEqual(["username", "current-password", "password"]);
  await fill("dana", " secret ");
  await click(signIn());
  await waitUntil(() => queryByRole("alert"));
  expect(school.requests[0]?.body).toMatchObject({ username: "dana", password: " secret " });
});

test.each([
  ["both", "", "", ["Please enter your username", "Please enter your password"], "Username"],
  ["the name", "", "secret", ["Please enter your username", ""], "Username"],
  ["a name of spaces", "  ", "secret", ["Please enter your username", ""], "Username"],
  ["the password", "dana", "", ["", "Please enter your password"], "Password"],
])("the sign-in form marks the empty field: %s", async (_, name, secret, said, focused) => {
  const { school } = await form();
  await fill(name, secret);
  await click(signIn());
  expect([descriptionOf(username()), descriptionOf(password())]).toEqual(said);
  expect(document.activeElement).toBe(getByRole("textbox", focused));
  expect(school.requests).toEqual([]);
});

test("the sign-in form keeps what was typed when it is refused, and says so at the password", async () => {
  const { session, shown } = await form();
  await fill("dana", "wrong");
  await click(signIn());
  await waitUntil(() => queryByRole("alert"));
  expect(descriptionOf(password())).toBe("Wrong username and/or password");
  expect(document.activeElement).toBe(password());
  expect([username().value, password().value]).toEqual(["dana", "wrong"]);
  await type(password(), "secret");
  await click(signIn());
  await waitUntil(() => session.state.authenticated);
  expect([descriptionOf(password()), shown()]).toEqual(["", []]);
});

test("the sign-in form shows the password as long as its button is pressed in", async () => {
  await form();
  await fill("dana", "secret");
  const show = getByRole("button", "Show password");
  await click(show);
  expect([password().type, show.getAttribute("aria-pressed")]).toEqual(["text", "true"]);
  await click(show);
  expect([password().type, show.getAttribute("aria-pressed")]).toEqual(["password", "false"]);
  expect(password().value).toBe("secret");
});

test("the sign-in form tells somebody whose account is locked that it is", async () => {
  const { school, shown } = await form();
  school.answer(LOGIN, () => Response.json({ code: "login/blocked" }, { status: 403 }));
  await fill("dana", "secret");
  await click(signIn());
  await waitUntil(() => shown().length > 0);
  expect(shown()).toEqual(["authorization.blocked"]);
});

test("the sign-in form keeps what was typed without a network, and can be tried again", async () => {
  const { app, session, school, shown } = await form();
  school.network.up = false;
  await fill("dana", "secret");
  await click(signIn());
  await waitUntil(() => shown().length > 0);
  expect(app.alerts.state.list).toMatchObject([
    { tone: "error", title: "failure.title", text: "failure.connection", seconds: 6 },
  ]);
  expect([username().value, password().value]).toEqual(["dana", "secret"]);
  school.network.up = true;
  await click(signIn());
  await waitUntil(() => session.state.authenticated);
});

test("the sign-in form says that it signs in, and sends one request when the button is pressed twice", async () => {
  const { school, session } = await form();
  const release = school.hold(LOGIN);
  await fill("dana", "secret");
  expect(getByRole("status").textContent).toBe("");
  await click(signIn());
  const waiting = await waitUntil(() => queryByRole("button", "Signing in…"));
  expect(waiting.getAttribute("aria-disabled")).toBe("true");
  expect(getByRole("status").textContent).toBe("Signing in…");
  await click(waiting);
  release();
  await waitUntil(() => session.state.authenticated);
  expect(school.count(LOGIN)).toBe(1);
});

test.each([200, 500])("a forgotten password shows the same words at status %i", async (status) => {
  const { school, shown } = await form();
  await click(getByRole("button", "Forgot password?"));
  const field = await waitUntil(() =>
    queryByRole<HTMLInputElement>("textbox", "Email or username"),
  );
  school.answer("POST /user/forgot-password", () => Response.json({}, { status }));
  await type(field, " dana ");
  await click(getByRole("button", "OK"));
  await waitUntil(() => queryByRole("form", "Sign in"));
  expect(school.requests[0]?.body).toEqual({ emailOrUsername: "dana", language: "en" });
  expect(shown()).toEqual(["authorization.forgot-sent"]);
});

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
