import { runContentTask } from "./content-task.ts";
import type { ContentReport, ContentTask } from "./content-work.ts";

const tell = (report: ContentReport): void => {
  process.send?.(report);
};

// The server has gone: another one, or its next start, does the work again.
process.once("disconnect", () => process.exit(1));
// A terminal and systemd signal all processes of a service. The server, which knows that it closes, ends this one.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.once("message", async (task: ContentTask) => {
  const end = await runContentTask(task, (done, total) => tell({ kind: "progress", done, total }));
  process.send?.(end, () => process.exit(0));
});
