import type { Call, CallMaker } from "./call.ts";
import type { LoadJob, VirtualStudent } from "./job.ts";
import { StudentCalls } from "./student-calls.ts";

/** The password of the students of a storm of sign-ins. */
export const PASSWORD = "thimble and thread";

/** The film of the demo course, and the lesson that shows it. */
const FILM = "dart-turning.webm";
export const FILM_LESSON = "dart-pivot";
/** A player asks for a film in such parts. */
const PART_BYTES = 32_768;
const PARTS = 5;

const withBody = (start: string, body: unknown): string => {
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  return `${start}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${json}`;
};

/** Signs in, as the form sends it. */
const signIn = (host: string, { name }: VirtualStudent): Call => ({
  path: "sign-in",
  request: withBody(`POST /api/user/login HTTP/1.1\r\nHost: ${host}\r\n`, {
    username: name,
    password: PASSWORD,
    sessionId: null,
  }),
  expected: 200,
  // The form waits by itself, and sends it again.
  isRepeatable: true,
});

/** Asks what is new, as an open app does. */
const askUnseen = (host: string, { token }: VirtualStudent): Call => ({
  path: "unseen",
  request:
    `GET /api/user/unseen?language=en HTTP/1.1\r\nHost: ${host}\r\n` +
    `Authorization: Bearer ${token}\r\n\r\n`,
  expected: 200,
  isRepeatable: true,
});

/** Reads the next part of the film. */
const readPart = (
  host: string,
  { product }: LoadJob,
  { token }: VirtualStudent,
  part: number,
): Call => ({
  path: "film",
  request:
    `GET /api/assets/fetchData?product=${product}&title=${FILM} HTTP/1.1\r\nHost: ${host}\r\n` +
    `Authorization: Bearer ${token}\r\n` +
    `Range: bytes=${part * PART_BYTES}-${(part + 1) * PART_BYTES - 1}\r\n\r\n`,
  expected: 206,
  isRepeatable: true,
});

/** Of five calls of the bare route two are writes, as of those of a student. */
const bare = (host: string, turn: number): Call => {
  const isWrite = turn % 5 < 2;
  return {
    path: isWrite ? "write" : "read",
    request: isWrite
      ? withBody(`PUT /write HTTP/1.1\r\nHost: ${host}\r\n`, { lesson: turn, seconds: 30 })
      : `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    expected: 200,
    isRepeatable: true,
  };
};

/** @param number of the student, so that not all of them begin with the same call */
export const callsOf = (
  job: LoadJob,
  student: VirtualStudent,
  number: number,
  { host, etag }: { host: string; etag: string },
): CallMaker => {
  if (job.calls === "study") return new StudentCalls(job, student, host, etag, number);
  let turn = number;
  return {
    next() {
      turn += 1;
      if (job.calls === "bare") return bare(host, turn);
      if (job.calls === "idle") return askUnseen(host, student);
      if (job.calls === "sign-in") return signIn(host, student);
      return readPart(host, job, student, turn % PARTS);
    },
  };
};
