import type { Id } from "../contract/wire.ts";
import type { BaseApp } from "./app.ts";

/** The id of the signed-in person: that of the account, or the username if it has none. */
export const personIdOf = ({ session }: Pick<BaseApp, "session">): Id => {
  const { user } = session.state;
  return user?.id || user?.username || 0;
};
