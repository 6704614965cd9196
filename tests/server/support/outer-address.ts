import { networkInterfaces } from "node:os";

/** An address of this machine other than the loopback address. */
export const outerAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((found) => found?.family === "IPv4" && !found.internal)?.address;
