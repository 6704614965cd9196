import type { Block } from "./block.ts";
import { blockOf } from "./blocks.ts";
import { type DraftAnswer, type DraftRequest, draftBlock } from "./draft.ts";

/** What is sewn and worn, as opposed to a block. Its code is fetched once it is chosen. */
export interface Garment {
  readonly id: string;
  readonly load: () => Promise<Block>;
}

export const GARMENTS: readonly Garment[] = [
  {
    id: "pencil-skirt",
    load: async () =>
      (await import(/* webpackChunkName: "garments" */ "./pencil-skirt.ts")).pencilSkirt,
  },
];

/**
 * The block or garment of an id.
 * @throws RangeError for one that is not there, and rejects if its code cannot be fetched
 */
export const loadBlock = async (id: string): Promise<Block> => {
  const block = blockOf(id) ?? (await GARMENTS.find((garment) => garment.id === id)?.load());
  if (!block) throw new RangeError(`There is no block ${id}`);
  return block;
};

/** Drafts a block or a garment. @throws what `loadBlock` throws */
export const draftAny = async (request: DraftRequest): Promise<DraftAnswer> =>
  draftBlock(await loadBlock(request.block), request);
