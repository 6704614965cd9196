import { expect, test } from "vitest";
import {
  MAX_SOURCE_PART_BYTES,
  postMissingFiles,
  putSourcePart,
} from "../../../../src/contract/staff-content.ts";
import { createUnsentTexts } from "../../../../src/core/unsent-texts.ts";
import { createAssetUpload } from "../../../../src/features/courses/editor/media/asset-upload.ts";
import { Result } from "../../../../src/lib/result.ts";
import { createMemoryMachine } from "../../../../src/platform/memory/memory-machine.ts";
import type { Send } from "../../../../src/transport/transport.ts";
import { box, index, mp4, track } from "../../../server/support/small-film.ts";

const FILM = mp4(
  index(track("vide", "avc1")),
  box("mdat", Buffer.alloc(2 * MAX_SOURCE_PART_BYTES + 9)),
);

const fileOf = (name: string, bytes: Buffer) =>
  new File([new Uint8Array(bytes)], name, { lastModified: 7 });

/** A school that keeps the parts of one file, and whose line is cut before some part. */
const partSchool = (cutBefore = Number.POSITIVE_INFINITY) => {
  const school = { received: 0, parts: 0, added: [] as string[], cutBefore };
  const send = (async (
    call: unknown,
    options: { query: { at: number; size: number }; body: never },
  ) => {
    const { query, body } = options;
    if (call === postMissingFiles) {
      const [{ checksum, size }] = (body as { files: [{ checksum: string; size: number }] }).files;
      const { received } = school;
      return Result.ok({ missing: received === size ? [] : [{ checksum, received }] });
    }
    if (call === putSourcePart) {
      if (school.parts >= school.cutBefore) {
        return Result.fail({ kind: "refused", status: 500, code: "", retryAfter: null });
      }
      school.parts += 1;
      if (query.at === school.received) school.received += (body as Blob).size;
      return Result.ok({ received: school.received });
    }
    school.added.push((body as { name: string }).name);
    return Result.ok({ name: "pin.mp4" });
  }) as unknown as Send;
  return { school, send };
};

const draftsOn = (machine = createMemoryMachine()) =>
  createUnsentTexts({ ...machine, personId: 1, now: () => 1 });

test("a film whose sending was cut goes on where it has stopped, also after a reload", async () => {
  const { school, send } = partSchool(1);
  const machine = createMemoryMachine();
  const options = { send, product: "PM", kind: "film" } as const;
  const drafts = draftsOn(machine);
  const first = createAssetUpload({ ...options, unsentTexts: drafts });
  expect(await first.choose(fileOf("Pin.mp4", FILM))).toBeNull();
  expect(first.state.failure).toMatchObject({ status: 500 });
  expect(school).toMatchObject({ parts: 1, received: MAX_SOURCE_PART_BYTES });
  drafts.stop();

  const again = createAssetUpload({ ...options, unsentTexts: draftsOn(machine) });
  expect(again.state.before).toMatchObject({ name: "Pin.mp4", sent: MAX_SOURCE_PART_BYTES });
  school.cutBefore = Number.POSITIVE_INFINITY;
  expect(await again.choose(fileOf("Pin.mp4", FILM))).toBe("pin.mp4");
  expect(school).toMatchObject({ parts: 3, received: FILM.length, added: ["Pin.mp4"] });
  expect(again.state).toMatchObject({ phase: "idle", failure: null, before: null });
});

test.each([
  ["a zip", "film", "pin.mp4", Buffer.from("504b0304140000000800", "hex"), "not-a-film"],
  ["a film of 0 bytes", "film", "pin.mp4", Buffer.alloc(0), "not-a-film"],
  ["a film that is cut", "film", "pin.mp4", FILM.subarray(0, FILM.length / 100), "film-is-cut"],
  ["a film of another kind", "film", "pin.avi", FILM, "not-a-film"],
  ["a picture", "sheet", "task.pdf", Buffer.from("<svg/>"), "not-a-sheet"],
] as const)("%s is refused before a byte is sent", async (_name, kind, name, bytes, why) => {
  const { school, send } = partSchool();
  const upload = createAssetUpload({ send, unsentTexts: draftsOn(), product: "PM", kind });
  expect(await upload.choose(fileOf(name, bytes))).toBeNull();
  expect(upload.state.failure).toEqual({ kind: why });
  expect(school).toMatchObject({ parts: 0, added: [] });
});

test("a film that some browsers do not play is sent, with a word about it", async () => {
  const { send } = partSchool();
  const upload = createAssetUpload({ send, unsentTexts: draftsOn(), product: "PM", kind: "film" });
  const film = mp4(index(track("vide", "hvc1")), box("mdat", "film"));
  expect(await upload.choose(fileOf("pin.mp4", film))).toBe("pin.mp4");
  expect(upload.state.trouble).toEqual({ kind: "codecs", codecs: ["HEVC"] });
});
