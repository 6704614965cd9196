import { connectionAlert } from "../../core/failure-messages/connection.ts";
import type { LessonServices } from "../../features/lessons/lessons-services.ts";
import { part } from "./part.ts";
import type { ScreenProps } from "./screen-props.ts";

const loadZoom = part(
  "zoom",
  () => import(/* webpackChunkName: "zoom" */ "../../features/lessons/zoom/picture-zoom.tsx"),
);
const loadVideo = part("video", () => import(/* webpackChunkName: "video" */ "./video.tsx"));

/** What a lesson works with; the code of zoom and videos comes when one needs it. */
export const createLessonServices = (
  context: Pick<ScreenProps, "app" | "services">,
): LessonServices => ({
  ...context.services,
  media: {
    loadZoom: async () => (await loadZoom(context)).default,
    async loadVideo() {
      const { default: Video } = await loadVideo(context);
      return (key, video) => <Video key={key} {...context} {...video} />;
    },
    onFailure: () => context.app.alerts.show(connectionAlert),
  },
});
