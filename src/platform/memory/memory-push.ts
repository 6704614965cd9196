import type { DevicePush } from "../ports.ts";

/** Notifications of a device in memory. */
export interface MemoryPush extends DevicePush {
  /** What the person answers when the browser asks; the first answer counts for good, unless it is `later`. */
  says: "yes" | "no" | "later";
  /** Why the browser cannot subscribe; null: it can. */
  fault: Error | null;
  /** The key with which the browser has subscribed; null: it has not. */
  readonly key: string | null;
}

/** Creates the notifications of a device whose person has not been asked yet. */
export const createMemoryPush = (): MemoryPush => {
  let permission: MemoryPush["says"] = "later";
  let key: string | null = null;
  const push: MemoryPush = {
    says: "yes",
    fault: null,
    get key() {
      return key;
    },
    async state() {
      if (permission === "no") return "denied";
      return permission === "yes" && key !== null ? "on" : "off";
    },
    async subscribe(given) {
      if (permission === "later") permission = push.says;
      if (permission !== "yes") return null;
      if (push.fault) throw push.fault;
      key = given;
      return {
        endpoint: "https://push.example/send/1",
        p256dh: `B${"A".repeat(86)}`,
        auth: "A".repeat(22),
      };
    },
    async unsubscribe() {
      key = null;
    },
  };
  return push;
};
