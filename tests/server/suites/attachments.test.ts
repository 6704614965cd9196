import { gunzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { send } from "../support/client.ts";
import { FILES } from "../support/form.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";

/** Bytes that differ from place to place, so that a wrong range shows. */
const sheet = Buffer.from(FILES.pdf(200_000).map((byte, at) => (at < 20 ? byte : (at * 7) % 251)));

onDiskAndInBucket((open) => {
  const school = open.shared();
  let token: string;
  let id: number;
  beforeAll(async () => {
    token = (await school.student()).token;
    const files = {
      "seam ישר.pdf": sheet,
      "block.jpg": FILES.jpeg(),
      "hem.png": FILES.png(49_153),
    };
    id = (await school.message(token, { subject: "Darts" }, files)).json.message.id;
  });

  const urls = async (): Promise<string[]> => {
    const answer = await school.call(`/user/messages/${id}?files=url`, { token });
    return answer.json.attachments.map(({ url }: { url: string }) => url);
  };
  const get = (url: string, headers: Record<string, string> = {}) =>
    send(`${school.url}/api${url}`, { headers });

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
    expect([refused.status, refused.json.code]).toEqual([404, "message/not_found"]);
    expect((await school.call(path)).status).toBe(401);
    for (const wrong of ["3", "-1", "1e0", "abc", "00001"]) {
      const answer = await school.call(path.replace(/1$/, wrong), { token });
      expect([answer.status, answer.json.code]).toEqual([404, "asset/not_found"]);
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
