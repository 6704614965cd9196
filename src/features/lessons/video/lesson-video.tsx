import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { createHtmlChunk, lazyChunk } from "../../../app-context/chunk.ts";
import { FailureNotice } from "../../../app-context/failure-notice.tsx";
import { loadOrAlert } from "../../../app-context/load-or-alert.ts";
import { useApp } from "../../../app-context/use-app.ts";
import { useFile } from "../../../app-context/use-file.ts";
import type { FilmSize } from "../../../domain/film-forms.ts";
import { directionOf } from "../../../domain/languages.ts";
import { TUTOR_LEVEL } from "../../../domain/roles.ts";
import { toolsMessages } from "../../../i18n/messages/tools.ts";
import { useText } from "../../../i18n/use-text.ts";
import { savesData } from "../../../lib/saves-data.ts";
import styles from "./lesson-video.module.css";
import { OutsideFilm } from "./outside-film.tsx";
import { Player, QualityField, VideoDownload } from "./player.tsx";
import { Chapters, Transcript } from "./transcript.tsx";
import { useCaptions, useChapters, useVideoFiles, useVideoMemory } from "./use-video-services.ts";
import { videoFailures } from "./video-files.ts";
import { createVideoPlayer } from "./video-player.ts";

const loadCaptionEditor = createHtmlChunk(
  () => import(/* webpackChunkName: "captions" */ "./caption-editor.tsx"),
  toolsMessages,
);
const CaptionEditor = lazyChunk(loadCaptionEditor);

export interface LessonVideoProps {
  productKey: string;
  lessonKey: string;
  /** The element of the text that it replaces. */
  host: HTMLElement;
  asset: string;
  /** The film at another company, in place of an asset. */
  film: string | undefined;
  /** Name of the poster image. */
  poster: string | undefined;
  /** The accessible name. */
  name: string;
  /** Bytes; null if the school does not say. */
  size: number | null;
}

/** The pixels that the picture seen before the video needs. */
const POSTER_WIDTH = 960;
const SMALL_POSTER_WIDTH = 480;

/** A film in a lesson's text: one of the school, or one at another company. */
const LessonVideo = (props: LessonVideoProps) => {
  const { host, film, name } = props;
  const { locale } = useIntl();
  // Moved into the text by hand: a portal would add its code to the sign-in form's bytes.
  const [home, content] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useLayoutEffect(() => {
    const [start, moved] = [home.current, content.current];
    if (!start || !moved) return;
    host.toggleAttribute("data-loading", false);
    host.append(moved);
    return () => start.append(moved);
  }, [host, home, content]);
  return (
    <div ref={home} hidden>
      <div ref={content} className={styles.video} lang={locale} dir={directionOf(locale)}>
        {film ? <OutsideFilm film={film} name={name} /> : <SchoolVideo {...props} />}
      </div>
    </div>
  );
};

/** A video with its captions; tutors can edit them. */
const SchoolVideo = (props: LessonVideoProps) => {
  const { productKey: product, lessonKey: lesson, host, asset, poster, name, size } = props;
  const app = useApp();
  const { level } = useSnapshot(app.session.state);
  const videoFiles = useVideoFiles();
  const text = useText();
  const { locale } = useIntl();
  const [saves] = useState(savesData);
  const memory = useVideoMemory();
  const [model] = useState(() =>
    createVideoPlayer({ videoFiles, product, asset, savesData: saves, chosen: memory.size() }),
  );
  const { phase, url, received, failure, autoPlay, forms, form } = useSnapshot(model.state);
  const choose = (chosen: FilmSize, isPlaying: boolean) => {
    memory.setSize(chosen);
    model.choose(chosen, isPlaying);
  };
  const quality = { forms, form, size };
  const posterWidth = saves ? SMALL_POSTER_WIDTH : POSTER_WIDTH;
  const posterUrl = useFile("asset", product, poster ?? "", posterWidth);
  const captions = useCaptions({ product, lesson, asset }, locale);
  const [writing, setWriting] = useState(false);
  const video = useRef<HTMLVideoElement>(null);

  useEffect(() => {
    void model.start();
    return model.release;
  }, [model]);

  const { chapters, language } = useChapters(host, locale);

  const openEditor = () => loadOrAlert(loadCaptionEditor, app).then(setWriting);
  const time = useCallback(() => video.current?.currentTime ?? 0, []);

  return (
    <>
      {phase === "playable" && url ? (
        <Player
          element={video}
          url={url}
          poster={posterUrl ?? undefined}
          name={name}
          memoryName={`${product}/${asset}`}
          track={captions.track}
          autoPlay={autoPlay}
          quality={(change) => (
            <QualityField {...quality} onChoose={(chosen) => choose(chosen, change().isPlaying)} />
          )}
          onFailed={model.onPlaybackError}
          onWorks={model.onPlaybackStarted}
        />
      ) : (
        <div className={styles.stage}>
          {posterUrl ? <img src={posterUrl} alt="" /> : null}
          <div className={styles.notice}>
            {failure ? (
              <FailureNotice
                failure={failure}
                messages={videoFailures}
                onRetry={() => void model.retry()}
              />
            ) : (
              <>
                <VideoDownload
                  phase={phase}
                  received={received}
                  name={name}
                  size={form?.size ?? size}
                  onFetch={() => void model.fetch()}
                  onCancel={model.cancel}
                />
                {phase === "offered" ? (
                  <p className={styles.line}>
                    <QualityField {...quality} onChoose={(chosen) => choose(chosen, false)} />
                  </p>
                ) : null}
              </>
            )}
          </div>
        </div>
      )}
      {chapters.length > 0 ? (
        <Chapters
          lines={chapters}
          language={language}
          video={video}
          playable={phase === "playable" && url !== null}
        />
      ) : null}
      {captions.captions?.texts.length ? (
        <Transcript
          lines={captions.captions.texts}
          language={captions.captions.language}
          video={video}
          playable={phase === "playable" && url !== null}
        />
      ) : null}
      {captions.failed ? (
        <p className={styles.line} role="status">
          {text("video.captions-missing")}{" "}
          <button type="button" className="button quiet" onClick={captions.reload}>
            {text("screen.retry")}
          </button>
        </p>
      ) : null}
      {level >= TUTOR_LEVEL ? (
        <p className={styles.line}>
          <button
            type="button"
            className="button quiet"
            aria-expanded={writing}
            onClick={() => (writing ? setWriting(false) : void openEditor())}
          >
            {text("video.write-captions")}
          </button>
        </p>
      ) : null}
      {writing ? (
        <CaptionEditor place={{ product, lesson, asset }} time={time} onSaved={captions.reload} />
      ) : null}
    </>
  );
};

export default LessonVideo;
