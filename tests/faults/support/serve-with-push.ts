/**
 * Serves a school as the command does, with the push service of a test at the port `PUSH_PORT` of this
 * machine: the command's own server connects to public addresses alone.
 */
import { readEnvironment } from "../../../src/server/environment.ts";
import { Log } from "../../../src/server/log.ts";
import { runUntilSignal } from "../../../src/server/run-until-signal.ts";
import { startSchoolServer } from "../../../src/server/school-server.ts";
import { networkOf } from "../../server/support/push-service.ts";

const read = readEnvironment(process.env);
if (!read.ok) throw new Error(read.failure);
const log = new Log(read.value.logLevel);
const pushNetwork = networkOf(Number(process.env.PUSH_PORT));
runUntilSignal(await startSchoolServer({ environment: read.value, log, pushNetwork }));
