import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { FILES } from "../support/form.ts";
import { handIns, photo, TASK } from "../support/hand-ins.ts";
import { onDiskAndInBucket } from "../support/on-disk-and-in-bucket.ts";
import { it } from "../support/on-sqlite.ts";
import { sharedPerson } from "../support/shared-person.ts";
import { NOON, PMB, SWB } from "../support/test-school.ts";

/** The file of a draft. */
const DRAFT = Buffer.from('{"pattern-draft":1,"table":null,"block":"skirt-block"}');

onDiskAndInBucket((open) => {
  const school = open.shared();
  const tutor = sharedPerson(school, { level: 10 });
  const { get, mine, student, handIn } = handIns(() => school);

  it("assignments appear once their lesson has been reached, with the author's texts and files", async () => {
    const early = await school.student({ course: PMB });
    expect(await mine(early.token)).toEqual([]);
    const { token } = await student();
    const SIDE = { name: "seam.side", lesson_id: 109 };
    expect(await mine(token)).toEqual([
      {
        ...{ id: TASK, lesson_id: TASK, course_id: PMB, product: "PM", title: "Your own block" },
        translations: [
          { language: "en", title: "Your own block" },
          { language: "he", title: "הבלוק שלך" },
        ],
        ...{ instructions: "task.pdf", image: "task.svg", state: "open", uploads: [] },
        criteria: [
          { translations: [{ language: "en", text: "Equal sides" }, expect.anything()] },
          { translations: [{ language: "en", text: "Labelled" }] },
        ],
        draft: { block: "skirt-block", lengths: [{ name: "halfHip", lesson_id: 107 }, SIDE] },
      },
    ]);
    expect(await get(token, `/user/assignments/${TASK}`)).toEqual({
      assignment: (await mine(token))[0],
    });
    expect(await get(token, `/user/assignments/course/${PMB}`)).toEqual({
      assignments: await mine(token),
      cursor: null,
    });
  });

  it("assignments are handed in with files and a comment, and can be downloaded byte for byte", async () => {
    const { token } = await student();
    const comment = "‏התפר 'מתעקם' \u{1f9f5}\r\n<b>sorry</b>";
    const files = [
      photo,
      { name: "files", fileName: "גזרה.PDF", body: FILES.pdf(70_000) },
      { name: "files", fileName: "sheet.png", body: FILES.png() },
      { name: "files", fileName: "hem.webp", body: FILES.webp() },
      { name: "files", fileName: "skirt.pattern.json", body: DRAFT },
    ];
    const sent = await handIn(token, { files, comment });
    expect(sent.status).toBe(201);
    const [assignment] = await mine(token);
    expect(sent.json).toEqual({ assignment });
    expect(assignment).toMatchObject({ state: "uploaded" });
    const [upload] = assignment.uploads;
    expect(upload).toEqual({
      ...{ id: upload.id, date: new Date(NOON).toISOString(), feedback: null },
      comment: comment.replace("\r\n", "\n"),
      files: [
        { name: "block.jpg", size: 300, type: "image/jpeg" },
        { name: "גזרה.PDF", size: 70_000, type: "application/pdf" },
        { name: "sheet.png", size: 300, type: "image/png" },
        { name: "hem.webp", size: 300, type: "image/webp" },
        { name: "skirt.pattern.json", size: DRAFT.length, type: "application/json" },
      ],
    });
    for (const [at, { name }] of upload.files.entries()) {
      const path = `/user/assignments/${TASK}/uploads/${upload.id}/${encodeURIComponent(name)}`;
      const got = await school.call(path, { token });
      expect(got.status).toBe(200);
      expect(got.bytes).toEqual(files[at]?.body);
      expect(got.headers).toMatchObject({
        "content-type": "application/octet-stream",
        "x-content-type-options": "nosniff",
        "content-security-policy": expect.stringContaining("sandbox"),
      });
      expect(got.headers["content-disposition"]).toBe(
        `attachment; filename="${name.replace(/[א-ת]/g, "_")}"; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
      expect((await school.call(path, tutor)).bytes).toEqual(files[at]?.body);
    }
  });

  it("assignments that were handed in are listed by course, in the requested language", async () => {
    const { token } = await student();
    const uploaded = async (language: string) =>
      (await get(token, `/user/assignments/uploaded/${PMB}?language=${language}`)).assignments;
    expect(await uploaded("he")).toEqual([]);
    await handIn(token);
    const [hebrew] = await uploaded("he");
    expect(hebrew).toMatchObject({ id: TASK, title: "הבלוק שלך", state: "uploaded" });
    expect((await uploaded("__proto__"))[0].title).toBe("Your own block");
  });

  test("assignments are handed in once for a key, however often and concurrently they are sent", async () => {
    const { token } = await student();
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => handIn(token, { key })));
    answers.push(await handIn(token, { key }));
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([201, answers[0]?.json]);
    }
    const [{ uploads }] = await mine(token);
    expect(uploads).toHaveLength(1);
    await handIn(token);
    expect((await mine(token))[0].uploads).toHaveLength(2);
  });

  it("assignments of other people cannot be found, neither lists nor files", async () => {
    const { token } = await student();
    await handIn(token, { comment: "mine" });
    const [{ uploads }] = await mine(token);
    const path = `/user/assignments/${TASK}/uploads/${uploads[0].id}/block.jpg`;
    const other = await student();
    expect((await mine(other.token))[0].uploads).toEqual([]);
    for (const wrong of [path, path.replace("block.jpg", "..%2f..%2fschool.db")]) {
      const got = await school.call(wrong, { token: other.token });
      expect([got.status, got.json.code]).toEqual([404, "asset/not_found"]);
    }
    expect((await school.call(path)).status).toBe(401);
    expect((await school.call(path, { token })).status).toBe(200);
    const without = await school.student({ course: SWB });
    expect((await school.call(`/user/assignments/${TASK}`, without)).status).toBe(404);
    for (const course of [SWB, 99, "abc"]) {
      for (const list of ["course", "uploaded"]) {
        const got = await school.call(`/user/assignments/${list}/${course}`, { token });
        expect([got.status, got.json.code]).toEqual([404, "course/not_found"]);
      }
    }
  });

  it("assignments are accepted only for an existing lesson that has been reached", async () => {
    const early = await school.student({ course: PMB });
    const { token } = await student();
    const expired = await school.student({ course: PMB, expDate: "2026-01-01" });
    const refusal = async (who: string, id: string) => {
      const got = await handIn(who, { id });
      return [got.status, got.json.code];
    };
    expect(await refusal(early.token, `${TASK}`)).toEqual([403, "lesson/not_active"]);
    expect(await refusal(expired.token, `${TASK}`)).toEqual([403, "course/expired"]);
    for (const id of ["101", "0x6c", ""]) {
      expect(await refusal(token, id)).toEqual([404, "assignment/not_found"]);
    }
  });
});
