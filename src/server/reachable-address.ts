import { networkInterfaces } from "node:os";

/** The first address by which other machines reach this one; itself when there is none. */
const outerAddress = (): string =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1";

/**
 * The address for a link to the school, if no public one is set.
 * @param listening the address it listens on. `0.0.0.0` and `[::]` are no addresses for a link
 */
export const reachable = (listening: string): string =>
  listening.replace(/\/\/(0\.0\.0\.0|\[::\])(?=[:/]|$)/, () => `//${outerAddress()}`);
