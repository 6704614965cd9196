import { randomUUID } from "node:crypto";
import {
  issueSerialNumber,
  type NewSerialNumber,
  revokeSerialNumber,
} from "../../../src/server/activation/serial-numbers.ts";
import type { Answer } from "./client.ts";
import { hashText } from "./hash-text.ts";
import type { TestSchool } from "./test-school.ts";

export const FORM = {
  address: "12 Bobbin Lane, Haifa",
  country: "IL",
  email: "noa@thimble.example",
  fullname: "Noa Brand",
  telephone: "+972 4 555 0100",
};

export const EMPTY_FORM = { address: "", country: "", email: "", fullname: "", telephone: "" };

export interface Machine {
  hardware: string;
  computerId: string;
  licenseId: string;
}

let machines = 0;

export const newMachine = (): Machine => ({
  hardware: "Linux 6.8\nEight cores\n16 GB",
  computerId: hashText("learning-space", `machine-${++machines}`),
  licenseId: randomUUID(),
});

/** The body that the app on a machine sends for its activation. */
export const activationOf = (machine: Machine, serialNumber: string, more: object = {}) => ({
  ...machine,
  serialNumber,
  hash: hashText(machine.hardware, machine.computerId, machine.licenseId, serialNumber),
  registered: false,
  form: FORM,
  ...more,
});

export const codeOf = ({ computerId, licenseId }: Machine, serialNumber: string): string =>
  hashText(serialNumber, computerId, licenseId, "activation");

export const activationCalls = (school: () => TestSchool) => {
  const post = (path: string, json: unknown): Promise<Answer> => school().call(path, { json });
  const activate = (machine: Machine, serialNumber: string, more: object = {}) =>
    post("/user/check_activation", activationOf(machine, serialNumber, more));
  return {
    post,
    activate,
    /** Line 1 of the answer. */
    activated: async (...asked: Parameters<typeof activate>) =>
      (await activate(...asked)).text.split("\n")[0],
    registration: (serialNumber: string) =>
      school().call(`/user/check_registration?${new URLSearchParams({ serialNumber })}`),
    licence: async (activationId: string) =>
      (await post("/user/check_license", { activationId, version: "1.1.2" })).json.status,
    deactivate: async ({ computerId, licenseId }: Machine, serialNumber: string) =>
      (await post("/user/deactivate", { serialNumber, computerId, licenseId })).json.status,
    issue: (details: Partial<NewSerialNumber> = {}) => {
      const { database, now } = school();
      const number = { name: "", seats: 2, courses: null, ...details };
      return database.write((db) => issueSerialNumber(db, number, { kind: "command" }, now));
    },
    revoke: (serial: string) => {
      const { database, now } = school();
      return database.write((db) => revokeSerialNumber(db, serial, { kind: "command" }, now));
    },
  };
};
