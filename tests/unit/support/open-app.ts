import { createApp } from "../../../src/app/create-app.ts";
import {
  type BaseAppOptions,
  type CoreServicesOptions,
  createBaseApp,
  createConnection,
  createCoreServices,
} from "../../../src/app/create-base-app.ts";
import type { SessionEnd } from "../../../src/core/session.ts";
import { createMemoryMachine } from "../../../src/platform/memory/memory-machine.ts";
import { createSmallSchool } from "./small-school.ts";

/** The app's own composition on a machine in memory, with a school in this process. */
export const openApp = ({
  school = createSmallSchool(),
  machine = createMemoryMachine(),
  ...options
}: Partial<BaseAppOptions & CoreServicesOptions> & {
  school?: ReturnType<typeof createSmallSchool>;
  machine?: ReturnType<typeof createMemoryMachine>;
} = {}) => {
  const ends: SessionEnd[] = [];
  const fileServer = "http://school.example";
  const core = createCoreServices({
    connection: createConnection({ machine, fileServer, fetch: school.fetch }),
    messages: async () => ({ default: {} }),
    onLanguage: () => undefined,
    singleLogin: true,
    ...options,
  });
  const app = createBaseApp(core, {
    organisation: { id: 1, name: "Learning space" },
    closesExpiredCourses: true,
    ...options,
  });
  app.onSessionEnd((why) => ends.push(why));
  return { app, session: app.session, school, machine, ends };
};

/** The same with a signed-in person and their services. */
export const openSignedIn = async (
  username = "dana",
  options: Parameters<typeof openApp>[0] = {},
) => {
  const opened = openApp(options);
  const signedIn = await opened.session.signIn(username, "secret");
  if (!signedIn.ok) throw new Error(`not signed in: ${signedIn.failure.kind}`);
  const app = createApp(opened.app, opened.machine.tabs);
  return { ...app, ...opened, app };
};
