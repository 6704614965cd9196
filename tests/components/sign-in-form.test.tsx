import { describe, expect, test } from "vitest";
import { AuthorizationScreen } from "../../src/features/authorization/authorization-screen.tsx";
import { openApp } from "../unit/support/open-app.ts";
import { byRole, descriptionOf, theOne } from "./accessible.ts";
import { click, type } from "./person.ts";
import { render, until } from "./render.tsx";
import { withApp } from "./with-app.tsx";

const LOGIN = "POST /user/login";

/** The form of an app whose school runs in this process. */
const form = async (options: Parameters<typeof render>[1] = {}) => {
  const opened = openApp();
  await opened.app.language.boot("en");
  await render(withApp(opened.app, <AuthorizationScreen />), options);
  return {
    ...opened,
    shown: () => opened.app.alerts.state.list.map(({ text }) => text),
  };
};

const username = () => theOne<HTMLInputElement>("textbox", "Username");
const password = () => theOne<HTMLInputElement>("textbox", "Password");
const signIn = () => theOne("button", "Sign in");

const fill = async (name: string, secret: string) => {
  await type(username(), name);
  await type(password(), secret);
};

describe("the sign-in form", () => {
  test("is named, and hides what is typed as a password", async () => {
    await form();
    expect(byRole("form", "Sign in")).not.toBeNull();
    expect(password().type).toBe("password");
    expect([username().autocomplete, password().autocomplete]).toEqual([
      "username",
      "current-password",
    ]);
  });

  test("signs in with the right name and password; spaces around the name are no harm", async () => {
    const { session } = await form();
    await fill("  dana ", "secret");
    await click(signIn());
    await until(() => session.state.authenticated);
  });

  test("takes a password as it is typed, with its spaces", async () => {
    const { school, shown } = await form();
    await fill("dana", " secret ");
    await click(signIn());
    await until(() => shown().length > 0);
    expect(school.requests[0]?.body).toMatchObject({ username: "dana", password: " secret " });
  });

  test.each([
    ["both", "", "", ["Please enter your username", "Please enter your password"], "Username"],
    ["the name", "", "secret", ["Please enter your username", ""], "Username"],
    ["the name but for spaces", "  ", "secret", ["Please enter your username", ""], "Username"],
    ["the password", "dana", "", ["", "Please enter your password"], "Password"],
  ])("names what is missing: %s", async (_, name, secret, said, focused) => {
    const { school } = await form();
    await fill(name, secret);
    await click(signIn());
    expect([descriptionOf(username()), descriptionOf(password())]).toEqual(said);
    expect(document.activeElement).toBe(theOne("textbox", focused));
    expect(school.requests).toEqual([]);
  });

  test("says no more what was missing once it is there", async () => {
    const { session } = await form();
    await click(signIn());
    await fill("dana", "secret");
    await click(signIn());
    await until(() => session.state.authenticated);
    expect(descriptionOf(username())).toBe("");
    expect(username().getAttribute("aria-invalid")).toBeNull();
  });

  test("keeps what was typed when it is refused, and says so", async () => {
    const { shown } = await form();
    await fill("dana", "wrong");
    await click(signIn());
    await until(() => shown().length > 0);
    expect(shown()).toEqual(["authorization.wrong"]);
    expect([username().value, password().value]).toEqual(["dana", "wrong"]);
  });

  test("keeps what was typed without a network, and takes the next try", async () => {
    const { app, session, school, shown } = await form();
    school.network.up = false;
    await fill("dana", "secret");
    await click(signIn());
    await until(() => shown().length > 0);
    expect(app.alerts.state.list).toMatchObject([
      { tone: "error", title: "failure.title", text: "failure.connection", seconds: 6 },
    ]);
    expect([username().value, password().value]).toEqual(["dana", "secret"]);
    school.network.up = true;
    await click(signIn());
    await until(() => session.state.authenticated);
  });

  test.each([
    ["90", 2],
    ["30", 1],
    [null, 1],
  ])("throttled for %s seconds says to wait %i minutes", async (seconds, minutes) => {
    const { app, school, shown } = await form();
    const headers = seconds ? { "retry-after": seconds } : undefined;
    school.answer(LOGIN, () => new Response("", { status: 429, headers }));
    await fill("dana", "secret");
    await click(signIn());
    await until(() => shown().length > 0);
    expect(app.alerts.state.list).toMatchObject([
      { text: "authorization.throttled", values: { minutes }, seconds: 15 },
    ]);
  });

  test("pressed twice asks once", async () => {
    const { school, session } = await form();
    const release = school.hold(LOGIN);
    await fill("dana", "secret");
    await click(signIn());
    await until(() => signIn().getAttribute("aria-disabled") === "true");
    await click(signIn());
    release();
    await until(() => session.state.authenticated);
    expect(school.count(LOGIN)).toBe(1);
  });

  test("speaks Hebrew", async () => {
    const { school } = await form({ language: "he" });
    await click(theOne("button", "כניסה"));
    expect(descriptionOf(theOne("textbox", "שם משתמש"))).toBe("נא להקליד שם משתמש");
    expect(school.requests).toEqual([]);
  });
});

describe("a forgotten password", () => {
  const forgotten = async () => {
    const opened = await form();
    await click(theOne("button", "Forgot password?"));
    const field = await until(() => byRole<HTMLInputElement>("textbox", "Email or username"));
    return { ...opened, field };
  };

  test.each([200, 500])(
    "is told to the school, and the words are the same at %i",
    async (status) => {
      const { school, shown, field } = await forgotten();
      school.answer("POST /user/forgot-password", () => Response.json({}, { status }));
      await type(field, " dana ");
      await click(theOne("button", "OK"));
      await until(() => byRole("form", "Sign in"));
      expect(school.requests[0]?.body).toEqual({ emailOrUsername: "dana", language: "en" });
      expect(shown()).toEqual(["authorization.forgot-sent"]);
    },
  );

  test("cannot be asked for without saying whose", async () => {
    const { school, field } = await forgotten();
    await click(theOne("button", "OK"));
    expect(descriptionOf(field)).toBe("Please enter your email or username");
    expect(school.requests).toEqual([]);
  });

  test("is given up by Back", async () => {
    const { school } = await forgotten();
    await click(theOne("button", "Back"));
    expect(byRole("form", "Sign in")).not.toBeNull();
    expect(school.requests).toEqual([]);
  });
});
