import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import type { LoadJob, Plan, PlanFigures, Report } from "./job.ts";

/** What all plans since the last look come to. */
export type Sums = Pick<PlanFigures, "lost" | "cutOff" | "unexpected" | "acknowledged">;

const noSums = (): Sums => ({ lost: 0, cutOff: 0, unexpected: {}, acknowledged: {} });

const addAll = (sums: Record<string, number>, counts: Record<string, number>): void => {
  for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
};

/** Starts the generator in a process of its own. `using` ends it at the end of a block. */
export const startGenerator = (job: LoadJob) => {
  const script = path.join(import.meta.dirname, "generator.ts");
  const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let sums = noSums();
  child.stdin.write(`${JSON.stringify(job)}\n`);
  return {
    /** Returns the sums since the last look, and begins new ones. */
    takeSums(): Sums {
      const taken = sums;
      sums = noSums();
      return taken;
    },
    /** @param onPhase called when a phase of the plan begins, with its place */
    async run(plan: Plan, onPhase: (phase: number) => void = () => {}): Promise<PlanFigures> {
      child.stdin.write(`${JSON.stringify(plan)}\n`);
      for (;;) {
        const { value, done } = await lines.next();
        if (done) throw new Error("The generator has ended");
        const report: Report = JSON.parse(value);
        if ("phase" in report) {
          onPhase(report.phase);
          continue;
        }
        const { figures } = report;
        sums.lost += figures.lost;
        sums.cutOff += figures.cutOff;
        addAll(sums.unexpected, figures.unexpected);
        addAll(sums.acknowledged, figures.acknowledged);
        return figures;
      }
    },
    [Symbol.dispose]: () => void child.kill(),
  };
};

export type Generator = ReturnType<typeof startGenerator>;
