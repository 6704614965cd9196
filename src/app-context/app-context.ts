import { createContext, useContext } from "react";
import type { App, BaseApp } from "./app.ts";

/** Holds the services for the components below it. The sign-in form carries this module. */
export const AppContext = createContext<BaseApp | App | null>(null);

/**
 * The services that there are before anybody has signed in, and after.
 * @throws Error outside of `AppContext`
 */
export const useBaseApp = (): BaseApp => {
  const app = useContext(AppContext);
  if (!app) throw new Error("no AppContext");
  return app;
};
