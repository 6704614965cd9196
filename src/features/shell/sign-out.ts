import type { BaseApp } from "../../app-context/app.ts";

/** Ends the session here, and then at the provider by which the person has signed in. */
export const signOut = async ({ session, desktop }: BaseApp): Promise<void> => {
  const address = await session.logOut();
  if (!address || !/^https?:/.test(address)) return;
  // A provider refuses to be shown in a frame, and the desktop app leaves its pages to the browser.
  if (desktop || self !== top) open(address);
  else location.assign(address);
};
