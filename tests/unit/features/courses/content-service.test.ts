import { expect, test } from "vitest";
import { postDraftCheck } from "../../../../src/contract/staff-content.ts";
import { createContentService } from "../../../../src/features/courses/content-service.ts";
import { answerTo } from "../../../answer-to.ts";
import { openSignedIn } from "../../support/open-app.ts";

const CONTENT = "GET /staff/content";
const CHECK = "POST /staff/content/draft/check";

test("nothing is ordered between the unpacking of content and its check", async () => {
  const { school, app } = await openSignedIn("boss");
  const draft = { id: 2, version: "2", changed: null, actor: "person", by: "boss", files: 1 };
  const answer = {
    ...{ languages: ["en"], products: [], versions: [], photos: null },
    draft: { ...draft, bytes: 1, outdated: false, checked: null },
    ...{ job: { id: 7, kind: "content-unpack" }, kept_pictures: [], kept_count: 0 },
  };
  school.answerWith(CONTENT, answer);
  school.answerWith(CHECK, answerTo(postDraftCheck, { job: 8 }));
  const service = createContentService(app);
  await service.content.refresh();
  const release = school.hold(CONTENT);
  const ended = service.ended({ id: 7, kind: "content-unpack" }, true);
  await service.exportZip(2);
  expect(school.count("POST /staff/content/versions/2/export")).toBe(0);
  release();
  await ended;
  expect(school.count(CHECK)).toBe(1);
  expect(service.state.work).toEqual({ id: 8, kind: "content-check" });
});
