/** A signed-in student, as the generator knows one. */
export interface VirtualStudent {
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
  /** The names of its pictures. */
  pictures: string[];
}

/** What the generator does. Students take turns among the servers. */
export interface LoadJob {
  urls: string[];
  product: string;
  course: number;
  lessons: VirtualLesson[];
  students: VirtualStudent[];
  /** How long the load runs before it is measured, and how long it is measured. */
  warmUpSeconds: number;
  seconds: number;
}

/** Latencies in milliseconds, from the planned start of a call to the end of its answer. */
export interface LoadFigures {
  calls: number;
  writes: number;
  perSecond: number;
  median: number;
  p99: number;
  longest: number;
  /** The 99th percentile of each kind of call. */
  kinds: Record<string, number>;
  /** Calls that no server answered in time, also while it was not measured. */
  lost: number;
  /** How often a connection broke with a call under way, also while it was not measured. */
  cutOff: number;
  /** How often each unexpected status was answered, also while it was not measured. */
  refused: Record<string, number>;
  /** Writes that were acknowledged, all in all, by the kind of call. */
  acknowledged: Record<string, number>;
  /** How late the generator itself began its calls, 99th percentile. */
  lateness: number;
}
