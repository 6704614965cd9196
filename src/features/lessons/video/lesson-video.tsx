import {
  type ComponentType,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { directionOf } from "../../../i18n/languages.ts";
import { useText } from "../../../i18n/use-text.ts";
import { NotThere } from "../../../ui/not-there.tsx";
import type { VideoProps } from "../lesson-media.ts";
import { useFile } from "../use-file.ts";
import type { CaptionEditorProps } from "./caption-editor-props.ts";
import { videoFailureMessages } from "./failure-messages.ts";
import { Fetching } from "./fetching.tsx";
import styles from "./lesson-video.module.css";
import { Player } from "./player.tsx";
import { useCaptions } from "./use-captions.ts";
import { createVideoPlayer } from "./video-player.ts";
import type { VideoServices } from "./video-services.ts";

export interface LessonVideoProps extends VideoProps {
  services: VideoServices;
}

/** A video in a lesson's text, with its captions, and for tutors the writing of them. */
const LessonVideo = ({
  host,
  asset,
  poster,
  name,
  product,
  lesson,
  services,
}: LessonVideoProps) => {
  const text = useText();
  const { locale } = useIntl();
  const [model] = useState(() =>
    createVideoPlayer({ videoFiles: services.videoFiles, product, asset }),
  );
  const { phase, url, received, failure } = useSnapshot(model.state);
  const posterUrl = useFile(services.files, "asset", product, poster ?? "");
  const captions = useCaptions(services.captions, { product, lesson, asset }, locale);
  const [Editor, setEditor] = useState<ComponentType<CaptionEditorProps> | null>(null);
  const video = useRef<HTMLVideoElement>(null);

  // Moved to its place in the text, since a portal's code would weigh on the sign-in form.
  const [home, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useLayoutEffect(() => {
    const [start, moved] = [home.current, content.current];
    if (!start || !moved) return;
    host.toggleAttribute("data-loading", false);
    host.append(moved);
    return () => start.append(moved);
  }, [host, home, content]);
  useEffect(() => {
    void model.start();
    return model.release;
  }, [model]);

  const openEditor = () =>
    services.loadEditor?.().then((loaded) => setEditor(() => loaded), services.onFailure);
  const time = useCallback(() => video.current?.currentTime ?? 0, []);

  return (
    <div ref={home} hidden>
      <div ref={content} className={styles.video} lang={locale} dir={directionOf(locale)}>
        {phase === "playable" && url ? (
          <Player
            element={video}
            url={url}
            poster={posterUrl ?? undefined}
            name={name}
            memoryName={`${product}/${asset}`}
            memory={services.memory}
            track={captions.track}
            onFailed={model.playingFailed}
            onWorks={model.playingWorks}
          />
        ) : (
          <div className={styles.stage}>
            {posterUrl ? <img src={posterUrl} alt="" /> : null}
            <div className={styles.notice}>
              {failure ? (
                <NotThere
                  message={text(videoFailureMessages[failure.kind])}
                  retry={text("screen.retry")}
                  onRetry={() => void model.retry()}
                />
              ) : (
                <Fetching
                  phase={phase}
                  received={received}
                  name={name}
                  onFetch={() => void model.fetchWhole()}
                  onCancel={model.cancel}
                />
              )}
            </div>
          </div>
        )}
        {captions.failed ? (
          <p className={styles.line} role="status">
            {text("video.captions-missing")}{" "}
            <button type="button" className="button quiet" onClick={captions.reload}>
              {text("screen.retry")}
            </button>
          </p>
        ) : null}
        {services.loadEditor ? (
          <p className={styles.line}>
            <button
              type="button"
              className="button quiet"
              aria-expanded={Editor !== null}
              onClick={() => (Editor ? setEditor(null) : void openEditor())}
            >
              {text("video.write-captions")}
            </button>
          </p>
        ) : null}
        {Editor ? (
          <Editor
            place={{ product, lesson, asset }}
            captions={services.captions}
            drafts={services.drafts}
            time={time}
            onSaved={captions.reload}
          />
        ) : null}
      </div>
    </div>
  );
};

export default LessonVideo;
