import { existsSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach } from "vitest";

/** Node writes the warnings of the processes that the tests start into this file. */
const ofChildren = path.join(process.env.MADE_BY_TESTS ?? "", `warnings-${process.pid}.log`);
process.env.NODE_REDIRECT_WARNINGS = ofChildren;

const ofThisProcess: string[] = [];
const note = (warning: Error) => {
  ofThisProcess.push(warning.stack ?? String(warning));
};
process.on("warning", note);

/** Fails the test, or the file, during which a process has warned of something. */
const failOnWarnings = () => {
  const warnings = ofThisProcess.splice(0);
  if (existsSync(ofChildren)) {
    warnings.push(readFileSync(ofChildren, "utf8"));
    rmSync(ofChildren);
  }
  if (warnings.length > 0) throw new Error(`A process has warned:\n${warnings.join("\n")}`);
};

afterEach(failOnWarnings);
// What a test file starts or ends for all of its tests.
afterAll(() => {
  process.off("warning", note);
  failOnWarnings();
});
