import { connectionAlert } from "../../core/failure-messages/connection.ts";
import { TUTOR_LEVEL } from "../../domain/roles.ts";
import type { VideoProps } from "../../features/lessons/lesson-media.ts";
import { createCaptions } from "../../features/lessons/video/captions.ts";
import LessonVideo from "../../features/lessons/video/lesson-video.tsx";
import { createVideoFiles } from "../../features/lessons/video/video-files.ts";
import { createVideoMemory } from "../../features/lessons/video/video-memory.ts";
import type { VideoServices } from "../../features/lessons/video/video-services.ts";
import { only } from "../create-inside.ts";
import { personOf } from "../person-of.ts";
import { draftsOf } from "./drafts.ts";
import { part } from "./part.ts";
import type { ScreenProps } from "./screen-props.ts";

declare const FILE_SERVER: string;

const loadEditor = part(
  "captions",
  () =>
    import(/* webpackChunkName: "captions" */ "../../features/lessons/video/caption-editor.tsx"),
);

type Context = Pick<ScreenProps, "app" | "services">;

const createVideoServices = ({ app, services }: Context): VideoServices => {
  const { send, sendForBytes, assetAddress } = app.transport;
  return {
    files: services.files,
    videoFiles: createVideoFiles({ send, sendForBytes, base: FILE_SERVER, assetAddress }),
    captions: createCaptions(send),
    memory: createVideoMemory(app.machine.storage, personOf(app)),
    drafts: draftsOf({ app, services }),
    loadEditor:
      app.session.state.level >= TUTOR_LEVEL
        ? async () => (await loadEditor({ app })).default
        : null,
    onFailure: () => app.alerts.show(connectionAlert),
  };
};

const Video = ({ app, services, ...props }: VideoProps & Context) => (
  <LessonVideo {...props} services={only({ app, services }, createVideoServices)} />
);

export default Video;
