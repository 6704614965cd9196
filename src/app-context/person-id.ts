import type { Id } from "../contract/wire.ts";
import type { BaseApp } from "./app.ts";

/** Identifies the person who is signed in. A school need not number its people. */
export const personIdOf = ({ session }: Pick<BaseApp, "session">): Id => {
  const { user } = session.state;
  return user?.id || user?.username || 0;
};
