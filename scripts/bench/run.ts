import { parseArgs } from "node:util";
import { type Figures, type PartName, printReport } from "./report.ts";

const NUMBER = /^[1-9]\d{0,5}$/;

/** The arguments: the parts to measure, and how large the load is. */
const readArguments = () => {
  try {
    const { values, positionals } = parseArgs({
      options: { students: { type: "string" }, seconds: { type: "string" } },
      allowPositionals: true,
    });
    const wrong = Object.keys(values).find((name) => !NUMBER.test(Object(values)[name]));
    if (wrong) throw new Error(`--${wrong} takes a number from 1 up.`);
    const load = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Number(value)]),
    );
    return { asked: positionals, load };
  } catch (reason) {
    console.error(reason instanceof Error ? reason.message : reason);
    process.exit(2);
  }
};

const { asked, load } = readArguments();

// Without a listener a signal ends the process with no "exit", which ends servers and browsers.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const parts: Record<PartName, () => Promise<Figures>> = {
  sizes: async () => (await import("./sizes.ts")).measureSizes(),
  upgrade: async () => (await import("./upgrade.ts")).measureUpgrades(),
  line: async () => (await import("./slow-line.ts")).measureSlowLine(),
  again: async () => (await import("./second-visit.ts")).measureSecondVisit(),
  lighthouse: async () => (await import("./lighthouse.ts")).measureLighthouse(),
  pictures: async () => (await import("./pictures.ts")).measurePictures(),
  course: async () => (await import("./large-course.ts")).measureLargeCourse(),
  screens: async () => (await import("./screens.ts")).measureScreens(),
  lessons: async () => (await import("./lesson-changes.ts")).measureLessonChanges(),
  desktop: async () => (await import("./desktop.ts")).measureDesktop(),
  search: async () => (await import("./search.ts")).measureSearch(),
  "sign-ins": async () => (await import("./sign-ins.ts")).measureSignIns(),
  server: async () => (await import("./server.ts")).measureServer(),
  load: async () => (await import("./virtual-students/measure-load.ts")).measureLoad(load),
};

const names = Object.keys(parts) as PartName[];
const unknown = asked.filter((name) => !names.some((part) => part === name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(", ")}. The parts are: ${names.join(", ")}.`);
  process.exit(2);
}

const measured: Partial<Record<PartName, Figures>> = {};
for (const name of names) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.log(`· Measuring: ${name} …`);
  try {
    measured[name] = await parts[name]();
  } catch (error) {
    console.error(error);
    measured[name] = {};
  }
}

const { kept, broken } = printReport(measured);
console.log(`\n${kept} budgets kept, ${broken} broken`);
process.exitCode = broken === 0 ? 0 : 1;
