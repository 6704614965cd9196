import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { getSourceAssets, putFilmText } from "../../../src/contract/staff-assets.ts";
import { MAX_SOURCE_PART_BYTES } from "../../../src/contract/staff-content.ts";
import { exportSourceFiles } from "../support/content-source.ts";
import { decode } from "../support/decode.ts";
import { type DeskOptions, openDesk } from "../support/desk.ts";
import { box, goodMp4, index, mp4, track, webm } from "../support/small-film.ts";
import { openSchool } from "../support/test-school.ts";

/** For what changes nothing. */
const unchanged = openSchool.shared({ hasFolder: true });

const atDesk = async (options?: DeskOptions) => {
  const desk = await openDesk(options);
  const { call, send: upload } = desk;
  const add = (name: string, file: object) =>
    call("assets", "POST", { product: "PM", name, ...file });
  const send = async (name: string, bytes: Buffer) => add(name, await upload(bytes));
  const assets = async () => decode(getSourceAssets, (await call("assets?product=PM")).json).assets;
  const write = async (change: object) => {
    const { status, json } = await call("assets/film-text", "PUT", {
      ...{ product: "PM", film: "pin.mp4", kind: "captions", language: "en", format: "srt" },
      ...{ replaces: null, ...change },
    });
    return { status, json, answer: status === 200 ? decode(putFilmText, json) : null };
  };
  return { ...desk, upload, add, send, assets, write };
};

test("a file gets a safe name of its own, and the same one is not stored twice", async () => {
  const { call, add, send } = await atDesk();
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const other = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" id="b"/>');
  const named = async (name: string, bytes: Buffer) => (await send(name, bytes)).json.name;
  expect(await named("../../My (own) picture.svg", picture)).toBe("My-own-picture.svg");
  expect(await named("again.svg", picture)).toBe("My-own-picture.svg");
  expect(await named("my-own-PICTURE.svg", other)).toBe("my-own-PICTURE-2.svg");
  const long = await named(`${"שלום-long-".repeat(60)}.svg`, Buffer.from("<svg/>"));
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(100);
  expect(long).toMatch(/\.svg$/);
  expect(await named("\u202egpj.pin\u202c.svg", Buffer.from("<svg id='c'/>"))).toBe("gpj.pin.svg");
  const shown = await call("texts/picture?product=PM&name=My-own-picture.svg");
  expect(shown.headers["content-security-policy"]).toContain("sandbox");
  expect(shown.text).toBe(picture.toString());
  expect((await send("page.html", Buffer.from("<p>"))).status).toBe(422);
  // No two films share a stem.
  expect(await named("pin.small.mp4", goodMp4())).toBe("pin-small.mp4");
  expect(await named("pin-small.webm", webm("V_VP9", "A_OPUS"))).toBe("pin-small-2.webm");
  const statusOf = async (size: number) =>
    (await add("film.mp4", { checksum: "a".repeat(64), size })).status;
  const most = 4 * 1024 ** 3;
  expect([await statusOf(most + 1), await statusOf(most)]).toEqual([413, 422]);
});

test("a picture of a term is kept with the glossary, and shown from there", async () => {
  const { school, call, add, upload } = await atDesk();
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const file = { ...(await upload(picture)), product: "", folder: "glossary" };
  expect((await add("../Abnäher (1).svg", file)).json).toEqual({ name: "Abnäher-1-.svg" });
  expect(Object.keys(await exportSourceFiles(school))).toContain("glossary/Abnäher-1-.svg");
  const shown = await call("texts/picture?folder=glossary&name=Abn%C3%A4her-1-.svg");
  expect(shown.text).toBe(picture.toString());
  expect((await add("film.mp4", file)).status).toBe(422);
});

const FILM = mp4(index(track("vide", "avc1")), box("mdat", "film".repeat(100)));

test.each([
  ["a zip", "film.mp4", Buffer.from("504b0304140000000800", "hex"), "content/not_a_film"],
  ["a film without a picture", "film.mp4", mp4(index(track("soun", "mp4a"))), "content/not_a_film"],
  ["a film cut at its hundredth part", "film.mp4", FILM.subarray(0, -396), "content/film_is_cut"],
  ["a picture in place of a sheet", "task.pdf", Buffer.from("<svg/>"), "content/not_a_sheet"],
] as const)("%s is refused, and the draft stays as it is", async (_name, name, bytes, code) => {
  const { send, assets, call } = await atDesk({ at: unchanged });
  const before = await assets();
  expect((await send(name, bytes)).outcome).toEqual([422, code]);
  expect(await assets()).toEqual(before);
  expect((await call("texts")).json.draft).toBe(false);
});

test("two people send the same film at once, and both get its name", async () => {
  const { part, add, assets } = await atDesk();
  const film = mp4(
    index(track("vide", "avc1")),
    box("mdat", Buffer.alloc(2 * MAX_SOURCE_PART_BYTES + 5)),
  );
  const all = async () => {
    for (let at = 0; at < film.length; ) {
      at = (await part(film, at, at + MAX_SOURCE_PART_BYTES)).json.received;
    }
    const file = { checksum: hash("sha256", film), size: film.length };
    return (await add("long.mp4", file)).json.name;
  };
  expect(await Promise.all([all(), all()])).toEqual(["long.mp4", "long.mp4"]);
  expect((await assets()).filter(({ name }) => name.startsWith("long"))).toHaveLength(1);
});

const SRT = "1\n00:00:01,500 --> 00:00:04,000\n<i>Pin</i> A < B\n";

test("captions of SubRip are kept as WebVTT beside their film, and the next ones take their place", async () => {
  const { textOf, send, assets, write } = await atDesk();
  await send("pin.mp4", goodMp4());
  const first = (await write({ text: SRT })).answer;
  expect(first?.problems).toEqual([]);
  const fileOf = (name: string) => textOf(`PM/assets/${name}`);
  expect(await fileOf("pin.en.vtt")).toBe(
    "WEBVTT\n\n00:00:01.500 --> 00:00:04.000\nPin A &lt; B\n",
  );
  const chapters = "WEBVTT\n\n00:00.000 --> 01:00.000\nStart\n";
  await write({ kind: "chapters", language: "he", format: "vtt", text: chapters });
  const film = (await assets()).find(({ name }) => name === "pin.mp4");
  expect(film?.texts.map(({ kind, language }) => [kind, language])).toEqual([
    ["chapters", "he"],
    ["captions", "en"],
  ]);
  // Somebody else's are not overwritten.
  expect((await write({ text: SRT })).status).toBe(409);
  for (const [where, status] of [
    [{ film: "../../school.yaml" }, 404],
    [{ language: "../x" }, 422],
  ] as const) {
    expect((await write({ text: SRT, ...where })).status).toBe(status);
  }
  const mistaken = "1\n00:00:04,000 --> 00:00:01,500\nPin\n";
  const problems = [{ line: 2, severity: "error" }];
  const replaces = first?.checksum;
  const wrong = await write({ text: mistaken, replaces });
  expect(wrong.answer).toMatchObject({ checksum: null, problems });
  const next = await write({ text: SRT.replace("A", "C"), replaces });
  expect(next.answer?.checksum).not.toBeNull();
  expect(await fileOf("pin.en.vtt")).toContain("Pin C");
});
