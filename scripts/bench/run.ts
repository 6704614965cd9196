import { Argument, Command, InvalidArgumentError } from "commander";
import { buildIfChanged } from "../test/run-command.ts";
import { type Figures, type PartName, printReport, SkippedError } from "./report.ts";
import type { LoadOptions } from "./virtual-students/measure-load.ts";

/** Loads the module of a part. */
type Part = () => Promise<{ measure: (load: LoadOptions) => Promise<Figures> }>;

/** What a part measures, for the help, and its module. */
const PARTS: Record<PartName, [what: string, part: Part]> = {
  sizes: ["the sizes of the builds", () => import("./sizes.ts")],
  upgrade: ["the bytes of the sign-in after a release", () => import("./upgrade.ts")],
  line: ["sign-in and lessons on a slow line, and offline", () => import("./slow-line.ts")],
  lighthouse: ["four screens with Lighthouse", () => import("./lighthouse.ts")],
  course: ["the menus of a course of 2,000 lessons", () => import("./large-course.ts")],
  screens: ["the other screens, from click to content", () => import("./screens.ts")],
  lessons: ["the memory after 200 changes of lesson", () => import("./lesson-changes.ts")],
  desktop: ["the desktop app: sync, memory, starts", () => import("./desktop/sync.ts")],
  search: ["searches in 2,000 lessons", () => import("./search.ts")],
  "sign-ins": ["1,000 sign-ins within ten seconds", () => import("./sign-ins.ts")],
  server: ["the cost of calls, and the server's memory", () => import("./server.ts")],
  load: ["the load of 10,000 students", () => import("./virtual-students/measure-load.ts")],
};

const names = Object.keys(PARTS) as PartName[];

const numberOf = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 up.");
};

const command = new Command("npm run bench --")
  .description("Measures the learning space against the budgets in scripts/bench/budgets.json.")
  .addArgument(new Argument("[part...]", "the parts to measure; absent: all").choices(names))
  .option("--students <number>", "students of the part load", numberOf)
  .option("--seconds <number>", "how long the part load measures", numberOf)
  .helpOption("-h, --help", "show this help")
  .addHelpText(
    "after",
    `\n${names.map((name) => `  ${name.padEnd(12)}${PARTS[name][0]}`).join("\n")}`,
  )
  .parse();

// Without a listener a signal ends the process with no "exit", which ends servers and browsers.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

for (const build of ["preact", "react", "hybrid", "offline"] as const) {
  if (await buildIfChanged(build)) continue;
  console.error(`The build ${build} failed; see the output above.`);
  process.exit(1);
}

const measured: Partial<Record<PartName, Figures>> = {};
let skipped = 0;
for (const name of names) {
  if (command.args.length > 0 && !command.args.includes(name)) continue;
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
