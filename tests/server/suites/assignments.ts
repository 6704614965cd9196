import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FILES, type FormPart, formRequest } from "../support/form.ts";
import {
  MINUTE,
  NOON,
  type OpenSchool,
  PMB,
  SWB,
  type TestSchool,
} from "../support/test-school.ts";

/** The fixture's one assignment is its lesson's. */
const TASK = 108;
/** All that comes before it in the course. */
const BEFORE = [101, 102, 103, 106, 107];

const photo: FormPart = { name: "files", fileName: "block.jpg", body: FILES.jpeg() };

export const assignmentSuite = (open: OpenSchool): void => {
  describe("assignments", () => {
    let school: TestSchool;
    let admin: string;
    let tutor: string;
    beforeAll(async () => {
      school = await open();
      admin = await school.token(await school.add({ level: 100 }));
      tutor = await school.token(await school.add({ level: 10 }));
    });
    afterAll(() => school.close());

    const get = async (token: string, path: string) => (await school.call(path, { token })).json;
    const mine = async (token: string) => (await get(token, "/user/assignments")).assignments;

    /** A student who has reached the assignment. */
    const student = async () => {
      const person = await school.student({ course: PMB });
      for (const lesson of BEFORE) await school.complete(person.token, lesson);
      return person;
    };

    const handIn = (
      token: string,
      { files = [photo], comment = "", id = `${TASK}`, key = randomUUID() as string } = {},
    ) =>
      school.call(
        "/user/assignments",
        formRequest(
          token,
          [
            { name: "assignment_id", body: id },
            { name: "comment", body: comment },
            ...files.map((file) => ({ ...photo, ...file })),
          ],
          { "Idempotency-Key": key },
        ),
      );

    const answer = (token: string, said: Record<string, unknown>, id: unknown = TASK) =>
      school.call(`/user/assignments/${id}/feedback`, { method: "POST", token, json: said });

    test("appear once their lesson has been reached, with what the author says of them", async () => {
      const early = await school.student({ course: PMB });
      expect(await mine(early.token)).toEqual([]);
      const { token } = await student();
      expect(await mine(token)).toEqual([
        {
          id: TASK,
          lesson_id: TASK,
          course_id: PMB,
          product: "PM",
          title: "Your own block",
          translations: [
            { language: "en", title: "Your own block" },
            { language: "he", title: "הבלוק שלך" },
          ],
          instructions: "task.pdf",
          image: "task.svg",
          state: "open",
          uploads: [],
        },
      ]);
      expect(await get(token, `/user/assignments/${TASK}`)).toEqual({
        assignment: (await mine(token))[0],
      });
      expect(await get(token, `/user/assignments/course/${PMB}`)).toEqual({
        assignments: await mine(token),
      });
    });

    test("are handed in with files and words, and can be had again byte for byte", async () => {
      const { token } = await student();
      const comment = "‏התפר 'מתעקם' \u{1f9f5}\r\n<b>sorry</b>";
      const files = [
        photo,
        { name: "files", fileName: "גזרה.PDF", body: FILES.pdf(70_000) },
        { name: "files", fileName: "sheet.png", body: FILES.png() },
        { name: "files", fileName: "hem.webp", body: FILES.webp() },
        { name: "files", fileName: "IMG_1.HEIC", body: FILES.heic() },
      ];
      const sent = await handIn(token, { files, comment });
      expect(sent.status).toBe(201);
      const [assignment] = await mine(token);
      expect(sent.json).toEqual({ assignment });
      expect(assignment).toMatchObject({ state: "uploaded" });
      const [upload] = assignment.uploads;
      expect(upload).toEqual({
        id: upload.id,
        date: new Date(NOON).toISOString(),
        comment: comment.replace("\r\n", "\n"),
        files: [
          { name: "block.jpg", size: 300, type: "image/jpeg" },
          { name: "גזרה.PDF", size: 70_000, type: "application/pdf" },
          { name: "sheet.png", size: 300, type: "image/png" },
          { name: "hem.webp", size: 300, type: "image/webp" },
          { name: "IMG_1.HEIC", size: 300, type: "image/heic" },
        ],
        feedback: null,
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
        expect((await school.call(path, { token: tutor })).bytes).toEqual(files[at]?.body);
      }
    });

    test("handed in are listed by course, in the language asked for", async () => {
      const { token } = await student();
      const uploaded = async (language: string) =>
        (await get(token, `/user/assignments/uploaded/${PMB}?language=${language}`)).assignments;
      expect(await uploaded("he")).toEqual([]);
      await handIn(token);
      const [hebrew] = await uploaded("he");
      expect(hebrew).toMatchObject({ id: TASK, title: "הבלוק שלך", state: "uploaded" });
      expect((await uploaded("__proto__"))[0].title).toBe("Your own block");
    });

    test("are handed in once for a key, however often and at once they are sent", async () => {
      const { token } = await student();
      const key = randomUUID();
      const answers = await Promise.all([1, 2, 3].map(() => handIn(token, { key })));
      answers.push(await handIn(token, { key }));
      for (const { status, json } of answers) {
        expect([status, json]).toEqual([201, answers[0]?.json]);
      }
      const [{ uploads }] = await mine(token);
      expect(uploads).toHaveLength(1);
      expect((await handIn(token, { key: "no-uuid" })).status).toBe(400);
      await handIn(token);
      expect((await mine(token))[0].uploads).toHaveLength(2);
    });

    test("are no matter of others: neither lists nor files of another person are found", async () => {
      const { token } = await student();
      await handIn(token, { comment: "mine" });
      const [{ uploads }] = await mine(token);
      const path = `/user/assignments/${TASK}/uploads/${uploads[0].id}/block.jpg`;
      const other = await student();
      expect((await mine(other.token))[0].uploads).toEqual([]);
      for (const wrong of [
        path,
        path.replace(`${TASK}`, "101"),
        path.replace(`/${uploads[0].id}/`, "/999999/"),
        path.replace("block.jpg", "%00"),
        path.replace("block.jpg", "..%2f..%2fschool.db"),
      ]) {
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

    test("are taken only for a lesson that has been reached, and only where there is one", async () => {
      const early = await school.student({ course: PMB });
      const { token } = await student();
      const expired = await school.student({ course: PMB, expDate: "2026-01-01" });
      const refusal = async (who: string, id: string) => {
        const got = await handIn(who, { id });
        return [got.status, got.json.code];
      };
      expect(await refusal(early.token, `${TASK}`)).toEqual([403, "lesson/not_active"]);
      expect(await refusal(expired.token, `${TASK}`)).toEqual([403, "course/expired"]);
      for (const id of ["101", "999", "0x6c", "-1", "", "9999999999"]) {
        expect(await refusal(token, id)).toEqual([404, "assignment/not_found"]);
      }
    });

    describe("and their tutors", () => {
      test("see everybody's that wait, accept or return them, and the student sees it", async () => {
        const { token, id } = await student();
        const waiting = async () =>
          (await get(tutor, "/user/assignments?state=uploaded")).assignments.filter(
            (assignment: { student: { id: number } }) => assignment.student.id === id,
          );
        expect(await waiting()).toEqual([]);
        await handIn(token, { comment: "First" });
        const [listed] = await waiting();
        const [own] = await mine(token);
        expect(listed).toEqual({ ...own, student: { id, name: "Noa Brand" } });

        school.now = NOON + MINUTE;
        const said = { student_id: id, upload_id: own.uploads[0].id };
        const returned = await answer(tutor, { ...said, state: "returned", text: "Mend the hem" });
        school.now = NOON;
        expect(returned.status).toBe(200);
        expect(await waiting()).toEqual([]);
        const [after] = await mine(token);
        expect(after).toMatchObject({ state: "returned" });
        expect(after.uploads[0].feedback).toEqual({
          text: "Mend the hem",
          date: new Date(NOON + MINUTE).toISOString(),
          tutor: "Noa Brand",
        });
        expect(returned.json.assignment).toEqual({ ...after, student: listed.student });

        await handIn(token, { comment: "Second" });
        const [again] = await waiting();
        expect(again.uploads).toHaveLength(2);
        await answer(tutor, {
          ...said,
          upload_id: again.uploads[1].id,
          state: "accepted",
          text: "",
        });
        expect((await mine(token))[0]).toMatchObject({ state: "accepted" });
        const late = await handIn(token);
        expect([late.status, late.json.code]).toEqual([409, "assignment/accepted"]);
      });

      test("answer with the last what was handed in before it", async () => {
        const { token, id } = await student();
        await handIn(token);
        await handIn(token);
        const [{ uploads }] = await mine(token);
        await answer(tutor, {
          student_id: id,
          upload_id: uploads[1].id,
          state: "returned",
          text: "Once more",
        });
        const { assignments } = await get(admin, "/user/assignments?state=uploaded");
        expect(
          assignments.filter((one: { student: { id: number } }) => one.student.id === id),
        ).toEqual([]);
      });

      test("are the only ones who may", async () => {
        const { token, id } = await student();
        await handIn(token);
        const [{ uploads }] = await mine(token);
        const said = { student_id: id, upload_id: uploads[0].id, state: "accepted", text: "" };
        for (const got of [
          await school.call("/user/assignments?state=uploaded", { token }),
          await answer(token, said),
        ]) {
          expect([got.status, got.json.code]).toEqual([403, "session/not_allowed"]);
        }
        expect((await mine(token))[0].state).toBe("uploaded");
      });

      test("must name an upload that is there, and say why they return it", async () => {
        const { token, id } = await student();
        const other = await student();
        await handIn(token);
        const [{ uploads }] = await mine(token);
        const said = { student_id: id, upload_id: uploads[0].id, state: "accepted", text: "" };
        for (const [wrong, status] of [
          [{ student_id: other.id }, 404],
          [{ upload_id: 999_999 }, 404],
          [{ upload_id: "x" }, 404],
          [{ state: "returned" }, 422],
          [{ state: "returned", text: " \n" }, 422],
          [{ state: "open" }, 422],
          [{ text: "x".repeat(10_001) }, 422],
          [{ text: "a\0b" }, 422],
        ] as const) {
          expect((await answer(tutor, { ...said, ...wrong })).status).toBe(status);
        }
        expect((await answer(tutor, said, 101)).status).toBe(404);
        expect((await answer(tutor, said, "abc")).status).toBe(404);
        const list = await school.call("/user/assignments?state=all", { token: tutor });
        expect(list.status).toBe(422);
        expect((await mine(token))[0].state).toBe("uploaded");
      });
    });

    test("that wait for the student stand in today's class, and no others", async () => {
      const { token, id } = await student();
      const today = async () =>
        (await get(token, `/user/progress/today/${PMB}`)).today.assignments.map(
          ({ state }: { state: string }) => state,
        );
      expect(await today()).toEqual(["open"]);
      await handIn(token);
      expect(await today()).toEqual([]);
      const [{ uploads }] = await mine(token);
      const said = { student_id: id, upload_id: uploads[0].id, text: "Look again" };
      await answer(tutor, { ...said, state: "returned" });
      expect(await today()).toEqual(["returned"]);
      await answer(tutor, { ...said, state: "accepted" });
      expect(await today()).toEqual([]);
    });
  });
};
