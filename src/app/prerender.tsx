import { renderToString } from "react-dom/server";
import type { Messages } from "../core/language.ts";
import type { Language } from "../domain/languages.ts";
import { createMemoryMachine } from "../platform/memory/memory-machine.ts";
import { createApp } from "./create-app.ts";
import { AUTHORIZATION } from "./guard.ts";
import { BASE } from "./location.ts";
import { Outside } from "./outside.tsx";
import { Root } from "./root.tsx";

declare const ORGANISATION: { id: number; name: string };

/** The sign-in page as the build paints it, one for each language, before any script runs. */
export const prerender = async (language: Language, messages: Messages): Promise<string> => {
  // The page's address, which the router reads.
  Object.assign(globalThis, { location: { pathname: BASE + AUTHORIZATION, search: "" } });
  const app = createApp({
    machine: createMemoryMachine(),
    fileServer: "",
    loadMessages: async () => messages,
    onLanguage: () => undefined,
    organisation: ORGANISATION,
    singleLogin: true,
  });
  await app.language.boot(language);
  return renderToString(<Root app={app} Outside={Outside} Inside={() => null} />);
};
