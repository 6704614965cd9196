import { readdirSync, readFileSync } from "node:fs";

/** Patterns for the command lines of each kind of process. */
const KINDS = {
  runtime: /neutralino-/,
  page: /--type=renderer/,
  network: /network\.mojom\.NetworkService/,
  school: /server\/cli\.ts/,
} as const;

export type CpuUse = Record<keyof typeof KINDS, number>;

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/** All descendants of this process. */
const descendants = (): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isOurs = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
};

/** Processor time in seconds that each kind of descendant process has used so far. */
export const cpuUse = (): CpuUse => {
  const use: CpuUse = { runtime: 0, page: 0, network: 0, school: 0 };
  for (const one of descendants()) {
    try {
      const command = readFileSync(`/proc/${one}/cmdline`, "utf8");
      const stat = readFileSync(`/proc/${one}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const seconds = (Number(fields[11]) + Number(fields[12])) / TICKS;
      for (const [kind, pattern] of Object.entries(KINDS)) {
        if (pattern.test(command)) use[kind as keyof CpuUse] += seconds;
      }
    } catch {
      // The process has ended meanwhile.
    }
  }
  return use;
};

/**
 * Formats the processor time between two measurements, by kind: milliseconds per megabyte, and the
 * share of one processor.
 * @param rate in MB/s
 */
export const formatCpuUse = (
  before: CpuUse,
  after: CpuUse,
  megabytes: number,
  rate: number,
): string => {
  const kinds = Object.keys(KINDS) as (keyof CpuUse)[];
  const parts = kinds.map((kind) => {
    const each = ((after[kind] - before[kind]) * 1000) / megabytes;
    return `${kind} ${each.toFixed(1)} (${((each * rate) / 10).toFixed(0)}%)`;
  });
  return `processor time per megabyte in ms, and share of one processor: ${parts.join(", ")}`;
};
