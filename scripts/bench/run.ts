import { Argument, Command, InvalidArgumentError } from "commander";
import { buildIfChanged } from "../test/run-command.ts";
import type { Comparison } from "./older-build.ts";
import { type Figures, type PartName, printReport, SkippedError } from "./report.ts";
import type { LoadOptions } from "./virtual-students/phases.ts";

/** Loads the module of a part. */
type Part = () => Promise<{ measure: (options: Comparison & LoadOptions) => Promise<Figures> }>;

/** What a part measures, for the help, and its module. */
const PARTS: Record<PartName, [what: string, part: Part]> = {
  sizes: ["the sizes of the builds", () => import("./sizes.ts")],
  line: ["sign-in and lessons on a slow line, and offline", () => import("./slow-line.ts")],
  films: ["a film on a slow line, in Chromium and Firefox", () => import("./films.ts")],
  lighthouse: ["four screens with Lighthouse", () => import("./lighthouse.ts")],
  course: ["the menus of a course of 2,000 lessons", () => import("./large-course.ts")],
  screens: ["the other screens, from click to content", () => import("./screens.ts")],
  lessons: ["the memory after 200 changes of lesson", () => import("./lesson-changes.ts")],
  patterns: ["patterns: opening them, an option's new picture", () => import("./patterns.ts")],
  desktop: ["the desktop app: sync, memory, starts", () => import("./desktop/sync.ts")],
  search: ["searches in 2,000 lessons", () => import("./search.ts")],
  desk: ["the desk of a tutor, with 500 hand-ins that wait", () => import("./desk/desk.ts")],
  staff: [
    "the staff's desk: 10,000 people, reports over five years, 4,000 photos",
    () => import("./staff/staff.ts"),
  ],
  server: ["the cost of calls, and the server's memory", () => import("./server.ts")],
  "load-sqlite": ["capacity and overload on SQLite", () => import("./virtual-students/sqlite.ts")],
  "load-postgres": [
    "the same with two servers on PostgreSQL, and one of them killed",
    () => import("./virtual-students/postgres.ts"),
  ],
  "load-front": ["both behind HAProxy", () => import("./virtual-students/front.ts")],
  "load-sign-ins": ["storms of sign-ins", () => import("./virtual-students/sign-ins.ts")],
  "load-idle": ["5,000 students who have the app open", () => import("./virtual-students/idle.ts")],
  "load-film": ["2,000 readers of one film", () => import("./virtual-students/film.ts")],
};

const names = Object.keys(PARTS) as PartName[];

/** Stands for all parts whose names begin with it. */
const LOAD = "load";

const numberOf = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 up.");
};

const command = new Command("npm run bench --")
  .description("Measures the learning space against the budgets in scripts/bench/budgets.json.")
  .addArgument(
    new Argument("[part...]", "the parts to measure; absent: all").choices([...names, LOAD]),
  )
  .option(
    "--against <build>",
    "the web app that line compares with, and lighthouse if it is named: the folder of a build, or a commit; absent: the last release",
  )
  .option("--seconds <number>", "how long each phase of the parts load takes", numberOf)
  .helpOption("-h, --help", "show this help")
  .addHelpText(
    "after",
    `\n${names.map((name) => `  ${name.padEnd(15)}${PARTS[name][0]}`).join("\n")}\n` +
      `  ${LOAD.padEnd(15)}the six parts before`,
  )
  .parse();

// Without a listener a signal ends the process with no "exit", which ends servers and browsers.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

for (const build of ["preact", "react", "hybrid", "offline"] as const) {
  if (await buildIfChanged(build)) continue;
  console.error(`The build ${build} failed; see the output above.`);
  process.exit(1);
}

const isAsked = (name: PartName): boolean =>
  command.args.length === 0 ||
  command.args.includes(name) ||
  (command.args.includes(LOAD) && name.startsWith(`${LOAD}-`));

const measured: Partial<Record<PartName, Figures>> = {};
let skipped = 0;
for (const name of names) {
  if (!isAsked(name)) continue;
  console.log(`· Measuring: ${name} …`);
  try {
    const { measure } = await PARTS[name][1]();
    measured[name] = await measure(command.opts());
  } catch (error) {
    if (error instanceof SkippedError) {
      console.log(`  Skipped: ${error.message}`);
      skipped += 1;
      continue;
    }
    console.error(error);
    measured[name] = {};
  }
}

const { kept, broken } = printReport(measured);
const parts = skipped > 0 ? `, ${skipped} ${skipped === 1 ? "part" : "parts"} skipped` : "";
console.log(`\n${kept} budgets kept, ${broken} broken${parts}`);
process.exitCode = broken === 0 ? 0 : 1;
