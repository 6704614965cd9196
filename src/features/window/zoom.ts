import { proxy } from "valtio/vanilla";
import type { KeyValue } from "../../platform/ports.ts";
import { scaleStyles } from "./scaled-styles.ts";

/** The steps that browsers have. */
export const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const KEY = "zoom.v1";

/** The zoom that was kept; 1 for what is none. */
const readZoom = (kept: string | null): number => {
  const zoom = Number(kept);
  return ZOOM_STEPS.find((step) => step === zoom) ?? 1;
};

/** Draws the page at a zoom. */
const draw = (zoom: number): void => {
  const { style } = document.documentElement;
  if (zoom === 1) style.removeProperty("zoom");
  else style.setProperty("zoom", String(zoom));
  scaleStyles(zoom);
};

/** The page's zoom, which the app keeps for its next start. */
export const createZoom = (storage: KeyValue) => {
  const state = proxy({ zoom: readZoom(storage.get(KEY)) });

  const set = (zoom: number): void => {
    if (zoom === state.zoom) return;
    state.zoom = zoom;
    draw(zoom);
    storage.set(KEY, String(zoom));
  };

  const step = (by: 1 | -1): void => {
    const at = ZOOM_STEPS.indexOf(state.zoom as (typeof ZOOM_STEPS)[number]);
    set(ZOOM_STEPS[at + by] ?? state.zoom);
  };

  return {
    state,
    larger: () => step(1),
    smaller: () => step(-1),
    reset: () => set(1),
    /** Draws the page as it was left, and what is added to it later. @returns a function that stops it */
    start(): () => void {
      if (state.zoom !== 1) draw(state.zoom);
      // Styles that come later are as large as the others before anything is drawn with them.
      const onStyle = () => {
        if (state.zoom !== 1) scaleStyles(state.zoom);
      };
      // Paper has its own size.
      const onPrint = () => draw(1);
      const afterPrint = () => draw(state.zoom);
      document.head.addEventListener("load", onStyle, true);
      addEventListener("beforeprint", onPrint);
      addEventListener("afterprint", afterPrint);
      return () => {
        document.head.removeEventListener("load", onStyle, true);
        removeEventListener("beforeprint", onPrint);
        removeEventListener("afterprint", afterPrint);
      };
    },
  };
};

export type Zoom = ReturnType<typeof createZoom>;
