import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useSnapshot } from "valtio";
import { useApp } from "../../app-context/use-app.ts";
import type { DeskWork } from "../../contract/desk.ts";
import { MAX_VOICE_SECONDS } from "../../domain/voice.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { VoicePlayer } from "../../ui/voice-player.tsx";
import styles from "./answer-form.module.css";
import { useHeldPage } from "./undo-bar.tsx";
import { createVoiceRecorder } from "./voice-recorder.ts";
import type { Work } from "./work.ts";

/** A spoken answer: it is recorded, heard again, and taken away. */
export const VoiceField = ({ work }: { work: Work }) => {
  const { machine } = useApp();
  const text = useText();
  const { formatNumber } = useIntl();
  const [recorder] = useState(() =>
    createVoiceRecorder({
      devices: navigator.mediaDevices,
      Recorder: globalThis.MediaRecorder,
      now: machine.now,
      onRecorded: work.setVoice,
    }),
  );
  const { phase, seconds, failure } = useSnapshot(recorder.state);
  const state = useSnapshot(work.state);
  const { hand_in, takes_voice } = state.value as DeskWork;
  const voice = state.voice as Blob | null;
  const isRecording = phase === "recording";

  useEffect(() => {
    work.recordWith(recorder.stop);
    return () => {
      work.recordWith(null);
      recorder.leave();
    };
  }, [work, recorder]);
  // The recording lives as long as the page.
  useHeldPage(voice !== null || isRecording);

  if (!takes_voice && !state.keepsVoice) return null;

  const clock = (time: number) =>
    `${formatNumber(Math.floor(time / 60))}:${formatNumber(time % 60, { minimumIntegerDigits: 2 })}`;
  const load = async () => voice ?? work.files.voice(hand_in);

  return (
    <div className={styles.voice}>
      {voice || state.keepsVoice ? (
        <>
          <VoicePlayer
            key={voice?.size}
            label={text("desk.voice")}
            missing={text("desk-failure.file")}
            retry={text("screen.retry")}
            load={load}
          />
          <Button quiet onClick={() => work.setVoice(null)}>
            {text("desk.voice-remove")}
          </Button>
        </>
      ) : null}
      {takes_voice ? (
        <Button
          quiet
          disabled={phase === "asking"}
          onClick={() => void (isRecording ? recorder.stop() : recorder.start())}
        >
          {text(
            isRecording
              ? "desk.voice-stop"
              : voice || state.keepsVoice
                ? "desk.voice-again"
                : "desk.voice-record",
          )}
        </Button>
      ) : null}
      {isRecording ? (
        <span role="timer" dir="ltr">
          {clock(seconds)} / {clock(MAX_VOICE_SECONDS)}
        </span>
      ) : null}
      <p role="status" className="unseen">
        {isRecording ? text("desk.voice-recording") : null}
      </p>
      {failure ? <p role="alert">{text(`desk-failure.voice-${failure}`)}</p> : null}
    </div>
  );
};
