import type { Id } from "../contract/wire.ts";
import type { App } from "./create-app.ts";

/** Whose the things are that are kept on the machine. A school need not number its people. */
export const personOf = ({ session }: App): Id => {
  const { user } = session.state;
  return user?.id || user?.username || 0;
};
