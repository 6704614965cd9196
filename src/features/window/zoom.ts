import { proxy } from "valtio/vanilla";
import type { KeyValue } from "../../platform/ports.ts";
import { scaleStyles } from "./scaled-styles.ts";

/** The zoom steps of browsers. */
export const ZOOM_STEPS = [0.5, 0.67, 0.75, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

const KEY = "zoom.v1";

/** The stored zoom; 1 if the stored value is invalid. */
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

/** The page's zoom, which is stored for the next start. */
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
    /**
     * Applies the zoom to the page, and to styles that are added later. @returns a function that
     * stops it
     */
    start(): () => void {
      if (state.zoom !== 1) draw(state.zoom);
      // Scales styles that are added later before anything is painted with them.
      const onStyle = () => {
        if (state.zoom !== 1) scaleStyles(state.zoom);
      };
      // Print ignores the zoom.
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
