import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { chunk, exif, jpeg, png, riff, SECRET, segment, webp } from "../../support/photos.ts";
import { BOUNDARY, FILES, type FormPart, formBytes, formRequest } from "../support/form.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { PMB } from "../support/test-school.ts";

const TASK = { name: "assignment_id", body: "108" };
const MB = 1024 * 1024;
const file = (body: Buffer, fileName = "block.jpg"): FormPart => ({
  name: "files",
  fileName,
  body,
});
const VAST = jpeg({ width: 65_000, height: 65_000 });
const PAGE = file(FILES.html());

onDiskAndInBucket((open) => {
  const school = open.shared();
  let token: string;
  beforeAll(async () => {
    token = (await school.student({ course: PMB })).token;
    for (const lesson of [101, 102, 103, 106, 107]) await school.complete(token, lesson);
  });

  const post = (parts: FormPart[]) => school.call("/user/assignments", formRequest(token, parts));
  const uploads = async () =>
    (await school.call("/user/assignments", { token })).json.assignments[0].uploads;
  const onDisk = () => readdir(path.join(school.dataDir, "uploads")).catch(() => []);

  /** Checks that nothing is recorded, and no file is left on the disk. */
  const leavesNothing = async (work: () => Promise<void>) => {
    const [before, files] = [(await uploads()).length, await onDisk()];
    await work();
    expect(await uploads()).toHaveLength(before);
    expect((await onDisk()).toSorted()).toEqual(files.toSorted());
  };

  test.each([
    ["over 2 MB", [file(FILES.jpeg(2 * MB + 1))], 413, "attachment/too_large"],
    ["empty", [file(FILES.empty())], 422, "attachment/empty"],
    ["too short for any type", [file(Buffer.from([0xff]))], 415, "attachment/wrong_kind"],
    ["a photo that was cut off", [file(FILES.png().subarray(0, 200))], 422, "attachment/damaged"],
    ["a HEIC that this machine cannot read", [file(FILES.heic())], 415, "attachment/heic"],
    ["a photo too large to open", [file(VAST)], 422, "attachment/damaged"],
    ["wrong beside a right one", [file(FILES.png()), PAGE], 415, "attachment/wrong_kind"],
    ["too many", Array.from({ length: 11 }, () => file(FILES.pdf())), 422, "attachment/too_many"],
    ["no file at all", [], 422, "request/invalid"],
  ])("an upload is refused whole when %s", async (_, files, status, code) => {
    await leavesNothing(async () => {
      const got = await post([TASK, ...files]);
      expect([got.status, got.json.code]).toEqual([status, code]);
    });
  });

  const inExif = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(6)]));

  test.each([
    ["jpeg", Buffer.concat([jpeg({ more: [inExif] }), Buffer.from(SECRET)])],
    ["png", png({ more: [chunk("eXIf", exif(6)), chunk("tEXt", Buffer.from(SECRET))] })],
    ["webp", webp({ flags: 8, more: [riff("EXIF", exif(6, true))] })],
  ])("an upload does not tell tutors where and when a photo was taken: %s", async (kind, photo) => {
    expect(photo.includes(SECRET)).toBe(true);
    const got = await post([TASK, file(photo, `block.${kind}`)]);
    expect(got.status).toBe(201);
    const upload = got.json.assignment.uploads.at(-1);
    const [{ name, size }] = upload.files;
    const tutor = await school.token(await school.add({ level: 10 }));
    const handedIn = await school.call(`/user/assignments/108/uploads/${upload.id}/${name}`, {
      token: tutor,
    });
    expect([handedIn.status, handedIn.bytes.length]).toEqual([200, size]);
    const sent = await school.message(token, undefined, { [`seam.${kind}`]: photo });
    const opened = await school.call(`/user/messages/${sent.json.message.id}`, { token: tutor });
    const [attached] = opened.json.attachments;
    for (const bytes of [handedIn.bytes, Buffer.from(attached.data, "base64")]) {
      expect(bytes).toHaveLength(size);
      expect(bytes.includes(SECRET)).toBe(false);
      // What turns the photo stays.
      expect(bytes.includes(Buffer.from("0112000300000001000600", "hex"))).toBe(true);
    }
  });

  test("a HEIC that this machine reads is handed in as a JPEG, turned upright", async () => {
    const red = { create: { width: 60, height: 40, channels: 3, background: "#c00" } } as const;
    // The machine reads AVIF, which is the same container with another coding.
    const photo = await sharp(red).withMetadata({ orientation: 6 }).avif().toBuffer();
    const heic = Buffer.concat([photo.subarray(0, 8), Buffer.from("mif1"), photo.subarray(12)]);
    const got = await post([TASK, file(heic, "IMG_1.HEIC")]);
    expect(got.status).toBe(201);
    const upload = got.json.assignment.uploads.at(-1);
    expect(upload.files).toEqual([
      { name: "IMG_1.jpg", size: expect.any(Number), type: "image/jpeg" },
    ]);
    const address = `/user/assignments/108/uploads/${upload.id}/IMG_1.jpg`;
    const back = await school.call(address, { token });
    expect(back.bytes).toHaveLength(upload.files[0].size);
    const { format, width, height, exif: told } = await sharp(back.bytes).metadata();
    expect([format, width, height, told]).toEqual(["jpeg", 40, 60, undefined]);
  });

  test("an upload may have ten files of exactly 2 MB", async () => {
    const got = await post([TASK, ...Array.from({ length: 10 }, () => file(FILES.jpeg(2 * MB)))]);
    expect(got.status).toBe(201);
    const { files } = got.json.assignment.uploads.at(-1);
    expect(files.map(({ size }: { size: number }) => size)).toEqual(Array(10).fill(2 * MB));
    expect(new Set(files.map(({ name }: { name: string }) => name)).size).toBe(10);
  });

  test.each([
    ["../../../etc/passwd", "passwd.jpg"],
    ["block.jpg\0.exe", "block.jpg.exe.jpg"],
    ["%0d%0aSet-Cookie: a=b.jpg", "Set-Cookie_ a=b.jpg"],
    [`${"ג".repeat(300)}.jpeg`, `${"ג".repeat(97)}.jpeg`],
  ])("an upload named %j is stored and offered as %j", async (sent, kept) => {
    const got = await post([TASK, file(FILES.jpeg(), sent)]);
    expect(got.status).toBe(201);
    const upload = got.json.assignment.uploads.at(-1);
    expect(upload.files[0].name).toBe(kept);
    const address = `/user/assignments/108/uploads/${upload.id}/${encodeURIComponent(kept)}`;
    const back = await school.call(address, { token });
    expect([back.status, back.bytes]).toEqual([200, FILES.jpeg()]);
    expect(back.headers).not.toHaveProperty("set-cookie");
    for (const name of await onDisk()) expect(name).toMatch(/^[\da-f-]{36}$/);
  });

  test("an upload that was cut off leaves nothing behind, and the next one is accepted", async () => {
    await leavesNothing(async () => {
      const { port, hostname } = new URL(school.url);
      const body = formBytes([TASK, file(FILES.jpeg(MB))]);
      const socket = connect(Number(port), hostname);
      socket.write(
        `POST /api/user/assignments HTTP/1.1\r\nHost: school\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${body.length}\r\n\r\n`,
      );
      const before = (await onDisk()).length;
      socket.write(body.subarray(0, MB / 2));
      // Waits until the file is being written.
      while ((await onDisk()).length === before) await new Promise(setImmediate);
      socket.destroy();
      while ((await onDisk()).length > before) await new Promise(setImmediate);
    });
    expect((await post([TASK, file(FILES.jpeg())])).status).toBe(201);
  });
});
