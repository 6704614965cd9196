import { proxy } from "valtio/vanilla";
import { deletePush, getPush, putPush } from "../../../contract/push.ts";
import { Result } from "../../../lib/result.ts";
import type { DevicePush } from "../../../platform/ports.ts";
import type { Send } from "../../../transport/transport.ts";

/** Why this device is not told, or goes on being told. */
export type DevicePushFailure =
  | { readonly kind: "not-saved" }
  /** The browser cannot subscribe, such as in a private window. */
  | { readonly kind: "not-possible" };

/**
 * Whether the person is told on this device.
 * @param open loads the notifications of this device; null in a browser without them
 */
export const createDevicePush = (open: () => Promise<DevicePush | null>, send: Send) => {
  const state = proxy({
    /** `absent`: there is nothing to choose, or it is not known yet. `denied`: the browser's settings forbid it. */
    is: "absent" as "absent" | "on" | "off" | "denied",
    isBusy: false,
  });
  let push: DevicePush | null = null;
  let key = "";

  /** Without the school the browser's own address is of no use to anybody. */
  const unsubscribe = (device: DevicePush): Promise<unknown> =>
    device.unsubscribe().catch(() => undefined);

  const turnOn = async (device: DevicePush): Promise<Result<null, DevicePushFailure>> => {
    try {
      const body = await device.subscribe(key);
      if (!body) {
        state.is = await device.state();
        return Result.ok(null);
      }
      if ((await send(putPush, { body })).ok) {
        state.is = "on";
        return Result.ok(null);
      }
    } catch {
      return Result.fail({ kind: "not-possible" });
    }
    await unsubscribe(device);
    return Result.fail({ kind: "not-saved" });
  };

  const turnOff = async (device: DevicePush): Promise<Result<null, DevicePushFailure>> => {
    if (!(await send(deletePush)).ok) return Result.fail({ kind: "not-saved" });
    state.is = "off";
    await unsubscribe(device);
    return Result.ok(null);
  };

  return {
    state,

    /** Finds out. At a school that does not tell devices, and where it cannot be reached, it is `absent`. */
    async load(): Promise<void> {
      const answer = await send(getPush);
      if (!answer.ok || answer.value.key === "") return;
      ({ key } = answer.value);
      push = await open();
      if (!push) return;
      const here = await push.state();
      // The session may have had the device that the browser has forgotten, or the other way round.
      state.is = here === "on" && !answer.value.on ? "off" : here;
    },

    /** Turns it on or off. The person is asked by the browser, so call it when they have pressed something. */
    async choose(on: boolean): Promise<Result<null, DevicePushFailure>> {
      if (!push || state.isBusy) return Result.ok(null);
      state.isBusy = true;
      const result = await (on ? turnOn(push) : turnOff(push));
      state.isBusy = false;
      return result;
    },
  };
};
