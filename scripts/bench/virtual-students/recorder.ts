import { GOOD_MS, type Phase, type PhaseFigures } from "./job.ts";

/** What happened in one second. */
interface Second {
  begun: number;
  leftOut: number;
  good: number;
  refused: number;
  givenUp: number;
  latencies: number[];
  lateness: number[];
}

const emptySecond = (): Second => ({
  ...{ begun: 0, leftOut: 0, good: 0, refused: 0, givenUp: 0 },
  ...{ latencies: [], lateness: [] },
});

const share = (numbers: readonly number[], part: number): number => {
  const sorted = Float64Array.from(numbers).sort();
  return sorted[Math.ceil(sorted.length * part) - 1] ?? 0;
};

const figuresOf = (seconds: readonly Second[]): PhaseFigures => {
  const average = (count: (second: Second) => number) =>
    seconds.reduce((sum, second) => sum + count(second), 0) / seconds.length;
  const latencies = seconds.flatMap((second) => second.latencies);
  return {
    begun: average(({ begun }) => begun),
    leftOut: average(({ leftOut }) => leftOut),
    goodput: average(({ good }) => good),
    refused: average(({ refused }) => refused),
    givenUp: average(({ givenUp }) => givenUp),
    median: share(latencies, 0.5),
    p99: share(latencies, 0.99),
    lateness: share(
      seconds.flatMap((second) => second.lateness),
      0.99,
    ),
  };
};

/** Counts calls and answers by the second. All times are milliseconds from the start of the plan. */
export class Recorder {
  readonly #seconds: Second[] = [];

  /** A call was begun, so late. */
  begun(at: number, lateness: number): void {
    const second = this.#second(at);
    second.begun += 1;
    second.lateness.push(lateness);
  }

  leftOut(at: number): void {
    this.#second(at).leftOut += 1;
  }

  /** An expected answer came. */
  accepted(at: number, latency: number): void {
    const second = this.#second(at);
    second.latencies.push(latency);
    if (latency <= GOOD_MS) second.good += 1;
  }

  refused(at: number): void {
    this.#second(at).refused += 1;
  }

  /** @param begun when the call was begun that stayed refused */
  gaveUp(begun: number): void {
    this.#second(begun).givenUp += 1;
  }

  figures(phases: readonly Phase[]): { phases: PhaseFigures[]; seconds: PhaseFigures[] } {
    const until = phases.reduce((sum, { seconds }) => sum + seconds, 0);
    const seconds = Array.from({ length: until }, (_, at) => this.#second(at * 1000));
    let from = 0;
    return {
      phases: phases.map((phase) => {
        const to = from + phase.seconds;
        const figures = figuresOf(seconds.slice(from, to));
        from = to;
        return figures;
      }),
      seconds: seconds.map((second) => figuresOf([second])),
    };
  }

  #second(at: number): Second {
    const number = Math.floor(at / 1000);
    this.#seconds[number] ??= emptySecond();
    return this.#seconds[number];
  }
}
