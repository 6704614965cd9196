import { readdirSync, readFileSync } from "node:fs";

/** A process and those that it has started; itself alone where Linux does not tell. */
export const familyOf = (pid: number): readonly number[] => {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean),
    );
    return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
  } catch {
    return [pid];
  }
};

/** Resident memory of a process in MB of 1,000,000 bytes; NaN where Linux does not tell. */
export const memoryOf = (pid: number): number => {
  try {
    const [, kilobytes] =
      /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return Number.NaN;
  }
};

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of a process in milliseconds; NaN where Linux does not tell. */
export const processorTime = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
};

/** Watches the processor time of processes from now on. @returns it, in milliseconds */
export const watchProcessorTime = (pids: readonly number[]): (() => number) => {
  const total = () => pids.reduce((sum, pid) => sum + processorTime(pid), 0);
  const before = total();
  return () => total() - before;
};
