import { describe, expect, test } from "vitest";
import type { KeyValue, Tabs } from "../../src/platform/ports.ts";

export interface TabsUnderTest {
  /** Tabs of one browser, and the storage that they share. */
  create: () => { tabs: [Tabs, Tabs]; storage: KeyValue };
  /** Changes what is kept, as another tab does; null where there is never another. */
  change: ((storage: KeyValue) => void) | null;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

/** What the app relies on of a browser's tabs. */
export const tabsSuite = (name: string, { create, change }: TabsUnderTest): void => {
  describe(`tabs of ${name}`, () => {
    test("see the names of what is in storage, also what another has put there", () => {
      const { tabs, storage } = create();
      expect(tabs[0].keys()).toEqual([]);
      storage.set("a.v1/1", "1");
      storage.set("key with spaces", "2");
      storage.set("b.v1", "3");
      storage.remove("b.v1");
      for (const tab of tabs) expect(tab.keys().toSorted()).toEqual(["a.v1/1", "key with spaces"]);
    });

    test.skipIf(!change)("hear of what another has changed, until they stop", async () => {
      const { tabs, storage } = create();
      let told = 0;
      const stop = tabs[0].subscribe(() => {
        told += 1;
      });
      change?.(storage);
      await nextTurn();
      expect(told).toBe(1);
      stop();
      change?.(storage);
      await nextTurn();
      expect(told).toBe(1);
    });

    test("do work of one name one after the other, and hear when another is at it", async () => {
      const [first, second] = create().tabs;
      const told: string[] = [];
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const work = first.withLock(
        "send",
        async () => {
          told.push("first begins");
          begin();
          await released;
          told.push("first ends");
        },
        () => told.push("first hears"),
      );
      await begun;
      const { promise: busy, resolve: hear } = Promise.withResolvers<void>();
      const later = second.withLock(
        "send",
        async () => void told.push("second works"),
        () => {
          told.push("second hears");
          hear();
        },
      );
      await busy;
      release();
      await Promise.all([work, later]);
      expect(told).toEqual(["first begins", "second hears", "first ends", "second works"]);
    });

    test("do work of other names at the same time", async () => {
      const [first, second] = create().tabs;
      const { promise: met, resolve: meet } = Promise.withResolvers<void>();
      const fail = () => expect.unreachable();
      await Promise.all([
        first.withLock("a", () => met, fail),
        second.withLock("b", async () => meet(), fail),
      ]);
    });

    test("give way when the work fails, and say so to whoever asked for it", async () => {
      const [first, second] = create().tabs;
      const failing = first.withLock(
        "send",
        () => Promise.reject(new Error("broken")),
        () => undefined,
      );
      await expect(failing).rejects.toThrow("broken");
      let done = false;
      const work = async () => {
        done = true;
      };
      await second.withLock("send", work, () => expect.unreachable());
      expect(done).toBe(true);
    });
  });
};
