import { putComplete } from "../../../src/contract/progress.ts";
import type { Write } from "../../../src/domain/queue.ts";
import { createHybridSchool } from "../../../src/offline/hybrid-school.ts";
import { createBlobStore } from "../../../src/offline/local-school/attachment-cache.ts";
import { contentFolder, openContent } from "./content-folder.ts";
import { openTransport } from "./open-transport.ts";
import { createSmallSchool } from "./small-school.ts";

/** A student of the small school at a machine with its content. */
export const openHybrid = async ({ files = contentFolder(), level = 0 } = {}) => {
  const opened = await openContent(files);
  const { machine, content } = opened;
  const small = createSmallSchool();
  const login = await small.fetch("http://school.example/user/login", {
    method: "POST",
    body: JSON.stringify({ username: "dana", password: "secret", sessionId: null }),
  });
  const { token } = await login.json();
  const queued: Write[] = [];
  const hybrid = createHybridSchool({
    content,
    school: openTransport({ token: () => token, fetch: small.fetch }),
    storage: machine.storage,
    now: machine.now,
    files: createBlobStore(machine),
    personId: 7,
    organisationId: () => 1,
    level: () => level,
    language: () => "en",
    queued: () => queued,
  });
  const complete = (lessonId: number) =>
    hybrid.send(putComplete, { params: { lessonId }, body: { package_id: 1 } });
  return { ...opened, ...hybrid, small, queued, complete };
};
