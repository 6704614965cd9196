import path from "node:path";
import { startDemo } from "../../src/server/demo-school.ts";
import { Log } from "../../src/server/log.ts";
import { runUntilSignal } from "../../src/server/run-until-signal.ts";
import { startSchoolServer } from "../../src/server/school-server.ts";

/** The demo school with another build of the web app: WEB_DIR, DATA_DIR and SCHOOL_DIR say which. */
const { WEB_DIR = "dist/online", DATA_DIR = "data", SCHOOL_DIR } = process.env;
const dataDir = path.resolve(DATA_DIR);
const folder = SCHOOL_DIR ? path.resolve(SCHOOL_DIR) : undefined;

const prepared = await startDemo({ port: 0, dataDir, folder });
await prepared.close();

const server = await startSchoolServer({
  environment: {
    port: Number(process.env.PORT ?? 0),
    host: "127.0.0.1",
    dataDir,
    databaseUrl: null,
    smtpUrl: null,
    publicUrl: null,
    logLevel: "warn",
  },
  log: new Log("warn"),
  webDir: path.resolve(WEB_DIR),
});
console.log(`The demo school is open: ${server.address}/`);
runUntilSignal(server);
