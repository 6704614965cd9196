import { expect, test } from "vitest";
import { DAY, NOON, openSchool } from "../support/test-school.ts";

const school = openSchool.shared();

const accept = (token: string, json: object) => school.call("/user/accept-policy", { token, json });

test("policies are stored with the day of acceptance, each on its own, and can be declined", async () => {
  school.now = NOON;
  const person = await school.add();
  const accepted = async () => {
    const { user } = (await school.login(person.username)).json;
    return [user.accepted_policy_personaldata, user.accepted_policy_mediaconsent];
  };
  expect(await accepted()).toEqual([null, null]);
  const token = await school.token(person);
  const answer = await accept(token, { policy: "personaldata", accepted: true });
  expect(answer.json).toEqual({ policy: "personaldata", accepted: "2026-11-18" });
  const unknown = await accept(token, { policy: "password", accepted: true });
  expect([unknown.status, unknown.json.errors[0].path]).toEqual([422, "policy"]);
  school.now += DAY;
  await accept(token, { policy: "mediaconsent", accepted: true });
  expect(await accepted()).toEqual(["2026-11-18", "2026-11-19"]);
  await accept(token, { policy: "personaldata", accepted: true });
  expect(await accepted()).toEqual(["2026-11-19", "2026-11-19"]);
  const declined = await accept(token, { policy: "personaldata", accepted: false });
  expect(declined.json).toEqual({ policy: "personaldata", accepted: false });
  expect(await accepted()).toEqual([null, "2026-11-19"]);
});
