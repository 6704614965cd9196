import * as v from "valibot";
import { proxy } from "valtio/vanilla";
import type { App } from "../../app-context/app.ts";
import { serviceOf } from "../../app-context/service.ts";
import { createStored } from "../../core/stored.ts";
import type { KeyValue } from "../../platform/ports.ts";

/**
 * Whether keys without Ctrl work as shortcuts on this machine. Who dictates or presses keys by
 * accident can switch them off.
 */
export const createDeskKeys = (storage: KeyValue) => {
  const stored = createStored(storage, "desk-keys.v1", v.boolean());
  const state = proxy({ on: stored.read() ?? true });
  return {
    state,
    set(on: boolean): void {
      state.on = on;
      stored.write(on);
    },
  };
};

const create = (app: App) => createDeskKeys(app.machine.storage);

/** The setting of this machine. */
export const deskKeysOf = (app: App) => serviceOf(app, create);
