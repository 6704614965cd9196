import { expect, test } from "vitest";
import { createLicence } from "../../src/offline/licence/licence.ts";
import { createMemoryMachine } from "../../src/platform/memory/memory-machine.ts";
import { exportPublicKey, licenceKey } from "../../src/server/activation/licences.ts";
import { createTransport } from "../../src/transport/transport.ts";
import { activationCalls, EMPTY_FORM, FORM, newMachine } from "./support/machine.ts";
import { MINUTE, openSchool } from "./support/test-school.ts";

const school = openSchool.shared();
const { issue } = activationCalls(() => school);

const keyOf = async () => exportPublicKey(await licenceKey(school.database));

/** The app's licence service on a machine in memory, with this school. */
const openApp = async (publicKey: string, machine = createMemoryMachine()) => {
  const { computerId, hardware } = newMachine();
  const { send } = createTransport({
    base: `${school.url}/api`,
    token: () => null,
    onUnauthorized: () => undefined,
    onReach: () => undefined,
  });
  const identity = { computerId: async () => computerId, hardware: async () => hardware };
  const licence = createLicence({
    machine: { ...machine, identity },
    send,
    version: "1.1.2",
    publicKey,
  });
  await licence.boot();
  return { licence, machine };
};

test("the app's licence at this school is activated, confirmed, deactivated, and free for another machine", async () => {
  const serial = await issue({ seats: 1 });
  const { licence, machine } = await openApp(await keyOf());
  const found = await licence.register(serial);
  expect(found).toEqual({ ok: true, value: { serialNumber: serial, fullName: "" } });
  const registration = { serialNumber: serial, fullName: "" };
  expect(await licence.activate(registration, FORM)).toEqual({ ok: true, value: null });
  licence.start();

  const second = await openApp(await keyOf());
  const named = { serialNumber: serial, fullName: FORM.fullname };
  expect(await second.licence.register(serial)).toEqual({ ok: true, value: named });
  const full = { ok: false, failure: { kind: "no-licence-left" } };
  expect(await second.licence.activate(named, EMPTY_FORM)).toEqual(full);

  machine.advance(10 * MINUTE);
  await licence.check();
  expect(licence.state.status).toBe("active");
  expect(await licence.deactivate()).toBe(true);
  expect(await second.licence.activate(named, EMPTY_FORM)).toEqual({ ok: true, value: null });
});
