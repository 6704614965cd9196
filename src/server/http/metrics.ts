import { statfs } from "node:fs/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The prefix of every metric's name, except those of the process. */
const PREFIX = "learning_space_";

/** Seconds: most calls take a few milliseconds, downloads on a slow line minutes. */
const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 30];

/**
 * The areas of requests: the first segment of a call's path. All others share one label, so that
 * made-up paths create no labels.
 */
const AREAS: ReadonlySet<string> = new Set([
  "assets",
  "downloads",
  "files",
  "glossary",
  "health",
  "license",
  "menu",
  "new-video",
  "openid",
  "organizations",
  "products",
  "search",
  "sites",
  "user",
]);

/** All others share one label, because a client may make methods up. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"]);

const areaOf = (url: string): string => {
  const [, root = "", word = ""] = url.split(/[/?#]/, 3);
  if (root === "tls") return "app";
  return root === "api" && AREAS.has(word) ? word : "other";
};

interface MeasuredSchool {
  dataDir: string;
  uploadsDir: string;
  /** The number of sign-ins that wait for the verification of their password. */
  waiting: () => number;
  /** The number of running background tasks. */
  inBackground: () => number;
  /** Whether the database can be read. */
  databaseAnswers: () => Promise<boolean>;
}

/** The free bytes on the disk of each folder; null when the disk cannot be read. */
const readDisks = ({ dataDir, uploadsDir }: MeasuredSchool) =>
  Promise.all(
    Object.entries({ data: dataDir, uploads: uploadsDir }).map(async ([folder, place]) => {
      const disk = await statfs(place).catch(() => null);
      return { folder, free: disk && disk.bavail * disk.bsize };
    }),
  );

/** The metrics of a server, in the text format of Prometheus. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Counter<"area" | "method" | "status">;
  readonly #seconds: Histogram<"area">;
  readonly #pending: Gauge;

  constructor(school: MeasuredSchool) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: `${PREFIX}requests_total`,
      help: "Answered requests, by area, method and class of status",
      labelNames: ["area", "method", "status"],
      registers,
    });
    this.#seconds = new Histogram({
      name: `${PREFIX}request_seconds`,
      help: "Time until an answer was sent, by area",
      labelNames: ["area"],
      buckets: BUCKETS,
      registers,
    });
    this.#pending = new Gauge({
      name: `${PREFIX}requests_under_way`,
      help: "Requests without an answer so far",
      registers,
    });
    const gauge = (name: string, help: string, look: () => number) =>
      new Gauge({
        name: PREFIX + name,
        help,
        registers,
        collect() {
          this.set(look());
        },
      });
    gauge("sign_ins_waiting", "Sign-ins that wait for their turn", school.waiting);
    gauge("background_tasks", "Tasks that continue after their answer", school.inBackground);
    new Gauge({
      name: `${PREFIX}database_up`,
      help: "Whether the database can be read: 1 or 0",
      registers,
      async collect() {
        this.set((await school.databaseAnswers().catch(() => false)) ? 1 : 0);
      },
    });
    new Gauge({
      name: `${PREFIX}disk_up`,
      help: "Whether the disk of a folder can be read: 1 or 0",
      labelNames: ["folder"],
      registers,
      async collect() {
        for (const { folder, free } of await readDisks(school)) {
          this.set({ folder }, free === null ? 0 : 1);
        }
      },
    });
    new Gauge({
      name: `${PREFIX}disk_free_bytes`,
      help: "Free space on the disk of a folder",
      labelNames: ["folder"],
      registers,
      async collect() {
        for (const { folder, free } of await readDisks(school)) {
          // The previous value would look healthy.
          if (free === null) this.remove({ folder });
          else this.set({ folder }, free);
        }
      },
    });
  }

  /** Counts a request. @returns a function to call when its answer has ended */
  begin(method: string, url: string): (status: number) => void {
    this.#pending.inc();
    const area = areaOf(url);
    const label = METHODS.has(method) ? method : "other";
    const end = this.#seconds.startTimer({ area });
    return (status) => {
      this.#pending.dec();
      end();
      this.#requests.inc({ area, method: label, status: `${Math.floor(status / 100)}xx` });
    };
  }

  readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  /** The current values of all metrics. */
  read(): Promise<string> {
    return this.#registry.metrics();
  }
}
