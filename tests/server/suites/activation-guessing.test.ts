import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { activationCalls, activationOf, newMachine } from "../support/machine.ts";
import { MINUTE, openSchool } from "../support/test-school.ts";

const school = openSchool.shared({ trustedProxies: 1 });
const { registration, activate, issue, post } = activationCalls(() => school);
afterEach(() => {
  school.now += 15 * MINUTE;
});

const guesses = [
  ["/user/check_activation", () => activationOf(newMachine(), randomUUID())],
  ["/user/check_license", () => ({ activationId: randomUUID() })],
  ["/user/deactivate", () => ({ ...newMachine(), serialNumber: randomUUID() })],
] as const;

test("guessing serial numbers and licences is throttled after fifty failures from one address, over all calls together", async () => {
  for (let at = 0; at < 50; at += 1) {
    const [path, json] = guesses[at % 3] ?? guesses[0];
    const answer = at % 4 === 0 ? await registration(randomUUID()) : await post(path, json());
    expect(answer.status).toBe(200);
  }
  const serial = await issue();
  for (const answer of [await registration(serial), await activate(newMachine(), serial)]) {
    expect([answer.status, answer.json.code]).toEqual([429, "activation/throttled"]);
    expect(answer.headers["retry-after"]).toBe("900");
  }
  for (const [path, json] of guesses) expect((await post(path, json())).status).toBe(429);
  school.now += 15 * MINUTE;
  expect((await registration(serial)).json.status).toBe("ok");
});

test("guessing serial numbers and licences does not throttle a school where many machines check their licences", async () => {
  const serial = await issue({ seats: 1 });
  const machine = newMachine();
  const [, activationId] = (await activate(machine, serial)).text.split("\n");
  for (let time = 1; time <= 60; time += 1) {
    expect((await post("/user/check_license", { activationId })).json.status).toBe("ok");
    expect((await registration(serial)).json.status).toBe("ok");
    expect((await activate(newMachine(), serial)).text).toBe("Error300");
  }
});
