import { readdirSync, readFileSync } from "node:fs";

/** Of what the work is made, by a part of each process's command line. */
const KINDS = {
  runtime: /neutralino-/,
  page: /--type=renderer/,
  network: /network\.mojom\.NetworkService/,
  school: /server\/cli\.ts/,
} as const;

export type CpuUse = Record<keyof typeof KINDS, number>;

/** The system counts in hundredths of a second. */
const TICKS = 100;

/** All processes that this one has started, and theirs. */
const descendants = (): number[] => {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It has ended since.
    }
  }
  const isOurs = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === process.pid || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
};

/** Seconds that the processors have worked so far for each part of what this process has started. */
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
      // It has ended since.
    }
  }
  return use;
};

/** Seconds of work between two looks, by part, and by megabyte in milliseconds. */
export const cpuBetween = (before: CpuUse, after: CpuUse, megabytes: number): string =>
  Object.keys(KINDS)
    .map((kind) => {
      const seconds = after[kind as keyof CpuUse] - before[kind as keyof CpuUse];
      return `${kind} ${((seconds * 1000) / megabytes).toFixed(1)}`;
    })
    .join(", ");
