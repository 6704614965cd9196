import type { CallOptions, Send, SendForBytes, Transport } from "../../transport/transport.ts";
import type { HybridAccount } from "./hybrid-account.ts";

/**
 * Creates the transport of the hybrid build. Calls of the signed-in person wait until the account's
 * content is loaded, and are answered from it if possible. While nobody is signed in, all calls go
 * to the school.
 */
export const createHybridTransport = (
  school: Transport,
  account: () => HybridAccount | null,
): Transport => {
  const currentTransport = async (): Promise<Transport> => {
    const own = account();
    await own?.ready;
    return own?.school ?? school;
  };
  return {
    base: school.base,
    send: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await currentTransport()).send(call as never, options as never)) as Send,
    sendForBytes: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await currentTransport()).sendForBytes(call as never, options as never)) as SendForBytes,
    assetAddress: async (product, title) =>
      (await (await currentTransport()).assetAddress?.(product, title)) ?? null,
    prefetch: (address) => void currentTransport().then(({ prefetch }) => prefetch(address)),
  };
};
