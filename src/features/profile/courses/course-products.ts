import type { App } from "../../../app-context/app.ts";
import { getSkeleton, type Product } from "../../../contract/content.ts";
import { createResource } from "../../../core/create-resource.ts";
import { Result } from "../../../lib/result.ts";

/** Products by key. One that could not be fetched is absent. */
export type Products = ReadonlyMap<string, Product>;

/**
 * The products of the person's courses, for their progress. The completed lessons are fetched with
 * them, into `progress`.
 */
export const createCourseProducts = ({ transport, progress, contentVersion }: App) => {
  const resource = createResource<Products, "unavailable", [keys: readonly string[]]>({
    key: (keys) => keys.join("/"),
    version: contentVersion,
    async fetch(onNewer, keys) {
      const [completed, ...answers] = await Promise.all([
        progress.load(),
        ...keys.map((productKey) =>
          transport.send(getSkeleton, { params: { productKey }, onNewer }),
        ),
      ]);
      if (!completed.ok) return Result.fail("unavailable");
      return Result.ok(
        new Map(
          keys.flatMap((key, index) => {
            const answer = answers[index];
            return answer?.ok ? [[key, answer.value.product] as const] : [];
          }),
        ),
      );
    },
  });
  return { state: resource.state, load: resource.load };
};
