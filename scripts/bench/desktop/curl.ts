import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import * as v from "valibot";
import { getTreeList, readFile } from "../../../src/contract/local-files.ts";
import { STUDENT } from "./filled-school.ts";

/** The files of a student's courses, as the school lists them. */
export interface FileList {
  sizes: ReadonlyMap<string, number>;
  /** Number of different files. The app stores identical files once. */
  distinct: number;
  ticket: string;
}

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

export const listFiles = async (school: string): Promise<FileList> => {
  const login = await ask(`${school}/api/user/login`, {}, { ...STUDENT, sessionId: null });
  const { token } = v.parse(v.object({ token: v.string() }), login);
  const answer = await ask(`${school}/api${getTreeList.path}?metas=1&language=en`, {
    authorization: `Bearer ${token}`,
  });
  const { metas, ticket } = v.parse(
    getTreeList.answer as v.GenericSchema<
      unknown,
      {
        metas: Record<string, { size: number | null; checksum: string }>;
        ticket: string | null;
      }
    >,
    answer,
  );
  if (!ticket) throw new Error("The school gives no ticket.");
  const sizes = Object.entries(metas).map(([name, { size }]): [string, number] => [
    name,
    size ?? 0,
  ]);
  const distinct = new Set(Object.values(metas).map(({ checksum }) => checksum)).size;
  return { sizes: new Map(sizes), distinct, ticket };
};

/**
 * Measures how long curl takes to download the same files, twenty in parallel over HTTP/2.
 * @returns milliseconds
 * @throws an Error if a file is missing
 */
export const timeCurl = async (school: string, { sizes, ticket }: FileList): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), "learning-space-curl-"));
  try {
    const lines = [...sizes.keys()].flatMap((name, index) => {
      const query = new URLSearchParams({ path: name, language: "en", ticket });
      return [
        `url = "${school}/api${readFile.path}?${query}"`,
        `output = "${path.join(folder, `${index}.bin`)}"`,
      ];
    });
    const config = path.join(folder, "config");
    writeFileSync(config, lines.join("\n"));
    const words = [
      "--parallel",
      "--parallel-max",
      "20",
      "--http2",
      "-ksSf",
      "--no-progress-meter",
      "-K",
      config,
    ];
    const started = performance.now();
    const [status] = await once(spawn("curl", words, { stdio: "inherit" }), "exit");
    const took = performance.now() - started;
    if (status !== 0) throw new Error(`curl failed with exit code ${status}.`);
    const saved = readdirSync(folder).filter((name) => name.endsWith(".bin"));
    const bytes = saved.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    const wanted = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    if (bytes !== wanted) throw new Error(`curl saved ${bytes} bytes of ${wanted}.`);
    return took;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
