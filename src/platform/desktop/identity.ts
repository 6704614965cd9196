import { computer } from "@neutralinojs/lib";
import type { MachineIdentity, Sha256 } from "../ports.ts";

const GIGABYTE = 1024 ** 3;

/** What cannot be found out is left out. */
const part = (asked: Promise<string>): Promise<string> => asked.catch(() => "");

/** This machine as the runtime knows it. */
export const createIdentity = (sha256: Sha256): MachineIdentity => ({
  async computerId() {
    const machineId = (await part(computer.getMachineId())).trim();
    return machineId === "" ? null : sha256(`learning-space\n${machineId}`);
  },
  async hardware() {
    const parts = await Promise.all([
      part(computer.getOSInfo().then(({ description, name }) => description || name)),
      part(
        computer.getCPUInfo().then(({ model, logicalThreads }) => `${model} × ${logicalThreads}`),
      ),
      part(
        computer
          .getMemoryInfo()
          .then(({ physical }) => `${Math.round(physical.total / GIGABYTE)} GB`),
      ),
    ]);
    return parts
      .map((each) => each.trim())
      .filter(Boolean)
      .join(", ");
  },
});
