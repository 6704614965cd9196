import { expect, test } from "vitest";
import { createAttachments as create } from "../../../src/core/attachments.ts";
import { MAX_ATTACHMENT_BYTES } from "../../../src/domain/attachment.ts";
import type { ShrinkPhoto } from "../../../src/platform/ports.ts";
import { exif, heic, jpeg, SECRET, segment } from "../../support/photos.ts";
import { failed } from "../../support/results.ts";

const createAttachments = (shrink: ShrinkPhoto, readsHeic = false) =>
  create({ shrink, schoolReadsHeic: async () => readsHeic });

const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const PDF = [...new TextEncoder().encode("%PDF-1.7")];

const file = (name: string, start: number[], size = 300): File => {
  const bytes = new Uint8Array(Math.max(size, start.length));
  bytes.set(start === JPEG ? jpeg({ length: size }) : start);
  return new File([bytes], name, { lastModified: 1 });
};

/** A file that disappears after it was read this many times. */
const vanishing = (name: string, readable: number): File => {
  const there = file(name, JPEG);
  let reads = 0;
  const read = (blob: Blob) => async () => {
    reads += 1;
    if (reads > readable) throw new DOMException("gone", "NotFoundError");
    return new Blob([blob]).arrayBuffer();
  };
  const slice = there.slice.bind(there);
  return Object.assign(there, {
    arrayBuffer: read(slice()),
    slice: (from: number, to: number) =>
      Object.assign(slice(from, to), { arrayBuffer: read(slice(from, to)) }),
  });
};

const large = (name: string, start: number[]) => file(name, start, MAX_ATTACHMENT_BYTES + 1);
const toHalf = async () => new Blob([jpeg({ length: 1000 })], { type: "image/jpeg" });

const names = ({ state }: ReturnType<typeof createAttachments>) =>
  state.files.map(({ name }) => name);
const refusals = ({ state }: ReturnType<typeof createAttachments>) =>
  state.refusals.map(({ name, kind }) => [name, kind]);

test("files that are chosen are added in their order, with the type of their content", async () => {
  const attachments = createAttachments(toHalf);
  expect(await attachments.collect()).toEqual(failed("none"));
  await attachments.add([file("block.jpg", JPEG), file("sheet", PDF), file("hem.png", JPEG)]);
  expect(await attachments.collect()).toMatchObject({
    value: [
      { name: "block.jpg", type: "image/jpeg" },
      { name: "sheet", type: "application/pdf" },
      { name: "hem.png", type: "image/jpeg" },
    ],
  });
});

test("files that are chosen are refused one by one, with a reason that stays until the next choice", async () => {
  const scaled: File[] = [];
  const attachments = createAttachments(async (photo) => {
    scaled.push(photo as File);
    return null;
  });
  await attachments.add([
    file("page.jpg", [...new TextEncoder().encode("<html>")]),
    file("empty.jpg", [], 0),
    vanishing("gone.jpg", 0),
    large("sheet.pdf", PDF),
    large("photo.jpg", JPEG),
    file("good.jpg", JPEG),
  ]);
  expect(refusals(attachments)).toEqual([
    ["page.jpg", "wrong-kind"],
    ["empty.jpg", "empty"],
    ["gone.jpg", "vanished"],
    ["sheet.pdf", "too-large"],
    ["photo.jpg", "too-large"],
  ]);
  expect(names(attachments)).toEqual(["good.jpg"]);
  expect(scaled.map(({ name }) => name)).toEqual(["photo.jpg"]);
  await attachments.add([file("other.jpg", JPEG)]);
  expect(refusals(attachments)).toEqual([]);
});

test("files that are chosen are not added twice, and not more than ten", async () => {
  const attachments = createAttachments(toHalf);
  const twelve = Array.from({ length: 12 }, (_, at) => file(`${at}.jpg`, JPEG));
  await attachments.add([...twelve.slice(0, 3), ...twelve]);
  expect(names(attachments)).toHaveLength(10);
  const refused = ["10.jpg", "11.jpg"].map((name) => [name, "too-many"]);
  expect(refusals(attachments)).toEqual(refused);
  // A file of another size is another one.
  const { state, add } = createAttachments(toHalf);
  await add([file("block.jpg", JPEG), file("block.jpg", JPEG, 301)]);
  expect(state.files).toHaveLength(2);
});

test("a photo of more than 1 MB is made smaller by itself, and says what it was; others stay as they are", async () => {
  const asked: [string, number][] = [];
  const attachments = createAttachments(async (photo, maxBytes) => {
    asked.push([(photo as File).name, maxBytes]);
    return toHalf();
  });
  const photo = large("IMG_1.HEIC.jpeg", JPEG);
  const exact = file("exact.jpg", JPEG, 1024 * 1024);
  const sheet = file("sheet.pdf", PDF, MAX_ATTACHMENT_BYTES);
  await attachments.add([photo, sheet, exact]);
  expect(asked).toEqual([["IMG_1.HEIC.jpeg", 1024 * 1024]]);
  expect(attachments.state.files).toMatchObject([
    { name: "IMG_1.HEIC.jpg", kind: "jpeg", chosen: { size: photo.size }, file: { size: 1000 } },
    { name: "sheet.pdf", kind: "pdf", chosen: { size: sheet.size }, file: { size: sheet.size } },
    { name: "exact.jpg", kind: "jpeg", chosen: { size: exact.size }, file: { size: exact.size } },
  ]);
  // The same photo is not added again.
  await attachments.add([photo]);
  expect(names(attachments)).toHaveLength(3);
  expect(await attachments.collect()).toMatchObject({
    value: [{ size: 1000 }, { size: sheet.size }, { size: exact.size }],
  });
});

test.each([
  ["cannot be read", async () => null],
  ["would not become smaller", async () => new Blob([jpeg({ length: 1_900_000 })])],
])("a photo of at most 2 MB that %s is sent as it is", async (_, shrink) => {
  const attachments = createAttachments(shrink);
  const photo = file("skirt.png", JPEG, 1_500_000);
  await attachments.add([photo]);
  const [kept] = attachments.state.files;
  expect(kept).toMatchObject({ name: "skirt.png", file: photo });
  expect(kept?.making).toBeUndefined();
});

const unreadable = async () => null;

test.each<[string, ShrinkPhoto, boolean, number, unknown[], string[]]>([
  ["becomes a JPEG where the browser reads it", toHalf, false, 600, ["IMG_1.jpg", 1000], []],
  ["is sent where the school reads it", unreadable, true, 600, ["IMG_1.HEIC", 600], []],
  ["is refused at once where nobody reads it", unreadable, false, 600, [], ["heic"]],
  ["that is too large is refused", unreadable, true, MAX_ATTACHMENT_BYTES + 1, [], ["heic"]],
])("a HEIC photo %s", async (_, shrink, readsHeic, size, sent, refused) => {
  const attachments = createAttachments(shrink, readsHeic);
  const photo = heic({ length: 600 });
  await attachments.add([new File([photo, new Uint8Array(size - photo.length)], "IMG_1.HEIC")]);
  expect(attachments.state.files.flatMap(({ name, file }) => [name, file.size])).toEqual(sent);
  expect(attachments.state.refusals.map(({ kind }) => kind)).toEqual(refused);
});

test("a photo over 2 MB that is removed while it is scaled stays removed", async () => {
  const made = Promise.withResolvers<Blob | null>();
  const begun = Promise.withResolvers<void>();
  const attachments = createAttachments(() => {
    begun.resolve();
    return made.promise;
  });
  const adding = attachments.add([large("photo.jpg", JPEG)]);
  await begun.promise;
  expect(attachments.state.files[0]?.making).toBe(true);
  attachments.remove(attachments.state.files[0]?.id ?? 0);
  made.resolve(await toHalf());
  await adding;
  expect([names(attachments), refusals(attachments)]).toEqual([[], []]);
});

test("files that vanish before they are sent are named and removed, the others stay", async () => {
  const attachments = createAttachments(toHalf);
  await attachments.add([vanishing("gone.jpg", 1), file("block.jpg", JPEG)]);
  expect(names(attachments)).toEqual(["gone.jpg", "block.jpg"]);
  expect(await attachments.collect()).toEqual(failed("unusable"));
  expect(names(attachments)).toEqual(["block.jpg"]);
  expect(refusals(attachments)).toEqual([["gone.jpg", "vanished"]]);
  expect(await attachments.collect()).toMatchObject({ ok: true });
});

test("files that are about to be sent do not tell where and when a photo was taken", async () => {
  const attachments = createAttachments(toHalf);
  const exifSegment = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(6)]));
  const photo = jpeg({ more: [exifSegment, segment(0xfe, Buffer.from(SECRET))] });
  expect(photo.includes(SECRET)).toBe(true);
  await attachments.add([new File([photo], "block.jpg"), file("sheet.pdf", PDF)]);
  const collected = await attachments.collect();
  if (!collected.ok) throw new Error(collected.failure.kind);
  const [sent, sheet] = collected.value;
  expect([sent?.name, sent?.type, sheet?.size]).toEqual(["block.jpg", "image/jpeg", 300]);
  const bytes = Buffer.from((await sent?.arrayBuffer()) ?? new ArrayBuffer());
  expect(bytes.includes(SECRET)).toBe(false);
  expect(bytes.includes("Exif")).toBe(true);
});

test("files that are about to be sent are drawn again where only the browser can read a photo, and refused where nobody can", async () => {
  const start = new Uint8Array(100);
  start.set(JPEG);
  const cut = () => new File([start], "cut.jpeg");
  const drawn = createAttachments(toHalf);
  await drawn.add([cut()]);
  const sent = { name: "cut.jpg", size: 1000, type: "image/jpeg" };
  expect(await drawn.collect()).toMatchObject({ value: [sent] });
  const refused = createAttachments(async () => null);
  await refused.add([cut(), file("block.jpg", JPEG)]);
  expect(await refused.collect()).toEqual(failed("unusable"));
  expect(refusals(refused)).toEqual([["cut.jpeg", "damaged"]]);
  expect(names(refused)).toEqual(["block.jpg"]);
});
