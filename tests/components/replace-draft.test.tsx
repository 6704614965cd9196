import { expect, test } from "vitest";
import { postMissingFiles, putDraftFiles } from "../../src/contract/staff-content.ts";
import { createUpload } from "../../src/features/courses/upload.ts";
import { UploadView } from "../../src/features/courses/upload-view.tsx";
import { answerTo } from "../answer-to.ts";
import { openSignedIn } from "../unit/support/open-app.ts";
import { getByRole, queryAllByRole, queryByRole } from "./accessible.ts";
import { click } from "./person.ts";
import { act, renderApp, waitUntil } from "./render.tsx";

const PUT = "PUT /staff/content/draft/files";
const DIFFERING = "PM/lessons/new.md";

/** A folder that lacks a lesson of the draft. */
const sendFolder = async () => {
  const { app, school } = await openSignedIn("boss");
  const sent: { replaces: string; changes: string | null }[] = [];
  school.answerWith("POST /staff/content/uploads", answerTo(postMissingFiles, { missing: [] }));
  school.answer(PUT, async ({ req }) => {
    const { replaces, changes } = await req.json();
    sent.push({ replaces, changes });
    const answer = { version: "3.2", differing: changes ? [] : [DIFFERING] };
    return Response.json(answerTo(putDraftFiles, answer));
  });
  const taken: unknown[] = [];
  const upload = createUpload(app.transport.send, (what) => taken.push(what));
  await renderApp(app, <UploadView upload={upload} draft="3.1" />);
  const files = [{ path: "school.yaml", file: new File(["name: a"], "school.yaml") }];
  await act(() => upload.start({ kind: "folder", files }, "3.1"));
  await waitUntil(() => queryByRole("alert"));
  expect(queryAllByRole("listitem").map((item) => item.textContent)).toEqual([DIFFERING]);
  return { sent, taken };
};

test.each([
  ["Keep these changes, add the rest", "merge"],
  ["Replace the draft by mine", "replace"],
])("a folder that lacks changes of the draft is sent again after “%s”", async (button, changes) => {
  const { sent, taken } = await sendFolder();
  await click(getByRole("button", button));
  await waitUntil(() => taken.length > 0);
  expect(sent).toEqual([null, changes].map((each) => ({ replaces: "3.1", changes: each })));
  expect(queryByRole("alert")).toBeNull();
});

test("a folder that lacks changes of the draft can be given up", async () => {
  const { sent } = await sendFolder();
  await click(getByRole("button", "Cancel the upload"));
  expect(queryByRole("alert")).toBeNull();
  expect(sent).toHaveLength(1);
});
