import { randomUUID } from "node:crypto";
import type { Call, CallMaker } from "./call.ts";
import type { LoadJob, VirtualStudent } from "./job.ts";

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

/** The header that keeps a write from being done twice when it is sent again. */
const newKey = (): string => `Idempotency-Key: ${randomUUID()}\r\n`;

/** The calls of a student who studies, one after the other. */
export class StudentCalls implements CallMaker {
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

  #send(start: string, type: string, body: string): string {
    return (
      `${start}Content-Type: ${type}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
    );
  }

  #put(path: string, body: unknown, more = ""): string {
    const start = `${this.#start("PUT", path)}${more}`;
    return this.#send(start, "application/json", JSON.stringify(body));
  }

  #message(): string {
    const { thread } = this.#student;
    const parts = `${part("thread", String(thread))}${part("body", `${this.#count}. ${QUESTION}`)}`;
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    const start = `${this.#start("POST", "/user/messages")}${newKey()}`;
    return this.#send(start, type, `${parts}--${BOUNDARY}--\r\n`);
  }
}
