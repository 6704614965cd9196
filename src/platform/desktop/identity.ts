import { computer } from "@neutralinojs/lib";
import type { MachineIdentity, Sha256 } from "../ports.ts";

const GIGABYTE = 1024 ** 3;

/** Facts that cannot be determined are left out. */
const orEmpty = (asked: Promise<string>): Promise<string> => asked.catch(() => "");

/** Identifies this machine through the runtime. */
export const createIdentity = (sha256: Sha256): MachineIdentity => ({
  async computerId() {
    const machineId = (await orEmpty(computer.getMachineId())).trim();
    return machineId === "" ? null : sha256(`learning-space\n${machineId}`);
  },
  async hardware() {
    const parts = await Promise.all([
      orEmpty(computer.getOSInfo().then(({ description, name }) => description || name)),
      orEmpty(
        computer.getCPUInfo().then(({ model, logicalThreads }) => `${model} × ${logicalThreads}`),
      ),
      orEmpty(
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
