import { beforeAll, describe, expect, test } from "vitest";
import { corporaPresent, naughtyStrings, WITHOUT_CORPORA } from "../support/corpora.ts";
import { handIns } from "../support/hand-ins.ts";
import { openSchool } from "../support/test-school.ts";

/** Several strings in one text, up to the maximum length. */
const together = (strings: readonly string[], longest: number): string[] => {
  const texts = [""];
  for (const string of strings) {
    const last = `${texts.at(-1)}\n${string}`;
    if (last.length <= longest) texts[texts.length - 1] = last;
    else texts.push(string.slice(0, longest));
  }
  return texts;
};

/** Naughty strings in the fields that are not tested elsewhere. */
describe.skipIf(!corporaPresent)(
  `naughty strings${corporaPresent ? "" : ` (${WITHOUT_CORPORA})`}`,
  () => {
    const school = openSchool.shared();
    let strings: string[];
    let tutor: string;
    beforeAll(async () => {
      strings = naughtyStrings();
      tutor = await school.token(await school.add({ level: 10 }));
    });

    test("naughty strings are kept in a hand-in's comment and in the tutor's answer", async () => {
      const { mine, student, handIn, answer } = handIns(() => school);
      const { token, id: studentId } = await student();
      const words = together(strings, 1500).map((text) => text.replaceAll("\r\n", "\n").trim());
      for (const text of words) {
        const sent = await handIn(token, { comment: text });
        expect([sent.status, text]).toEqual([201, text]);
        const [assignment] = await mine(token);
        const upload = assignment.uploads.find(
          ({ feedback }: { feedback: unknown }) => feedback === null,
        );
        expect(upload.comment.trim()).toBe(text);
        await answer(tutor, {
          student_id: studentId,
          upload_id: upload.id,
          state: "returned",
          text,
        });
        const [answered] = await mine(token);
        const same = answered.uploads.find(({ id }: { id: unknown }) => id === upload.id);
        expect(same.feedback.text.trim()).toBe(text);
      }
    });
  },
);
