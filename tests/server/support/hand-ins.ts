import { randomUUID } from "node:crypto";
import type { Database } from "../../../src/server/db/open-database.ts";
import { FILES, type FormPart, formRequest } from "./form.ts";
import { PMB, type TestSchool } from "./test-school.ts";

/** The fixture's assignment has the id of its lesson. */
export const TASK = 108;
/** The lessons before it in the course. */
const BEFORE = [101, 102, 103, 106, 107];

export const photo: FormPart = { name: "files", fileName: "block.jpg", body: FILES.jpeg() };

/** Gives the first file of a hand-in a marked copy: with the same bytes, which nobody has drawn on. */
export const markFirstFile = (database: Pick<Database, "write">, uploadId: number) =>
  database.write(async (db) => {
    const file = await db
      .selectFrom("upload_file")
      .selectAll()
      .where("upload_id", "=", uploadId)
      .where("position", "=", 0)
      .executeTakeFirstOrThrow();
    const marked = { ...file, name: `marked-${file.name}`, drawing: "[]", pins: null };
    return db.insertInto("marked_file").values(marked).execute();
  });

/** Students' and tutors' actions on the fixture's assignment. */
export const handIns = (school: () => TestSchool) => {
  const get = async (token: string, path: string) => (await school().call(path, { token })).json;
  const mine = async (token: string) => (await get(token, "/user/assignments")).assignments;

  /** A student who has reached the assignment. */
  const student = async () => {
    const person = await school().student({ course: PMB });
    for (const lesson of BEFORE) await school().complete(person.token, lesson);
    return person;
  };

  const handIn = (
    token: string,
    { files = [photo], comment = "", id = `${TASK}`, key = randomUUID() as string } = {},
  ) =>
    school().call(
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
    school().call(`/user/assignments/${id}/feedback`, { token, json: said });
  return { get, mine, student, handIn, answer };
};
