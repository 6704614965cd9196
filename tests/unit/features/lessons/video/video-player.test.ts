import { resolveObjectURL } from "node:buffer";
import { expect, test, vi } from "vitest";
import type { FilmSize } from "../../../../../src/domain/film-forms.ts";
import { createVideoFiles } from "../../../../../src/features/lessons/video/video-files.ts";
import { createVideoPlayer } from "../../../../../src/features/lessons/video/video-player.ts";
import { BASE, createVideoSchool, PLACE } from "../../../support/video-school.ts";

/** A player that has asked for its film. */
const started = async (
  options: Parameters<typeof createVideoSchool>[0] = {},
  assetAddress?: () => Promise<string | null>,
  savesData = false,
  chosen: FilmSize | null = null,
) => {
  const school = createVideoSchool(options);
  const videoFiles = createVideoFiles({ ...school.transport, base: BASE, assetAddress });
  const { product, asset } = PLACE;
  const player = createVideoPlayer({ videoFiles, product, asset, savesData, chosen });
  await player.start();
  return { school, player };
};

test("a streamed video gets one new ticket when its own has expired, and then reports a failure", async () => {
  const { player, school } = await started();
  expect(player.state.phase).toBe("playable");
  player.onPlaybackError();
  await vi.waitFor(() => expect(player.state.phase).toBe("playable"));
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
  player.onPlaybackError();
  await vi.waitFor(() => expect(player.state.phase).toBe("playable"));
  expect(school.asked).toHaveLength(2);
});

const FORMS = [
  { width: 240, size: 10 },
  { width: 720, size: 50 },
];

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
    player.onPlaybackError();
    await vi.waitFor(() => expect(player.state.phase).toBe("playable"));
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
  player.onPlaybackError();
  await vi.waitFor(() => expect(player.state.phase).toBe("playable"));
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
