import type { BaseApp } from "../../app-context/app.ts";

/** Ends the session here, and then at the provider by whom the person has signed in, if there is one. */
export const signOut = async ({ session, desktop }: BaseApp): Promise<void> => {
  const answer = await session.logOut();
  const left = answer?.ok ? (answer.value as { address?: unknown } | null) : null;
  const address = `${left?.address}`;
  // A provider refuses to be shown in a frame, and the desktop app leaves its pages to the browser.
  if (/^https?:/.test(address)) open(address, desktop || self !== top ? "_blank" : "_self");
};
