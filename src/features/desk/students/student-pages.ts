import { type DeskStudentPage, getDeskStudent } from "../../../contract/desk-students.ts";
import type { Id } from "../../../contract/wire.ts";
import { createResource } from "../../../core/create-resource.ts";
import { Result } from "../../../lib/result.ts";
import type { Send } from "../../../transport/transport.ts";
import { type DeskFailure, deskFailureOf } from "../desk-failure.ts";

/** Why a student's page is not there. */
export type StudentFailure = DeskFailure | { readonly kind: "not-found" };

const createStudentPage = (send: Send, id: string) =>
  createResource<DeskStudentPage, StudentFailure>({
    async fetch() {
      const answer = await send(getDeskStudent, { params: { id } });
      if (answer.ok) return answer;
      const { failure } = answer;
      const isUnknown = failure.kind === "refused" && failure.code === "student/not_found";
      return Result.fail(isUnknown ? { kind: "not-found" } : deskFailureOf(failure));
    },
  });

/** The students whose pages have been looked at, by their ids. */
export const createStudentPages = (send: Send) => {
  const pages = new Map<string, ReturnType<typeof createStudentPage>>();
  return {
    of(id: Id): ReturnType<typeof createStudentPage> {
      const key = String(id);
      const page = pages.get(key) ?? createStudentPage(send, key);
      pages.set(key, page);
      return page;
    },
  };
};
