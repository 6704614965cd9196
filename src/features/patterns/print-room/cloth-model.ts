import * as v from "valibot";
import { proxy, ref } from "valtio/vanilla";
import type { App } from "../../../app-context/app.ts";
import { draftingOf } from "../../../app-context/drafting.ts";
import { useService } from "../../../app-context/service.ts";
import { createStored } from "../../../core/stored.ts";
import type { Units } from "../../../domain/measurements/fields.ts";
import type { DraftRequest } from "../../../drafting/draft.ts";
import type { ClothOrder, ClothPlan } from "../../../drafting/print/cloth.ts";
import {
  type ClothSetup,
  MAX_SHRINKAGE,
  type Material,
  USUAL_SETUP,
  WIDTH_LIMITS,
} from "../../../drafting/print/cloth-setup.ts";
import type { Placement } from "../../../drafting/print/lay-out.ts";

const within = (min: number, max: number) => v.pipe(v.number(), v.minValue(min), v.maxValue(max));

const setup = v.object({
  width: within(WIDTH_LIMITS.min, WIDTH_LIMITS.max),
  isFolded: v.boolean(),
  hasNap: v.boolean(),
  shrinkage: within(0, MAX_SHRINKAGE),
});

const setups = v.object({ cloth: setup, lining: setup, fusible: setup });

/** Usual widths in shops, in centimetres. */
export const WIDTHS: Readonly<Record<Units, readonly number[]>> = {
  cm: [75, 90, 110, 120, 130, 140, 150, 160],
  in: [36, 45, 54, 58, 60, 63].map((inches) => inches * 2.54),
};

const nearestWidth = (width: number, units: Units): number =>
  WIDTHS[units].reduce((best, each) =>
    Math.abs(each - width) < Math.abs(best - width) ? each : best,
  );

/** The usual cloth, as wide as shops have it where lengths are in these units. */
const usualSetups = (units: Units): Record<Material, ClothSetup> => {
  const usual = (material: Material): ClothSetup => ({
    ...USUAL_SETUP[material],
    width: nearestWidth(USUAL_SETUP[material].width, units),
  });
  return { cloth: usual("cloth"), lining: usual("lining"), fusible: usual("fusible") };
};

/** How a draft lies on cloth: the cloth that was chosen last on this machine, and what a hand has moved. */
const createCloth = (app: App) => {
  const drafting = draftingOf(app);
  const stored = createStored(app.machine.storage, "cloth.v1", setups);
  const kept = stored.read();
  const state = proxy({
    setups: (kept ?? usualSetups("cm")) as Record<Material, ClothSetup>,
    moved: {} as Partial<Record<Material, readonly Placement[]>>,
    /** Null until the first plan is there. */
    plans: null as readonly ClothPlan[] | null,
    failed: false,
  });
  let draft: DraftRequest | null = null;
  /** Of the usual widths, until something else is chosen. */
  let usualIn: Units | null = kept ? null : "cm";
  let latest = 0;

  /** Plain data, which a worker takes. */
  const order = (): ClothOrder =>
    JSON.parse(JSON.stringify({ setups: state.setups, moved: state.moved }));

  const plan = async (): Promise<void> => {
    if (!draft) return;
    latest += 1;
    const turn = latest;
    try {
      const plans = await drafting.run("planCloth", { ...order(), draft });
      if (turn !== latest) return;
      state.plans = ref(plans);
      state.failed = false;
    } catch {
      if (turn === latest) state.failed = true;
    }
  };

  return {
    state,
    order,

    /** Shows another draft. What was moved by hand stays while it is the same block. */
    show(next: DraftRequest, units: Units): void {
      if (draft && draft.block !== next.block) state.moved = {};
      if (usualIn && usualIn !== units) {
        usualIn = units;
        state.setups = usualSetups(units);
      }
      draft = next;
      void plan();
    },

    /** Changes a material; its pieces are laid again. */
    set(material: Material, change: Partial<ClothSetup>): void {
      state.setups = { ...state.setups, [material]: { ...state.setups[material], ...change } };
      state.moved = { ...state.moved, [material]: [] };
      usualIn = null;
      stored.write({ ...state.setups });
      void plan();
    },

    /** Lays a piece where a hand wants it. */
    move(material: Material, placement: Placement): void {
      const others = (state.moved[material] ?? []).filter(({ name }) => name !== placement.name);
      state.moved = { ...state.moved, [material]: [...others, placement] };
      void plan();
    },

    /** Forgets what was moved by hand. */
    resetPlaces(material: Material): void {
      state.moved = { ...state.moved, [material]: [] };
      void plan();
    },
  };
};

/** The cloth of the signed-in person's patterns. The print shows it, too. */
export const useCloth = () => useService(createCloth);
