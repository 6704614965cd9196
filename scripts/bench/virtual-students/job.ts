/** A student, as the generator knows one. */
export interface VirtualStudent {
  name: string;
  /** Of a session that is open at the start. */
  token: string;
  /** How many lessons of the course are completed at the start. */
  completed: number;
  /** The ids of the student's conversation and measurement table. */
  thread: number;
  table: number;
}

/** A lesson of the course, in the order of study. */
export interface VirtualLesson {
  id: number;
  key: string;
  packageId: number;
  pictures: string[];
}

/** Whom the generator plays. Its students take turns among the servers. */
export interface LoadJob {
  urls: string[];
  /** What the students do. `idle`: they have the app open. `bare` is the mix of `study`, as far as a bare route has it. */
  calls: "study" | "idle" | "sign-in" | "film" | "bare";
  product: string;
  course: number;
  lessons: VirtualLesson[];
  students: VirtualStudent[];
}

/** A part of a plan with calls at random moments, in whole seconds. */
export interface Phase {
  /** Calls a second. */
  rate: number;
  seconds: number;
}

/** What the generator does without a pause. */
export interface Plan {
  phases: Phase[];
  /** Whether refused calls are sent again, as the app does it. */
  retries: boolean;
}

/** What happened in some seconds. The counts are those of one second on average. */
export interface PhaseFigures {
  /** Calls that were begun, without those that were sent again. */
  begun: number;
  /** Planned calls that the generator did not begin, because it was too late. */
  leftOut: number;
  /** Calls that were answered as expected within `GOOD_MS`. */
  goodput: number;
  /** Answers of 503 with `Retry-After`. */
  refused: number;
  /** Calls begun then that stayed refused at their last try. */
  givenUp: number;
  /** Latencies of the expected answers in milliseconds: median and 99th percentile. */
  median: number;
  p99: number;
  /** How late the generator itself began its calls in milliseconds, 99th percentile. */
  lateness: number;
}

/** The result of a plan. */
export interface PlanFigures {
  phases: PhaseFigures[];
  /** The same for each second. */
  seconds: PhaseFigures[];
  /** Calls that no server answered in time. */
  lost: number;
  /** How often a connection broke with a call under way. */
  cutOff: number;
  /** How often each unexpected status was answered, other than 503 with `Retry-After`. */
  unexpected: Record<string, number>;
  /** Calls that were answered as expected, by their names. */
  acknowledged: Record<string, number>;
}

/** What the generator prints, one a line: that a phase begins, and at last the result. */
export type Report = { phase: number } | { figures: PlanFigures };

/** An answer that takes longer is of no use to a student. */
export const GOOD_MS = 1000;
