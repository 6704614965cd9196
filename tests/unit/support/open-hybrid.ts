import { putComplete } from "../../../src/contract/progress.ts";
import type { Write } from "../../../src/domain/queue.ts";
import { createHybridSchool } from "../../../src/offline/hybrid-school.ts";
import { createBlobStore } from "../../../src/offline/local-school/blob-store.ts";
import { createTransport } from "../../../src/transport/transport.ts";
import { openContent } from "./content-folder.ts";
import { createSmallSchool } from "./small-school.ts";

/** A student of the small school at a machine with its content. */
export const openHybrid = async ({
  files,
  opened,
  person = 7,
  level = 0,
}: {
  files?: Map<string, Uint8Array<ArrayBuffer>>;
  opened?: Awaited<ReturnType<typeof openContent>>;
  person?: number;
  level?: number;
} = {}) => {
  const there = opened ?? (await openContent(files));
  const { machine, content } = there;
  const small = createSmallSchool();
  const login = await small.fetch("http://school.example/user/login", {
    method: "POST",
    body: JSON.stringify({ username: "dana", password: "secret", sessionId: null }),
  });
  const { token } = await login.json();
  const queued: Write[] = [];
  const hybrid = createHybridSchool({
    content,
    school: createTransport({
      base: "http://school.example",
      token: () => token,
      onUnauthorized: () => undefined,
      onReach: () => undefined,
      fetch: small.fetch,
    }),
    storage: machine.storage,
    now: machine.now,
    files: createBlobStore(machine),
    personId: person,
    organisationId: () => 1,
    level: () => level,
    language: () => "en",
    queued: () => queued,
  });
  const complete = (lessonId: number) =>
    hybrid.send(putComplete, { params: { lessonId }, body: { package_id: 1 } });
  return { ...there, ...hybrid, small, queued, complete };
};

export const value = <Value>(
  answer: { ok: true; value: Value } | { ok: false; failure: unknown },
): Value => {
  if (!answer.ok) throw new Error(JSON.stringify(answer.failure));
  return answer.value;
};
