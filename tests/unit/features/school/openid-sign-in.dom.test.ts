import { expect, onTestFinished, test, vi } from "vitest";
import { createOpenIdSignIn } from "../../../../src/features/school/openid-sign-in.ts";
import { openApp } from "../../support/open-app.ts";

const BEGIN = "POST /staff/school/openid-tries";
const FINISH = "POST /staff/school/openid-tries/result";
const FIELDS = {
  OPENID_ISSUER: " https://accounts.example ",
  OPENID_CLIENT_ID: "school",
  "secret OPENID_CLIENT_SECRET": "s",
};
const PERSON = { why: null, detail: "", person: null, account: null };

/** A try whose window is at the provider. */
const atProvider = async () => {
  const { app, school } = openApp();
  school.answerWith(BEGIN, {
    address: "https://accounts.example/auth",
    state: "try.1",
    reason: "",
  });
  school.answerWith(FINISH, PERSON);
  const form = { closed: false, close: vi.fn(), location: { replace: vi.fn() } };
  const signIn = createOpenIdSignIn(app, form as unknown as Window, FIELDS);
  onTestFinished(signIn.stop);
  await signIn.start();
  expect(form.location.replace).toHaveBeenCalledWith("https://accounts.example/auth");
  return { school, form, ...signIn };
};

const tell = (openidTry: unknown) =>
  dispatchEvent(new MessageEvent("message", { data: { openidTry } }));

test("what another try or another page tells is not what a try of a provider waits for", async () => {
  const { school, model } = await atProvider();
  for (const told of ["?state=try.2&code=x", "?code=x", 7, undefined]) tell(told);
  dispatchEvent(new MessageEvent("message", { data: null }));
  expect([model.state.kind, school.count(FINISH)]).toEqual(["waiting", 0]);
  tell("?state=try.1&code=x");
  tell("?state=try.1&code=x");
  await vi.waitFor(() => expect(model.state).toEqual({ kind: "done", result: PERSON }));
  expect(school.count(FINISH)).toBe(1);
  expect(school.requests.find(({ call }) => call === FINISH)?.body).toEqual({
    form: {
      values: [
        { name: "OPENID_ISSUER", value: "https://accounts.example" },
        { name: "OPENID_CLIENT_ID", value: "school" },
      ],
      client_secret: "s",
    },
    query: "?state=try.1&code=x",
  });
});

test("a window that the provider has cut off tells a try of a provider by a channel, although it looks closed", async () => {
  const { model, form } = await atProvider();
  form.closed = true;
  await vi.waitFor(() => expect(model.state.kind).toBe("closed"));
  const channel = new BroadcastChannel("openid-try");
  onTestFinished(() => channel.close());
  channel.postMessage({ openidTry: "?state=try.1&code=x" });
  await vi.waitFor(() => expect(model.state.kind).toBe("done"));
});

test("a browser that opens no window is said in a try of a provider, and nothing is asked of the school", async () => {
  const { app, school } = openApp();
  const { model, start } = createOpenIdSignIn(app, null, FIELDS);
  await start();
  expect(model.state).toMatchObject({ kind: "failed", message: "openid.no-window" });
  expect(school.count(BEGIN)).toBe(0);
});

test.each([
  ["address", { ...FIELDS, OPENID_ISSUER: " " }],
  ["client", { ...FIELDS, OPENID_CLIENT_ID: "" }],
])(
  "a try without a provider's %s says what to type, and nothing is asked of the school",
  async (_, fields) => {
    const { app, school } = openApp();
    const form = { close: vi.fn() };
    const { model, start } = createOpenIdSignIn(app, form as unknown as Window, fields);
    await start();
    expect(model.state).toMatchObject({ kind: "failed", message: "staff-school.try-fill" });
    expect(form.close).toHaveBeenCalled();
    expect(school.count(BEGIN)).toBe(0);
  },
);
