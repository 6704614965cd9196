import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { ON_DEVICE } from "../../app-context/links.ts";

/** What is kept on this device for use without a network. */
export const onDevice = createFeature({
  path: ON_DEVICE,
  title: "on-device.title",
  load: createChunk(() => import(/* webpackChunkName: "on-device" */ "./on-device-screen.tsx")),
});
