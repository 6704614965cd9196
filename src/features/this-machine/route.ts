import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { THIS_MACHINE } from "../../app-context/links.ts";

/** What is on this machine. */
export const thisMachine = createFeature({
  path: THIS_MACHINE,
  title: "this-machine.title",
  load: createChunk(
    "this-machine",
    () => import(/* webpackChunkName: "this-machine" */ "./this-machine-screen.tsx"),
    "desktop",
  ),
});
