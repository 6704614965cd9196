/**
 * Serves a school as the command does, and tells at once what is new, for which the command's own server
 * waits for some seconds. The push service is that of a test at the port `PUSH_PORT` of this machine: the
 * command's own server connects to public addresses alone.
 */

import { Log } from "../../../src/server/log.ts";
import { runUntilSignal } from "../../../src/server/run-until-signal.ts";
import { readEnvironment } from "../../../src/server/school/settings/environment.ts";
import { startSchoolServer } from "../../../src/server/school-server.ts";
import { networkOf } from "../../server/support/push-service.ts";

const read = readEnvironment(process.env);
if (!read.ok) throw new Error(read.failure);
const log = new Log(read.value.logLevel);
const pushNetwork = networkOf(Number(process.env.PUSH_PORT));
const server = await startSchoolServer({ environment: read.value, log, pushNetwork });
runUntilSignal(server);
await server.tellNews();
