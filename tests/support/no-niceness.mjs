/**
 * A process that imports this does its long work at the priority of all others. On a machine that is busy with tests,
 * what is nice gets so little of the processor that a test waits for a minute.
 */
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";

os.setPriority = () => {};
syncBuiltinESMExports();
