import type { CallOptions, Send, SendForBytes, Transport } from "../../transport/transport.ts";
import type { HybridAccount } from "./hybrid-account.ts";

/**
 * Calls of the signed-in person wait for their content, and are answered from it if it has the
 * answer. While nobody is signed in the school is asked.
 */
export const createHybridTransport = (
  school: Transport,
  account: () => HybridAccount | null,
): Transport => {
  const through = async (): Promise<Transport> => {
    const own = account();
    await own?.ready;
    return own?.school ?? school;
  };
  return {
    base: school.base,
    send: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await through()).send(call as never, options as never)) as Send,
    sendForBytes: (async (call, options?: CallOptions<string, unknown, string>) =>
      (await through()).sendForBytes(call as never, options as never)) as SendForBytes,
    assetAddress: async (product, title) =>
      (await (await through()).assetAddress?.(product, title)) ?? null,
    ask: (address) => void through().then(({ ask }) => ask(address)),
  };
};
