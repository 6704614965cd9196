import { createChunk } from "../../app-context/chunk.ts";
import { createFeature } from "../../app-context/feature.ts";
import { THIS_MACHINE } from "../../app-context/links.ts";
import { desktopMessages } from "../../i18n/messages/desktop.ts";

export const thisMachine = createFeature({
  path: THIS_MACHINE,
  title: "this-machine.title",
  load: createChunk(
    () => import(/* webpackChunkName: "this-machine" */ "./this-machine-screen.tsx"),
    desktopMessages,
  ),
});
