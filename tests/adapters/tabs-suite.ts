import { describe, expect, test } from "vitest";
import type { KeyValue, Tabs } from "../../src/platform/ports.ts";

export interface TabsUnderTest {
  /** Tabs of one browser, and the storage that they share. */
  create: () => { tabs: [Tabs, Tabs]; storage: KeyValue };
  /** Changes a stored value as another tab does; null if there is never another tab. */
  change: ((storage: KeyValue) => void) | null;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** What the app relies on in a browser's tabs. */
export const tabsSuite = (name: string, { create, change }: TabsUnderTest): void => {
  describe(`tabs of ${name}`, () => {
    test("see the keys in storage, also those that another tab has set", () => {
      const { tabs, storage } = create();
      expect(tabs[0].keys()).toEqual([]);
      storage.set("a.v1/1", "1");
      storage.set("key with spaces", "2");
      storage.set("b.v1", "3");
      storage.remove("b.v1");
      for (const tab of tabs) expect(tab.keys().toSorted()).toEqual(["a.v1/1", "key with spaces"]);
    });

    test.skipIf(!change)("hear of another tab's changes until they stop listening", async () => {
      const { tabs, storage } = create();
      let events = 0;
      const stop = tabs[0].subscribe(() => {
        events += 1;
      });
      change?.(storage);
      await nextTurn();
      expect(events).toBe(1);
      stop();
      change?.(storage);
      await nextTurn();
      expect(events).toBe(1);
    });

    test("run work of one name one after the other, and learn that another tab is busy", async () => {
      const [first, second] = create().tabs;
      const events: string[] = [];
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const work = first.withLock(
        "send",
        async () => {
          events.push("first begins");
          begin();
          await released;
          events.push("first ends");
        },
        () => events.push("first hears"),
      );
      await begun;
      const { promise: busy, resolve: hear } = Promise.withResolvers<void>();
      const later = second.withLock(
        "send",
        async () => void events.push("second works"),
        () => {
          events.push("second hears");
          hear();
        },
      );
      await busy;
      release();
      await Promise.all([work, later]);
      expect(events).toEqual(["first begins", "second hears", "first ends", "second works"]);
    });

    test("run work of different names at the same time", async () => {
      const [first, second] = create().tabs;
      const { promise: met, resolve: meet } = Promise.withResolvers<void>();
      const fail = () => expect.unreachable();
      await Promise.all([
        first.withLock("a", () => met, fail),
        second.withLock("b", async () => meet(), fail),
      ]);
    });

    test("release the lock when the work fails, and pass on the error", async () => {
      const [first, second] = create().tabs;
      let tries = 0;
      const failing = first.withLock(
        "send",
        () => {
          tries += 1;
          return Promise.reject(new Error("broken"));
        },
        () => undefined,
      );
      await expect(failing).rejects.toThrow("broken");
      expect(tries).toBe(1);
      let done = false;
      const work = async () => {
        done = true;
      };
      await second.withLock("send", work, () => expect.unreachable());
      expect(done).toBe(true);
    });
  });
};
