import { createContext, useContext } from "react";
import type { App, BaseApp } from "./app.ts";

/** Provides the services to components. This module is part of the sign-in page. */
export const AppContext = createContext<BaseApp | App | null>(null);

/**
 * The services that exist before and after signing in.
 * @throws Error outside of `AppContext`
 */
export const useBaseApp = (): BaseApp => {
  const app = useContext(AppContext);
  if (!app) throw new Error("no AppContext");
  return app;
};
