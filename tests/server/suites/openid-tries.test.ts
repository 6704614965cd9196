import { expect, onTestFinished, test } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, startProvider } from "../../support/openid-provider.ts";
import { OpenIdBrowser } from "../support/openid-browser.ts";
import { OpenIdSchool, settingsOf, verified } from "../support/openid-school.ts";
import { openSchool, PMB } from "../support/test-school.ts";

const of = new OpenIdSchool();

const formOf = (
  values: Record<string, string> = {},
  client_secret: string | null = CLIENT_SECRET,
) => ({
  values: Object.entries({
    OPENID_ISSUER: of.provider.issuer,
    OPENID_CLIENT_ID: CLIENT_ID,
    OPENID_LEVEL_CLAIM: "level",
    OPENID_COURSES_CLAIM: "school.courses",
    ...values,
  }).map(([name, value]) => ({ name, value })),
  client_secret,
});
const signedIn = async (level = 100, at = of.school) => {
  await of.provider.serve(at.url);
  const person = await at.add({ level });
  const token = await at.token(person);
  const call = (path: string, json: object) =>
    at.call(`/staff/school/openid-tries${path}`, { token, json });
  const begin = (form = formOf(), back = `${at.url}/tls/desk/school`) =>
    call("", { form, back, language: "de" });
  const finish = (query: string, form = formOf()) => call("/result", { form, query });
  return { ...person, token, begin, finish };
};
/** What a sign-in may change. */
const rows = () =>
  Promise.all(
    (
      [
        ...(["account", "openid_link", "openid_code", "openid_session"] as const),
        ...(["subscription", "teaches", "audit", "news"] as const),
      ] as const
    ).map((table) => of.school.database.read.selectFrom(table).selectAll().execute()),
  );
type Admin = Awaited<ReturnType<typeof signedIn>>;

/** Goes to the provider and back. @returns what stands after the `?` of the address */
const queryOf = async (admin: Admin, name: string, claims: object, form = formOf()) => {
  of.provider.people.set(name, { ...claims });
  const { address, reason } = (await admin.begin(form)).json;
  expect(reason).toBe("");
  return new URL(await new OpenIdBrowser().signIn(address, name)).search;
};
const tried = async (admin: Admin, name: string, claims: object, form = formOf()) =>
  (await admin.finish(await queryOf(admin, name, claims, form), form)).json;

test("a try of a provider says who came back, which account it would be, and what would change, and changes nothing", async () => {
  const admin = await signedIn();
  const person = await of.school.add({ courses: [{ course: PMB }] });
  const claims = verified(person, {
    ...{ given_name: "Rosa", family_name: "Brand", preferred_username: "rosa" },
    ...{ level: 20, school: { courses: ["PMB", "SWB", "choir"] } },
  });
  const query = await queryOf(admin, "rosa", claims);
  const before = await rows();
  const { json } = await admin.finish(query);
  expect(json).toMatchObject({
    why: null,
    person: {
      ...{ subject: "rosa", name: "Rosa Brand", username: "rosa", verified: true, level: 20 },
      email: person.email.toUpperCase(),
      courses: [
        { key: "PMB", known: true },
        { key: "SWB", known: true },
        { key: "choir", known: false },
      ],
    },
    account: {
      ...{ username: person.username, name: "Noa Brand", created: false, linked: false },
      ...{ level: 20, level_before: 0, courses: ["SWB"] },
    },
  });
  expect(json.person.claims).toContainEqual({ name: "level", value: "20" });
  expect(await rows()).toEqual(before);
  expect((await of.school.call("/user/courses", { token: admin.token })).status).toBe(200);
});

test("a try of a provider names the account that would be created, and the one that is linked", async () => {
  const admin = await signedIn();
  const form = formOf({ OPENID_PEOPLE: "create" });
  const claims = { email: "nora@provider.example", email_verified: true };
  const { account } = await tried(admin, "nora", claims, form);
  expect(account).toMatchObject({
    ...{ username: "nora@provider.example", created: true, level: 0, level_before: null },
  });
  const found = await of.school.database.read
    .selectFrom("account")
    .select("id")
    .where("email", "=", "nora@provider.example")
    .execute();
  expect(found).toEqual([]);
  const person = await of.school.add();
  await of.signIn("linked", verified(person));
  expect((await tried(admin, "linked", {})).account).toMatchObject({
    ...{ username: person.username, linked: true },
  });
});

test.each([
  ["unverified", { email_verified: false }],
  ["unknown", { email: "stranger@thimble.example" }],
  ["bad-level", { level: 12 }],
  ["blocked", {}],
])("a try of a provider says why somebody could not sign in: %s", async (why, change) => {
  const admin = await signedIn();
  const person = await of.school.add();
  if (why === "blocked") {
    await of.school.database.write((db) =>
      db.updateTable("account").set({ blocked: 1 }).where("id", "=", person.id).execute(),
    );
  }
  const answer = await tried(admin, `${why} person`, { ...verified(person), ...change });
  expect(answer).toMatchObject({ why, account: null, person: { subject: `${why} person` } });
  expect(answer.person.verified).toBe(why !== "unverified");
});

test("a try of a provider is worth something only with the session that has begun it, once, within ten minutes", async () => {
  const admin = await signedIn();
  const other = await signedIn();
  const person = await of.school.add();
  const query = await queryOf(admin, "mine", verified(person));
  // Another administrator, who has begun one of their own, too.
  await other.begin();
  const nothing = { why: "invalid", person: null, account: null };
  expect((await other.finish(query)).json).toMatchObject(nothing);
  expect((await admin.finish(query)).json.why).toBeNull();
  expect((await admin.finish(query)).json).toMatchObject(nothing);
  const replaced = await queryOf(admin, "mine", verified(person));
  await admin.begin();
  expect((await admin.finish(replaced)).json).toMatchObject(nothing);
  const late = await queryOf(admin, "mine", verified(person));
  const { now } = of.school;
  onTestFinished(() => {
    of.school.now = now;
  });
  of.school.now += 10 * 60_000;
  expect((await admin.finish(late)).json).toMatchObject(nothing);
});

test("a try of a provider is in the list of changes, with the provider's address", async () => {
  const admin = await signedIn();
  await admin.begin();
  const recorded = await of.school.database.read
    .selectFrom("audit")
    .select(["action", "subject", "details"])
    .where("actor_id", "=", admin.id)
    .execute();
  expect(recorded).toEqual([
    {
      ...{ action: "tested", subject: "OPENID_ISSUER" },
      details: JSON.stringify({ value: of.provider.issuer }),
    },
  ]);
});

test("a try of a provider ends with its session", async () => {
  const admin = await signedIn();
  const query = await queryOf(admin, "signs out", verified(await of.school.add()));
  await of.school.call("/user/logout", { method: "POST", token: admin.token });
  expect((await admin.finish(query)).status).toBe(401);
  const again = { ...admin, token: await of.school.token(admin) };
  const answer = await of.school.call("/staff/school/openid-tries/result", {
    ...{ token: again.token, json: { form: formOf(), query } },
  });
  expect(answer.json.why).toBe("invalid");
});

test.each([0, 10, 20])(
  "nobody below an administrator tries a provider: level %i",
  async (level) => {
    const person = await signedIn(level);
    expect((await person.begin()).status).toBe(403);
    expect((await person.finish("?state=try.guessed&code=x")).status).toBe(403);
  },
);

test("coming back from a try signs nobody in, and hands the answer to the page that waits alone", async () => {
  const admin = await signedIn();
  const query = await queryOf(admin, "comes back", verified(await of.school.add()));
  const callback = await of.school.call(`/openid/callback${query}`);
  expect([callback.status, callback.headers["set-cookie"]]).toEqual([200, undefined]);
  expect(callback.text).toContain(`data-to="${of.school.url}"`);
  expect(callback.headers["content-security-policy"]).toMatch(/script-src 'sha256-[\w+/=]+';/);
  // It has not spent the code.
  expect((await admin.finish(query)).json.why).toBeNull();
  for (const gone of [query, "?state=try.guessed&code=x"]) {
    const page = await of.school.call(`/openid/callback${gone}`);
    expect([page.status, page.text.includes("<script")]).toEqual([200, false]);
  }
  for (const back of ["https://evil.example/", "no address"]) {
    expect((await admin.begin(formOf(), back)).status).toBe(422);
  }
});

test("the code of a sign-in, and an answer with another nonce or issuer, are refused in a try", async () => {
  const admin = await signedIn();
  const person = await of.school.add();
  const { callback } = await of.atProvider("real", verified(person));
  const code = new URL(callback).searchParams.get("code") ?? "";
  for (const change of [
    (query: URLSearchParams) => query.set("code", code),
    (query: URLSearchParams) => query.set("iss", "https://evil.example"),
  ]) {
    const query = new URLSearchParams(await queryOf(admin, "changed", verified(person)));
    change(query);
    expect((await admin.finish(`?${query}`)).json).toMatchObject({
      why: "invalid",
      person: null,
    });
  }
  const query = await queryOf(admin, "changed", verified(person));
  await of.school.database.write((db) =>
    db.updateTable("openid_try").set({ nonce: "another" }).execute(),
  );
  expect((await admin.finish(query)).json).toMatchObject({
    ...{ why: "invalid", detail: expect.stringContaining("nonce") },
  });
});

test("what the provider says of a failure is said in a try", async () => {
  const admin = await signedIn();
  const { state } = (await admin.begin()).json;
  const query = new URLSearchParams({
    ...{ state, iss: of.provider.issuer, error: "access_denied" },
    error_description: "Ask the <b>office</b>",
  });
  expect((await admin.finish(`?${query}`)).json).toMatchObject({
    ...{ why: "declined", detail: "access_denied: Ask the <b>office</b>" },
  });
  const wrong = formOf({}, "another secret");
  expect(await tried(admin, "wrong secret", verified(await of.school.add()), wrong)).toMatchObject({
    why: "away",
    detail: expect.stringContaining("invalid_client"),
  });
  const back = await queryOf(admin, "away", verified(await of.school.add()));
  of.provider.answerWith((_, response) => response.writeHead(503).end());
  const away = (await admin.finish(back)).json;
  of.provider.answerWith(null);
  expect(away).toMatchObject({ why: "away", person: null });
});

test("settings of no provider, and a provider that is away, are said when a try begins", async () => {
  const admin = await signedIn();
  const reason = async (values: Record<string, string>) => {
    const { json } = await admin.begin(formOf(values));
    expect([json.address, json.state]).toEqual(["", ""]);
    return json.reason;
  };
  expect(await reason({ OPENID_ISSUER: "http://accounts.example" })).toContain("OPENID_ISSUER");
  expect(await reason({ OPENID_ISSUER: "", OPENID_CLIENT_ID: "" })).toContain("required");
  expect(await reason({ OPENID_SCOPES: "email" })).toContain("OPENID_SCOPES");
  expect(await reason({ OPENID_ISSUER: "http://127.0.0.1:9" })).not.toBe("");
});

test("a provider that never answers ends a try with a reason", async () => {
  const admin = await signedIn();
  const silent = await startProvider();
  onTestFinished(() => silent.close());
  silent.answerWith(() => {});
  const { json } = await admin.begin(formOf({ OPENID_ISSUER: silent.issuer }));
  expect([json.address, json.reason]).toEqual(["", expect.stringMatching(/./)]);
});

test("the school's secret is tried for its own client alone, and no answer has it", async () => {
  const admin = await signedIn();
  const person = await of.school.add();
  const own = formOf({}, null);
  const query = await queryOf(admin, "kept secret", verified(person), own);
  const answer = await admin.finish(query, own);
  expect([answer.json.why, answer.text.includes(CLIENT_SECRET)]).toEqual([null, false]);
  const fake = await startProvider();
  onTestFinished(() => fake.close());
  await fake.serve(of.school.url);
  fake.people.set("kept secret", verified(person));
  const form = formOf({ OPENID_ISSUER: fake.issuer }, null);
  const { address } = (await admin.begin(form)).json;
  const back = new URL(await new OpenIdBrowser().signIn(address, "kept secret")).search;
  const described = await (await fetch(`${fake.issuer}/.well-known/openid-configuration`)).text();
  let sent = "";
  fake.answerWith((request, response) => {
    response.setHeader("Content-Type", "application/json");
    if (request.method === "GET") return response.end(described);
    sent += request.headers.authorization ?? "";
    request.on("data", (bytes) => {
      sent += bytes;
    });
    request.on("end", () => response.writeHead(400).end('{"error":"invalid_grant"}'));
  });
  expect((await admin.finish(back, form)).json.person).toBeNull();
  expect(sent).toContain("code_verifier");
  expect(sent).not.toMatch(/basic|secret/i);
});

test("the last administrator keeps the level in a try as at a sign-in", async () => {
  const alone = await openSchool({ openId: settingsOf(of.provider) });
  const admin = await signedIn(100, alone);
  of.provider.people.set("boss", verified(admin, { level: 0 }));
  const { address } = (await admin.begin()).json;
  const { search } = new URL(await new OpenIdBrowser().signIn(address, "boss"));
  expect((await admin.finish(search)).json).toMatchObject({
    ...{ why: null, person: { level: 0 }, account: { level: 100, level_before: 100 } },
  });
});
