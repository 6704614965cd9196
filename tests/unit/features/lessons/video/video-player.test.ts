import { resolveObjectURL } from "node:buffer";
import { expect, test, vi } from "vitest";
import { matchFailure } from "../../../../../src/core/match-failure.ts";
import type { FilmSize } from "../../../../../src/domain/film-forms.ts";
import {
  createVideoFiles,
  videoFailures,
} from "../../../../../src/features/lessons/video/video-files.ts";
import { createVideoPlayer } from "../../../../../src/features/lessons/video/video-player.ts";
import { failed } from "../../../../support/results.ts";
import { BASE, createVideoSchool, PLACE } from "../../../support/video-school.ts";

const start = (
  options: Parameters<typeof createVideoSchool>[0] = {},
  assetAddress?: () => Promise<string | null>,
) => {
  const school = createVideoSchool(options);
  return { school, files: createVideoFiles({ ...school.transport, base: BASE, assetAddress }) };
};

/** A player that has asked for its film. */
const started = async (
  options?: Parameters<typeof createVideoSchool>[0],
  assetAddress?: () => Promise<string | null>,
  savesData = false,
  chosen: FilmSize | null = null,
) => {
  const { school, files: videoFiles } = start(options, assetAddress);
  const { product, asset } = PLACE;
  const player = createVideoPlayer({ videoFiles, product, asset, savesData, chosen });
  await player.start();
  return { school, player };
};

type Player = Awaited<ReturnType<typeof started>>["player"];

/** Reports that playing has failed, and waits for another address. */
const renew = (player: Player) => {
  player.onPlaybackError();
  return vi.waitFor(() => expect(player.state.phase).toBe("playable"));
};

test("a streamed video gets one new ticket when its own has expired, and then reports a failure", async () => {
  const { player, school } = await started();
  expect(player.state.phase).toBe("playable");
  await renew(player);
  expect(school.asked).toHaveLength(2);
  // The network may not let the school's store through.
  expect(player.state.url).toMatch(/&via=school$/);
  player.onPlaybackError();
  expect(player.state).toMatchObject({ phase: "failed", failure: { kind: "unreachable" } });
  await player.retry();
  expect(player.state).toMatchObject({ phase: "playable", failure: null });
  // The next failure is the first one again.
  player.onPlaybackError();
  expect(player.state).toMatchObject({ phase: "asking", url: null });
});

test("a streamed video waits until somebody asks for it where data is saved, and then plays at once", async () => {
  const { player, school } = await started({}, undefined, true);
  expect(player.state).toMatchObject({ phase: "offered", url: null, asked: false });
  await player.fetch();
  expect(player.state).toMatchObject({ phase: "playable", asked: true });
  expect(player.state.url).toContain("ticket=");
  // A new ticket is no reason to ask again.
  await renew(player);
  expect(school.asked).toHaveLength(2);
});

const FORMS = [240, 720].map((width) => ({ width, size: width }));

test.each([
  ["the medium form on a good line", false, null, 720],
  ["the small form where data is saved", true, null, 240],
  ["the film itself if the person has chosen it", true, "whole", null],
  ["the small form if the person has chosen it", false, "small", 240],
] as const)("a film begins with %s", async (_name, savesData, chosen, width) => {
  const { player } = await started({ forms: FORMS }, undefined, savesData, chosen);
  if (savesData) {
    expect(player.state).toMatchObject({ phase: "offered", url: null });
    await player.fetch();
  }
  expect(player.state.form?.width ?? null).toBe(width);
  const asked = new URL(player.state.url ?? "").searchParams.get("width");
  expect(asked).toBe(width === null ? null : String(width));
});

test("a streamed video that has played gets another address each time, and only then one without the school's store", async () => {
  const { player } = await started();
  const next = async () => {
    await renew(player);
    return player.state.url?.includes("via=school");
  };
  player.onPlaybackStarted();
  for (let quarter = 0; quarter < 3; quarter += 1) {
    expect(await next()).toBe(false);
    player.onPlaybackStarted();
  }
  expect([await next(), await next()]).toEqual([false, true]);
  player.onPlaybackError();
  expect(player.state.phase).toBe("failed");
});

const here = async () => "/name/of/this/start.cache";

test("a video stored on this machine plays from there at once, without a request", async () => {
  const { player, school } = await started({}, here);
  expect(player.state).toMatchObject({ phase: "playable", url: "/name/of/this/start.cache" });
  expect(school.asked).toEqual([]);
});

test("a video stored on this machine is read whole if the engine needs its type, and reports a failure if that does not help", async () => {
  const { player } = await started({ tickets: false }, here);
  await renew(player);
  const { url } = player.state;
  expect(resolveObjectURL(url ?? "")?.size).toBe(10);
  player.onPlaybackError();
  expect(player.state).toMatchObject({ phase: "failed", failure: { kind: "not-playable" } });
  player.release();
});

test("a video that has to be fetched whole is fetched on request, and released with the page", async () => {
  const { player, school } = await started({ tickets: false });
  expect(player.state.phase).toBe("offered");
  expect(school.asked).toEqual(["GET /assets/ticket"]);
  await player.fetch();
  expect(player.state).toMatchObject({ phase: "playable", received: 10 });
  const { url } = player.state;
  expect((await resolveObjectURL(url ?? "")?.arrayBuffer())?.byteLength).toBe(10);
  player.release();
  expect(resolveObjectURL(url ?? "")).toBeUndefined();
});

test("a video that has to be fetched whole is fetched once, and goes on after a failure", async () => {
  const { player, school } = await started({ tickets: false });
  school.fail("no network");
  const fetching = player.fetch();
  expect(player.state.phase).toBe("fetching");
  await Promise.all([fetching, player.fetch()]);
  expect(school.asked).toHaveLength(2);
  expect(player.state).toMatchObject({ phase: "failed", failure: { kind: "unreachable" } });
  school.fail(null);
  await player.retry();
  expect(player.state).toMatchObject({ phase: "playable", failure: null, received: 10 });
  // Without another question for a ticket.
  expect(school.asked.slice(2)).toEqual(["GET /assets/fetchData"]);
  player.release();
});

test("a video that has to be fetched whole can be cancelled and fetched again", async () => {
  const { player } = await started({ tickets: false });
  const fetching = player.fetch();
  player.cancel();
  await fetching;
  expect(player.state).toMatchObject({ phase: "offered", url: null });
  await player.fetch();
  expect(player.state.phase).toBe("playable");
  player.release();
});

test("another form of a film is played from its own address, and goes on if it was playing", async () => {
  const { player } = await started({ forms: FORMS });
  player.choose("small", true);
  expect(player.state).toMatchObject({ form: FORMS[0], autoPlay: true, phase: "playable" });
  expect(player.state.url).toMatch(/&width=240$/);
  player.choose("whole", false);
  expect(player.state).toMatchObject({ form: null, autoPlay: false });
  expect(player.state.url).not.toContain("width=");
  // A new ticket keeps the form.
  player.choose("small", false);
  player.onPlaybackError();
  await vi.waitFor(() => expect(player.state.url).toMatch(/&via=school&width=240$/));
});

const PIECE = 1024 * 1024;
const filmOf = (length: number) => Uint8Array.from({ length }, (_, index) => index % 251);

test("a video is streamed from an address with a ticket", async () => {
  const { files } = start();
  expect(await files.open("PM", "pivot.webm")).toEqual({
    ok: true,
    value: {
      ...{ kind: "streamed", forms: [] },
      url: `${BASE}/assets/fetchData?product=PM&title=pivot.webm&ticket=t-1`,
    },
  });
});

type Download = ReturnType<ReturnType<typeof start>["files"]["download"]>;

const run = async (download: Download) => {
  const events: number[] = [];
  const answer = await download(new AbortController().signal, (bytes) => events.push(bytes));
  return { answer, events, bytes: answer?.ok ? await answer.value.bytes() : null };
};

test.each([
  ["shorter than a piece", 10, [10]],
  ["of several pieces", 2 * PIECE + 7, [PIECE, 2 * PIECE, 2 * PIECE + 7]],
  ["that ends with a piece", 2 * PIECE, [PIECE, 2 * PIECE]],
])("a whole video %s is fetched unchanged, with its progress", async (_name, length, events) => {
  const bytes = filmOf(length);
  const { files } = start({ bytes });
  const result = await run(files.download("PM", "pivot.webm"));
  expect(result.events).toEqual(events);
  expect(Buffer.compare(result.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
  expect(result.answer).toMatchObject({ value: { type: "video/webm" } });
});

test("a whole video is fetched from a server without ranges too", async () => {
  const bytes = filmOf(2 * PIECE);
  const { files, school } = start({ bytes, ranges: false });
  expect((await run(files.download("PM", "pivot.webm"))).bytes).toHaveLength(bytes.length);
  expect(school.asked).toHaveLength(1);
});

test("a whole video continues where it was cut off", async () => {
  const bytes = filmOf(2 * PIECE + 5);
  const { files, school } = start({ bytes });
  const download = files.download("PM", "pivot.webm");
  const cut = await download(new AbortController().signal, (received) => {
    if (received === PIECE) school.fail("no network");
  });
  expect(cut).toMatchObject(failed("unreachable"));
  school.fail(null);
  const before = school.asked.length;
  const result = await run(download);
  expect(school.asked.length - before).toBe(2);
  expect(Buffer.compare(result.bytes ?? Buffer.alloc(0), bytes)).toBe(0);
});

test("a whole video that is empty or missing is an error", async () => {
  const { files } = start({ bytes: new Uint8Array(0) });
  for (const title of ["pivot.webm", "other.webm"]) {
    const { answer } = await run(files.download("PM", title));
    const failure = answer && !answer.ok && answer.failure;
    expect(failure && matchFailure(failure, videoFailures)).toBe("video-failure.not-there");
  }
});
