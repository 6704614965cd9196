import { spawn } from "node:child_process";
import { onlineSettings, type SchoolSettings } from "../build/school-settings.ts";
import { type AppConfig, appConfig } from "./app-config.ts";
import { runtimeForThisMachine } from "./runtimes.ts";

/** Exit code of the system's loader if a library is missing. */
const LIBRARY_MISSING = 127;

/** The school that the app talks to in development: FILE_SERVER, or else the demo school. */
export const developmentSchool = (environment: NodeJS.ProcessEnv): SchoolSettings =>
  onlineSettings({
    ...environment,
    FILE_SERVER: environment.FILE_SERVER || "http://127.0.0.1:8080/api",
  });

/** The configuration of the hybrid app with the inspector, which only developers get. */
export const developmentConfig = (school: SchoolSettings): AppConfig => {
  const config = appConfig("hybrid", school);
  const window = {
    ...config.modes.window,
    enableInspector: true,
    openInspectorOnStartup: false,
  };
  return { ...config, modes: { ...config.modes, window } };
};

export interface OpenRuntime {
  /** The exit code once the window is closed. Rejects with a message if the runtime cannot start. */
  readonly exit: Promise<number>;
  stop(): void;
}

/** Opens an app's folder on this machine's runtime. */
export const openRuntime = (folder: string): OpenRuntime => {
  const child = spawn(runtimeForThisMachine() ?? "", [`--path=${folder}`, "--load-dir-res"], {
    stdio: "inherit",
  });
  const exit = new Promise<number>((resolve, reject) => {
    child.once("error", (error) =>
      reject(new Error(`The runtime did not start: ${error.message}`)),
    );
    child.once("exit", (code) => {
      if (code !== LIBRARY_MISSING) return resolve(code ?? 0);
      reject(new Error("Install libgtk-3-0 and libwebkit2gtk-4.1-0, which the runtime needs."));
    });
  });
  return { exit, stop: () => void child.kill("SIGTERM") };
};
