import { renderToString } from "react-dom/server";
import { AUTHORIZATION } from "../app-context/guard.ts";
import { BASE } from "../app-context/location.ts";
import type { Language } from "../domain/languages.ts";
import { createMemoryMachine } from "../platform/memory/memory-machine.ts";
import { ONLINE } from "./builds.ts";
import { createBaseApp, createConnection, createCoreServices } from "./create-base-app.ts";
import { Root } from "./root.tsx";
import { SignedOut } from "./signed-out.tsx";

declare const ORGANISATION: { id: number; name: string };

/** Renders the sign-in page in one language to HTML. The build puts it into the page. */
export const prerender = async (language: Language): Promise<string> => {
  // The page's address, which the router reads.
  Object.assign(globalThis, { location: { pathname: BASE + AUTHORIZATION, search: "" } });
  const core = createCoreServices({
    connection: createConnection({ machine: createMemoryMachine(), fileServer: "" }),
    onLanguage: () => undefined,
    singleLogin: ONLINE.auth.singleLogin,
  });
  const app = createBaseApp(core, {
    organisation: ORGANISATION,
    closesExpiredCourses: ONLINE.closesExpiredCourses,
  });
  await app.language.boot(language);
  return renderToString(<Root app={app} SignedOut={SignedOut} SignedIn={() => null} />);
};
