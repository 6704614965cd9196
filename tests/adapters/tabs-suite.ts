import { describe, expect, test } from "vitest";
import type { KeyValue, Tabs } from "../../src/platform/ports.ts";

interface TabsUnderTest {
  /** Tabs of one browser, and the storage that they share. */
  create: () => { tabs: [Tabs, Tabs]; storage: KeyValue };
  /** Changes a stored value as another tab does; null if there is never another tab. */
  change: ((storage: KeyValue) => void) | null;
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve));

export const tabsSuite = (name: string, { create, change }: TabsUnderTest): void => {
  describe(`tabs of ${name}`, () => {
    test("see the keys in storage, also those that another tab has set", () => {
      const { tabs, storage } = create();
      expect(tabs[0].keys()).toEqual([]);
      for (const key of ["a.v1/1", "key with spaces", "b.v1"]) storage.set(key, "1");
      storage.remove("b.v1");
      for (const tab of tabs) expect(tab.keys().toSorted()).toEqual(["a.v1/1", "key with spaces"]);
    });

    test.skipIf(!change)("hear of another tab's changes until they stop listening", async () => {
      const { tabs, storage } = create();
      const events: string[] = [];
      const stop = tabs[0].subscribe(() => events.push("changed"));
      for (let round = 0; round < 2; round += 1) {
        change?.(storage);
        await nextTurn();
        expect(events).toEqual(["changed"]);
        stop();
      }
    });

    test("run work of one name one after the other, and learn that another tab is busy", async () => {
      const [first, second] = create().tabs;
      const events: string[] = [];
      const released = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const busy = Promise.withResolvers<void>();
      const long = async () => {
        events.push("first begins");
        begun.resolve();
        await released.promise;
        events.push("first ends");
      };
      const work = first.withLock("send", long, () => events.push("first hears"));
      await begun.promise;
      const short = async () => void events.push("second works");
      const later = second.withLock("send", short, () => {
        events.push("second hears");
        busy.resolve();
      });
      await busy.promise;
      released.resolve();
      await Promise.all([work, later]);
      expect(events).toEqual(["first begins", "second hears", "first ends", "second works"]);
    });

    test("run work of different names at the same time", async () => {
      const [first, second] = create().tabs;
      const met = Promise.withResolvers<void>();
      const fail = () => expect.unreachable();
      await Promise.all([
        first.withLock("a", () => met.promise, fail),
        second.withLock("b", async () => met.resolve(), fail),
      ]);
    });

    test("release the lock when the work fails, and pass on the error", async () => {
      const [first, second] = create().tabs;
      const fail = () => expect.unreachable();
      const events: string[] = [];
      const broken = async () => {
        events.push("tried");
        throw new Error("broken");
      };
      await first.withLock("send", broken, fail).catch((error) => events.push(error.message));
      await second.withLock("send", async () => void events.push("done"), fail);
      expect(events).toEqual(["tried", "broken", "done"]);
    });
  });
};
