import type { App, BaseApp } from "./app.ts";
import { useBaseApp } from "./app-context.ts";

const isSignedIn = (app: BaseApp | App): app is App => "courses" in app;

/**
 * The services of the signed-in person.
 * @throws Error if nobody is signed in
 */
export const useApp = (): App => {
  const app = useBaseApp();
  if (!isSignedIn(app)) throw new Error("This component is only for people who are signed in.");
  return app;
};
