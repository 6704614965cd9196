import { hash } from "node:crypto";
import { publishDraft } from "../../../src/server/content/source/source-work.ts";
import { authorsFolder, exportSourceFiles, importFolder, sourceSchool } from "./content-source.ts";
import { BY_COMMAND } from "./prepare-school.ts";
import { FIXTURE, openSchool, type TestSchool } from "./test-school.ts";

export const deskOf = async (school: TestSchool, level = 20) => {
  const { token, ...person } = await school.signedIn({ level });
  const call = (path: string, method = "GET", json?: unknown, headers = {}) =>
    school.call(`/staff/${path}`, { method, token, json, headers });
  /** Sends the bytes of a file, from a place to another. */
  const part = (bytes: Buffer, at: number, end: number) =>
    school.call(
      `/staff/content/uploads/${hash("sha256", bytes)}?at=${at}&size=${bytes.length}&use=file`,
      { method: "PUT", token, body: bytes.subarray(at, end) },
    );
  /** Sends a file. @returns what names it in other calls */
  const send = async (bytes: Buffer) => {
    await part(bytes, 0, bytes.length);
    return { checksum: hash("sha256", bytes), size: bytes.length };
  };
  const publish = async () => {
    await publishDraft(sourceSchool(school), { actor: BY_COMMAND });
    await school.server.refresh();
  };
  /** The text of a file of the draft; where there is none, as it is published. */
  const textOf = async (name: string) => `${(await exportSourceFiles(school))[name] ?? ""}`;
  /** What was recorded last of the content. */
  const recorded = async () => {
    const { database } = school;
    const columns = ["action", "kind", "subject", "actor"] as const;
    const rows = database.read.selectFrom("audit").select(columns).orderBy("id", "desc");
    return rows.limit(1).executeTakeFirst();
  };
  return { school, person, token, call, part, send, publish, textOf, recorded };
};

export type Desk = Awaited<ReturnType<typeof deskOf>>;

export interface DeskOptions {
  level?: number;
  /** Changes the author's folder before it is imported. */
  change?: (folder: string) => Promise<void>;
  /** A school whose folder no test changes; absent: a new one. */
  at?: TestSchool;
}

/** The desk of a school with its author's folder. */
export const openDesk = async ({ level = 20, change, at }: DeskOptions = {}) => {
  const school = at ?? (await openSchool({ hasFolder: !change }));
  const folder = change ? await authorsFolder() : FIXTURE;
  await change?.(folder);
  if (change) await importFolder(school, folder);
  return { ...(await deskOf(school, level)), folder };
};
