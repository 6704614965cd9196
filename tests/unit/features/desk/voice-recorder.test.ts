import { expect, onTestFinished, test, vi } from "vitest";
import { MAX_VOICE_BYTES } from "../../../../src/domain/voice.ts";
import { createVoiceRecorder } from "../../../../src/features/desk/voice-recorder.ts";

/** A microphone and a browser that records from it, as `MediaRecorder` does. */
const open = ({ refuses = "", bytes = 100, canRecord = true } = {}) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const recordings: Blob[] = [];
  class Recorder extends EventTarget {
    static isTypeSupported = (type: string) => type === "audio/mp4";
    state = "inactive";
    readonly mimeType = "audio/mp4";
    start() {
      this.state = "recording";
    }
    stop() {
      this.state = "inactive";
      const data = new Blob([new Uint8Array(bytes)]);
      this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
      this.dispatchEvent(new Event("stop"));
    }
  }
  const getUserMedia = async () => {
    if (refuses) throw new DOMException(refuses, refuses);
    return { getTracks: () => [track] } as unknown as MediaStream;
  };
  const recorder = createVoiceRecorder({
    devices: { getUserMedia },
    Recorder: canRecord ? (Recorder as unknown as typeof MediaRecorder) : undefined,
    now: Date.now,
    onRecorded: (recording) => recordings.push(recording),
  });
  return { recorder, state: recorder.state, track, recordings };
};

test("a spoken answer is recorded until it is stopped, and the microphone is given back", async () => {
  const { recorder, state, track, recordings } = open();
  await recorder.start();
  expect(state.phase).toBe("recording");
  vi.advanceTimersByTime(5000);
  expect(state.seconds).toBe(5);
  recorder.stop();
  expect(recordings.map(({ size, type }) => [size, type])).toEqual([[100, "audio/mp4"]]);
  expect(state).toEqual({ phase: "idle", seconds: 5, failure: null });
  expect(track.stop).toHaveBeenCalled();
});

test("a spoken answer ends by itself after two minutes", async () => {
  const { recorder, state, recordings } = open();
  await recorder.start();
  vi.advanceTimersByTime(119_000);
  expect(recordings).toHaveLength(0);
  vi.advanceTimersByTime(1000);
  expect(recordings).toHaveLength(1);
  expect([state.phase, state.seconds]).toEqual(["idle", 120]);
});

test.each(["ended", "mute"])(
  "a spoken answer that a call cuts keeps what was said, and says so: %s",
  async (event) => {
    const { recorder, state, track, recordings } = open();
    await recorder.start();
    track.dispatchEvent(new Event(event));
    expect([state.phase, state.failure]).toEqual(["idle", "cut"]);
    expect(recordings).toHaveLength(1);
  },
);

test.each([
  ["NotAllowedError", "refused"],
  ["SecurityError", "refused"],
  ["NotFoundError", "no-microphone"],
  ["NotReadableError", "no-microphone"],
  ["", "unsupported"],
])("without a microphone no answer is recorded: %s", async (refuses, failure) => {
  const { recorder, state, recordings } = open({ refuses, canRecord: refuses !== "" });
  await recorder.start();
  expect([state.phase, state.failure, recordings.length]).toEqual(["idle", failure, 0]);
});

test.each([
  ["is empty", { bytes: 0 }, "no-microphone"],
  ["is larger than the school takes", { bytes: MAX_VOICE_BYTES + 1 }, "too-large"],
])("a recording that %s is none", async (_, options, failure) => {
  const { recorder, state, recordings } = open(options);
  await recorder.start();
  recorder.stop();
  expect([state.failure, recordings.length]).toEqual([failure, 0]);
});

test("a recording is handed over when the tutor leaves, and none begins after that", async () => {
  const { recorder, recordings } = open();
  await recorder.start();
  recorder.leave();
  expect(recordings).toHaveLength(1);
  const late = open();
  const starting = late.recorder.start();
  late.recorder.leave();
  await starting;
  expect(late.state.phase).toBe("idle");
  expect(late.track.stop).toHaveBeenCalled();
});
