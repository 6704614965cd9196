import type { Kysely } from "kysely";
import type { Tables } from "../db/schema.ts";
import { waitForAll } from "../db/wait-for-all.ts";
import type { VisibleRows } from "./visible-rows.ts";

/** How much waits of what a viewer sees. */
export const deskCounts = async (db: Kysely<Tables>, visible: VisibleRows) => {
  const [handIns, messages] = await waitForAll(
    db
      .selectFrom("upload")
      .innerJoin("assignment", "assignment.lesson_id", "upload.lesson_id")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("state", "=", "uploaded")
      .where("latest", "=", 1)
      .where(visible.handIns())
      .executeTakeFirst(),
    db
      .selectFrom("conversation")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("waiting", "=", 1)
      .where("last_id", ">", 0)
      .where(visible.conversations())
      .executeTakeFirst(),
  );
  return { hand_ins: Number(handIns?.count ?? 0), messages: Number(messages?.count ?? 0) };
};
