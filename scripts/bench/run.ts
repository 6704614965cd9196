import { type Figures, type PartName, printReport } from "./report.ts";

const parts: Record<PartName, () => Promise<Figures>> = {
  sizes: async () => (await import("./sizes.ts")).measureSizes(),
  line: async () => (await import("./slow-line.ts")).measureSlowLine(),
  course: async () => (await import("./large-course.ts")).measureLargeCourse(),
  screens: async () => (await import("./screens.ts")).measureScreens(),
  interaction: async () => (await import("./interaction.ts")).measureInteraction(),
  lessons: async () => ({
    ...(await (await import("./lesson-code.ts")).measureLessonCode()),
    ...(await (await import("./lesson-changes.ts")).measureLessonChanges()),
  }),
  desktop: async () => (await import("./desktop.ts")).measureDesktop(),
  search: async () => (await import("./search.ts")).measureSearch(),
  "sign-ins": async () => (await import("./sign-ins.ts")).measureSignIns(),
  server: async () => (await import("./server.ts")).measureServer(),
};

const names = Object.keys(parts) as PartName[];
const asked = process.argv.slice(2);
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
