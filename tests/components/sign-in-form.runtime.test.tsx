import { expect, test } from "vitest";
import { AuthorizationScreen } from "../../src/features/authorization/authorization-screen.tsx";
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
