import { renderToString } from "react-dom/server";
import type { Messages } from "../i18n/language.ts";
import type { Language } from "../i18n/languages.ts";
import { createMemoryMachine } from "../platform/memory/memory-machine.ts";
import { createApp } from "./create-app.ts";
import { AUTHORIZATION } from "./guard.ts";
import { BASE, createRoot } from "./root.tsx";

declare const ORGANISATION: { id: number; name: string };

/** The sign-in page as the build paints it, one for each language, before any script runs. */
export const prerender = async (language: Language, messages: Messages): Promise<string> => {
  const app = createApp({
    machine: createMemoryMachine(),
    fileServer: "",
    loadMessages: async () => messages,
    onLanguage: () => undefined,
    organisation: ORGANISATION,
    singleLogin: true,
  });
  await app.language.boot(language);
  const Root = createRoot({
    app,
    loadInside: () => Promise.reject(new Error("nobody is signed in while building")),
    staticPath: BASE + AUTHORIZATION,
  });
  return renderToString(<Root />);
};
