import { BASE } from "../location.ts";
import { loadStyle } from "../page-files.ts";
import type { ScreenProps } from "./screen-props.ts";

/** What the part asks the school for first. */
const DATA = ["/user/measurements", "/user/measurements/default"];

/** Fetches measurements and policies, code and data side by side. */
export const loadOwnData = async ({ app }: Pick<ScreenProps, "app">) => {
  for (const address of DATA) app.transport.ask(address);
  const [module] = await Promise.all([
    import(/* webpackChunkName: "own-data" */ "./own-data.tsx"),
    app.language.require("own-data"),
    loadStyle("own-data"),
  ]);
  return module;
};

/**
 * Whether the profile is only where one comes out after signing in. Most go on to a lesson from
 * there, whose code comes first then.
 */
export const isLanding = (): boolean =>
  location.pathname !== `${BASE}/profile` || history.state?.landing === true;
