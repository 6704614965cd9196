import { request } from "node:https";
import * as v from "valibot";
import { getTreeList } from "../../../src/contract/local-files.ts";
import { STUDENT } from "./filled-school.ts";

const ask = (url: string, headers: Record<string, string>, body?: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", ...headers },
        // The certificate is self-signed.
        rejectUnauthorized: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
      },
    );
    asked.on("error", reject);
    asked.end(body && JSON.stringify(body));
  });

/**
 * Counts the different files of a student's courses, as the school lists them. The app stores identical
 * files once.
 */
export const countFiles = async (school: string): Promise<number> => {
  const login = await ask(`${school}/api/user/login`, {}, { ...STUDENT, sessionId: null });
  const { token } = v.parse(v.object({ token: v.string() }), login);
  const answer = await ask(`${school}/api${getTreeList.path}?metas=1&language=en`, {
    authorization: `Bearer ${token}`,
  });
  const { metas } = v.parse(
    getTreeList.answer as v.GenericSchema<unknown, { metas: Record<string, { checksum: string }> }>,
    answer,
  );
  return new Set(Object.values(metas).map(({ checksum }) => checksum)).size;
};
