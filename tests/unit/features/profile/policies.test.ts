import { expect, test } from "vitest";
import { createPolicies } from "../../../../src/features/profile/policies-model.ts";
import { openApp, openSignedIn } from "../../support/open-app.ts";

const ACCEPT = "POST /user/accept-policy";

const openPolicies = async () => {
  const opened = await openSignedIn();
  const { app, session } = opened;
  const policies = createPolicies(app);
  const consent = (policy: "personaldata" | "mediaconsent") =>
    policies.consent(policy, session.state.user);
  return { ...opened, policies, consent };
};

test("an accepted policy is valid from that day on, after the next start too", async () => {
  const { policies, consent, school, machine } = await openPolicies();
  expect(consent("personaldata")).toEqual({ kind: "none" });
  school.answerWith(ACCEPT, { policy: "?", accepted: "2026-03-02" });
  expect(await policies.accept("personaldata", true)).toMatchObject({ ok: true });
  expect(school.requests.at(-1)?.body).toEqual({ policy: "personaldata", accepted: true });
  expect(consent("personaldata")).toMatchObject({ kind: "valid", until: "2026-08-28" });
  expect(consent("mediaconsent")).toEqual({ kind: "none" });
  machine.advance(180 * 86_400_000);
  expect(consent("personaldata")).toMatchObject({ kind: "expired", accepted: "2026-03-02" });
  const { session } = openApp({ school, machine });
  session.boot();
  expect(session.state.user?.accepted_policy_personaldata).toBe("2026-03-02");
});

test("an answer without a day means today, and a declined policy is no longer valid", async () => {
  const { policies, consent, school } = await openPolicies();
  school.answerWith(ACCEPT, { accepted: true });
  await policies.accept("mediaconsent", true);
  expect(consent("mediaconsent")).toMatchObject({ kind: "valid", accepted: "2026-03-02" });
  school.answerWith(ACCEPT, { accepted: false });
  await policies.accept("mediaconsent", false);
  expect(consent("mediaconsent")).toEqual({ kind: "none" });
});

test("a session that ends before the answer is not changed by it", async () => {
  const { policies, school, session } = await openPolicies();
  school.answerWith(ACCEPT, { accepted: true });
  const release = school.hold(ACCEPT);
  const accepting = policies.accept("personaldata", true);
  session.logOut();
  release();
  await accepting;
  expect(session.state.user).toBeNull();
});
