import { randomUUID } from "node:crypto";
import type { LoadJob, VirtualStudent } from "./job.ts";

/** A call as it is sent. */
export interface Call {
  /** Its name. The app sends one refused call of a path at a time again. */
  path: string;
  request: string;
  /** The status of a good answer. */
  expected: number;
  /** Whether the app sends it again when it was refused. */
  isRepeatable: boolean;
  /** Call once a good answer is there. */
  accepted?: () => void;
}

/** Makes the calls of one student. */
interface CallMaker {
  next(): Call;
}

/** The calls that students repeat. Each student begins at another one. Of 20 calls 8 are writes. */
const ROUND = [
  "today",
  "lesson",
  "session",
  "picture",
  "note",
  "progress",
  "session",
  "skeleton",
  "complete",
  "next lesson",
  "lesson",
  "session",
  "picture",
  "notes",
  "message",
  "messages",
  "table",
  "default table",
  "complete",
  "courses",
] as const;

type Kind = (typeof ROUND)[number];

/** Writes without an `Idempotency-Key`, which the app does not send again. */
const UNKEYED: ReadonlySet<Kind> = new Set(["note", "table"]);

const NOTE =
  "The dart ends 2 cm before the bust point; I shall try it with 3 cm on the next toile.";
const QUESTION =
  "I have moved the waist dart into the side seam. Is the seam still as long as that of the back?";
const BOUNDARY = "----virtual-student";

const part = (name: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const withBody = (start: string, type: string, body: string): string =>
  `${start}Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const withJson = (start: string, body: unknown): string =>
  withBody(start, "application/json", JSON.stringify(body));

/** The header that keeps a write from being done twice when it is sent again. */
const newKey = (): string => `Idempotency-Key: ${randomUUID()}\r\n`;

/** The calls of a student who studies, one after the other. */
class StudentCalls implements CallMaker {
  readonly #job: LoadJob;
  readonly #student: VirtualStudent;
  readonly #host: string;
  /** The ETag of the product's skeleton, which browsers have kept. */
  readonly #etag: string;
  #at: number;
  #completed: number;
  /** The number of calls so far. It makes each note differ from the one before. */
  #count = 0;

  constructor(job: LoadJob, student: VirtualStudent, host: string, etag: string, first: number) {
    this.#job = job;
    this.#student = student;
    this.#host = host;
    this.#etag = etag;
    this.#at = first % ROUND.length;
    this.#completed = student.completed;
  }

  next(): Call {
    const kind = ROUND[this.#at] ?? "courses";
    this.#at = (this.#at + 1) % ROUND.length;
    this.#count += 1;
    const lesson = this.#completed;
    return {
      path: kind,
      request: this.#requestOf(kind),
      expected: kind === "message" ? 201 : kind === "skeleton" ? 304 : 200,
      isRepeatable: !UNKEYED.has(kind),
      // The next lesson is open once this one is completed. The last one is completed again and again.
      ...(kind === "complete" && { accepted: () => this.#complete(lesson) }),
    };
  }

  #complete(lesson: number): void {
    const next = Math.min(lesson + 1, this.#job.lessons.length - 1);
    this.#completed = Math.max(this.#completed, next);
  }

  #requestOf(kind: Kind): string {
    const { product, course } = this.#job;
    const { table } = this.#student;
    const { id, key, packageId, pictures } = this.#lesson;
    switch (kind) {
      case "today":
        return this.#get(`/user/progress/today/${course}?language=en`);
      case "lesson":
        return this.#get(`/products/${product}/lessons/${key}?language=en`);
      case "picture": {
        const title = encodeURIComponent(pictures[this.#count % pictures.length] ?? "");
        return this.#get(`/assets/fetchData?product=${product}&title=${title}`);
      }
      case "progress":
        return this.#get("/user/progress");
      case "skeleton":
        return this.#get(`/products/${product}/skeleton`, `If-None-Match: ${this.#etag}\r\n`);
      case "next lesson":
        return this.#get(`/user/progress/nextLesson/${course}`);
      case "notes":
        return this.#get("/user/notes");
      case "messages":
        return this.#get("/user/messages");
      case "default table":
        return this.#get("/user/measurements/default");
      case "courses":
        return this.#get("/user/courses");
      case "session":
        return this.#put(
          `/user/progress/${id}/session`,
          { lesson_id: id, package_id: packageId },
          newKey(),
        );
      case "complete":
        return this.#put(`/user/progress/${id}/complete`, { package_id: packageId }, newKey());
      case "note":
        return this.#put(`/user/notes/${id}`, { text: `${this.#count}. ${NOTE}` });
      case "table":
        return this.#put(`/user/measurements/${table}`, {
          values: { waist_girth: 60 + (this.#count % 40) },
        });
      case "message":
        return this.#message();
    }
  }

  /** The lesson that comes next for the student. */
  get #lesson() {
    const { lessons } = this.#job;
    const lesson = lessons[this.#completed] ?? lessons[0];
    if (!lesson) throw new Error("The course has no lessons");
    return lesson;
  }

  #start(method: string, path: string): string {
    return (
      `${method} /api${path} HTTP/1.1\r\nHost: ${this.#host}\r\n` +
      `Authorization: Bearer ${this.#student.token}\r\nAccept-Encoding: gzip, deflate, br\r\n`
    );
  }

  #get(path: string, more = ""): string {
    return `${this.#start("GET", path)}${more}\r\n`;
  }

  #put(path: string, body: unknown, more = ""): string {
    return withJson(`${this.#start("PUT", path)}${more}`, body);
  }

  #message(): string {
    const { thread } = this.#student;
    const parts = `${part("thread", String(thread))}${part("body", `${this.#count}. ${QUESTION}`)}`;
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const start = `${this.#start("POST", "/user/messages")}${newKey()}`;
    return withBody(start, type, `${parts}--${BOUNDARY}--\r\n`);
  }
}

/** The password of the students of a storm of sign-ins. */
export const PASSWORD = "thimble and thread";

/** The film of the demo course, and the lesson that shows it. */
const FILM = "dart-turning.webm";
export const FILM_LESSON = "dart-pivot";
/** A player asks for a film in such parts. */
const PART_BYTES = 32_768;
const PARTS = 5;

/** Signs in, as the form sends it. */
const signIn = (host: string, { name }: VirtualStudent): Call => ({
  path: "sign-in",
  request: withJson(`POST /api/user/login HTTP/1.1\r\nHost: ${host}\r\n`, {
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
      ? withJson(`PUT /write HTTP/1.1\r\nHost: ${host}\r\n`, { lesson: turn, seconds: 30 })
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
