import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { chunk, exif, jpeg, png, riff, SECRET, segment, webp } from "../../support/photos.ts";
import { BOUNDARY, FILES, type FormPart, formBytes, formRequest } from "../support/form.ts";
import { handIns } from "../support/hand-ins.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";

const TASK = { name: "assignment_id", body: "108" };
const MB = 1024 * 1024;
const file = (body: Buffer, fileName = "block.jpg"): FormPart => ({
  name: "files",
  fileName,
  body,
});
const VAST = jpeg({ width: 65_000, height: 65_000 });
const PAGE = file(FILES.html());
/** Bytes that differ from place to place, so that a wrong range shows. */
const sheet = Buffer.from(FILES.pdf(200_000).map((byte, at) => (at < 20 ? byte : (at * 7) % 251)));

onDiskAndInBucket((open) => {
  const school = open.shared();
  let token: string;
  /** A message with three files. */
  let id: number;
  beforeAll(async () => {
    ({ token } = await handIns(() => school).student());
    const files = {
      "seam ישר.pdf": sheet,
      "block.jpg": FILES.jpeg(),
      "hem.png": FILES.png(49_153),
    };
    id = (await school.message(token, { subject: "Darts" }, files)).json.message.id;
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
      expect((await post([TASK, ...files])).outcome).toEqual([status, code]);
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

  const urls = async (): Promise<string[]> => {
    const answer = await school.call(`/user/messages/${id}?files=url`, { token });
    return answer.json.attachments.map(({ url }: { url: string }) => url);
  };
  const get = (url: string, headers: Record<string, string> = {}) => school.call(url, { headers });

  test("a message's file has an address of its own that needs no token, and saves under its name", async () => {
    const answer = await school.call(`/user/messages/${id}?files=url`, { token });
    expect(answer.json.attachments[0]).toEqual({
      name: "seam ישר.pdf",
      type: "application/pdf",
      size: sheet.length,
      url: expect.stringMatching(`^/user/messages/${id}/attachments/0\\?ticket=`),
    });
    const [first = "", second = ""] = await urls();
    const got = await get(first);
    expect([got.status, got.bytes.equals(sheet)]).toEqual([200, true]);
    expect(got.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "content-length": String(sheet.length),
      "accept-ranges": "bytes",
      "cache-control": "no-store",
      "content-security-policy": expect.stringContaining("sandbox"),
      "x-content-type-options": "nosniff",
    });
    expect(got.headers["content-disposition"]).toBe(
      `attachment; filename="seam ___.pdf"; filename*=UTF-8''seam%20%D7%99%D7%A9%D7%A8.pdf`,
    );
    expect((await get(second)).headers["content-type"]).toBe("image/jpeg");
  });

  test("a message's file is continued by a range where a download was cut, and is not sent again unchanged", async () => {
    const [url = ""] = await urls();
    const etag = (await get(url)).headers.etag ?? "";
    const rest = await get(url, { Range: "bytes=150000-", "If-Range": etag });
    expect(rest.status).toBe(206);
    expect(rest.headers["content-range"]).toBe(`bytes 150000-199999/${sheet.length}`);
    expect(rest.bytes.equals(sheet.subarray(150_000))).toBe(true);
    expect((await get(url, { "If-None-Match": etag })).status).toBe(304);
    expect((await get(url, { Range: "bytes=200000-" })).status).toBe(416);
  });

  test("a message's file is given with a token to who may read the message, and to nobody else", async () => {
    const path = `/user/messages/${id}/attachments/1`;
    const other = (await school.student()).token;
    const tutor = await school.token(await school.add({ level: 10 }));
    for (const allowed of [token, tutor]) {
      expect((await school.call(path, { token: allowed })).bytes).toEqual(FILES.jpeg());
    }
    const refused = await school.call(path, { token: other });
    expect(refused.outcome).toEqual([404, "message/not_found"]);
    expect((await school.call(path)).status).toBe(401);
    for (const wrong of ["3", "-1", "1e0", "abc", "00001"]) {
      const answer = await school.call(path.replace(/1$/, wrong), { token });
      expect(answer.outcome).toEqual([404, "asset/not_found"]);
    }
  });

  test("a message's file comes in base64 to clients that do not ask for its address, and is not sent twice", async () => {
    const ask = (headers: Record<string, string> = {}, method = "GET") =>
      school.call(`/user/messages/${id}`, { token, headers, method });
    const answer = await ask();
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.json.attachments.map(({ data }: { data: string }) => data)).toEqual(
      [sheet, FILES.jpeg(), FILES.png(49_153)].map((bytes) => bytes.toString("base64")),
    );
    const packed = await ask({ "Accept-Encoding": "br, gzip" });
    expect(packed.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual(answer.json);
    expect((await ask({ "If-None-Match": answer.headers.etag ?? "" })).status).toBe(304);
    const head = await ask({}, "HEAD");
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });
});
