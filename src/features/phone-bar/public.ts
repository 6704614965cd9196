import { createChunk, lazyChunk } from "../../app-context/chunk.ts";

const load = createChunk("phone", () => import(/* webpackChunkName: "phone" */ "./phone-bar.tsx"));

/**
 * The bar at the bottom of a narrow screen. If it cannot be loaded there is none: the menus of the
 * header lead to the same pages.
 */
export const PhoneBar = lazyChunk((app) => load(app).catch(() => ({ default: () => null })));
