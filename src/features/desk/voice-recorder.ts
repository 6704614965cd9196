import { proxy } from "valtio/vanilla";
import { MAX_VOICE_BYTES, MAX_VOICE_SECONDS } from "../../domain/voice.ts";

/** Why there is no recording, or only a part of one. */
type VoiceFailure =
  /** The browser cannot record. */
  | "unsupported"
  /** The person or the browser's settings do not allow it. */
  | "refused"
  | "no-microphone"
  /** A call or the microphone has ended it; what was recorded until then is there. */
  | "cut"
  | "too-large";

interface VoiceRecorderOptions {
  /** Absent in pages that are not secure. */
  devices: Pick<MediaDevices, "getUserMedia"> | undefined;
  Recorder: typeof MediaRecorder | undefined;
  /** In milliseconds. */
  now: () => number;
  /** Called with a complete recording. */
  onRecorded: (recording: Blob) => void;
}

/** Opus in Chromium and Firefox, AAC in Safari. */
const TYPES = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/** Speech is clear with so many: two minutes have 360 kB. */
const BITS_PER_SECOND = 24_000;

const TICK_MS = 250;

const failureOf = (reason: unknown): VoiceFailure => {
  const name = reason instanceof Error ? reason.name : "";
  return name === "NotAllowedError" || name === "SecurityError" ? "refused" : "no-microphone";
};

/** Records a spoken answer of at most two minutes. */
export const createVoiceRecorder = (options: VoiceRecorderOptions) => {
  const { devices, Recorder, now, onRecorded } = options;
  const state = proxy({
    phase: "idle" as "idle" | "asking" | "recording",
    /** How long it has been recorded. */
    seconds: 0,
    failure: null as VoiceFailure | null,
  });
  let recorder: MediaRecorder | null = null;
  /** Whether the recording that is under way has been handed over, once it has ended; null: none is. */
  let ending: Promise<boolean> | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isWanted = false;

  const end = (stream: MediaStream): void => {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
    recorder = null;
    ending = null;
    state.phase = "idle";
  };

  const stop = (): Promise<boolean> | null => {
    const handedOver = ending;
    if (recorder?.state === "recording" || recorder?.state === "paused") recorder.stop();
    return handedOver;
  };

  const record = (stream: MediaStream, Kind: typeof MediaRecorder): void => {
    const pieces: Blob[] = [];
    const mimeType = TYPES.find((type) => Kind.isTypeSupported(type));
    const running = new Kind(stream, {
      ...(mimeType && { mimeType }),
      audioBitsPerSecond: BITS_PER_SECOND,
    });
    const started = now();
    const cut = (): void => {
      if (running.state === "inactive") return;
      state.failure = "cut";
      running.stop();
    };
    running.addEventListener("dataavailable", ({ data }) => pieces.push(data));
    running.addEventListener("error", cut);
    ending = new Promise((resolve) => {
      running.addEventListener("stop", () => {
        end(stream);
        const recording = new Blob(pieces, { type: running.mimeType || (mimeType ?? "") });
        if (recording.size === 0) state.failure = "no-microphone";
        else if (recording.size > MAX_VOICE_BYTES) state.failure = "too-large";
        else {
          onRecorded(recording);
          return resolve(true);
        }
        resolve(false);
      });
    });
    for (const track of stream.getTracks()) {
      // A phone takes the microphone for a call.
      track.addEventListener("ended", cut);
      track.addEventListener("mute", cut);
    }
    recorder = running;
    running.start(1000);
    Object.assign(state, { phase: "recording", seconds: 0 });
    timer = setInterval(() => {
      state.seconds = Math.min(MAX_VOICE_SECONDS, Math.floor((now() - started) / 1000));
      if (state.seconds >= MAX_VOICE_SECONDS) void stop();
    }, TICK_MS);
  };

  return {
    state,

    /** Asks for the microphone, and records until `stop` or for two minutes. */
    async start(): Promise<void> {
      if (state.phase !== "idle") return;
      state.failure = null;
      if (!devices?.getUserMedia || !Recorder) {
        state.failure = "unsupported";
        return;
      }
      state.phase = "asking";
      isWanted = true;
      let stream: MediaStream | null = null;
      try {
        stream = await devices.getUserMedia({ audio: true });
        if (isWanted) record(stream, Recorder);
        else end(stream);
      } catch (reason) {
        if (stream) end(stream);
        Object.assign(state, { phase: "idle", failure: failureOf(reason) });
      }
    },

    /**
     * Ends the recording, which is handed over.
     * @returns whether there was something to hand over; null: nothing is being recorded
     */
    stop,

    /** Call it when the person leaves: what has been recorded is handed over. */
    leave(): void {
      if (recorder) void stop();
      else isWanted = false;
    },
  };
};

export const inBase64 = (recording: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(recording);
  });
