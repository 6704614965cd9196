import { createHash, randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { getCourses } from "../../../src/contract/account.ts";
import {
  getLesson,
  getProducts,
  getSkeleton,
  type SentCourse,
} from "../../../src/contract/content.ts";
import { getOrganisation, type SentOrganisation } from "../../../src/contract/organisation.ts";
import {
  getNextLesson,
  getPreviousLesson,
  getProgress,
  putComplete,
  putSession,
  type SentLessonReference,
} from "../../../src/contract/progress.ts";
import { getSession, login } from "../../../src/contract/session.ts";
import { answerTo } from "../../answer-to.ts";
import { lessonOf, skeleton, userCourses } from "./small-course.ts";

const ORGANISATION: SentOrganisation = {
  ...{ id: 1, name: "Sew", logo: "", email: "", telephone: "", accent: "", footer: { tel: "1" } },
  download_available: false,
};

/** The calls that need no session. */
const OPEN = /^\/(user\/(login|forgot-password)|organizations\/|openid\/)/;

type Login = { username: string; password: string; sessionId: string | null };
type Answer = (context: Context) => Response | Promise<Response>;

/** The people of the school; each one's password is `secret`. */
export interface Person {
  id: number;
  level: number;
  expire: string | null;
  sessionId: string | null;
  completed: Map<number, string>;
}

const refusal = (status: number, code: string) => {
  const headers = { "content-type": "application/problem+json" };
  return Response.json({ type: "about:blank", title: code, status, code }, { status, headers });
};

/** What replaces a school's answers to some calls, such as `GET /products`, or holds them back. */
export const createOverrides = <Reply>() => {
  const instead = new Map<string, Reply>();
  const holds = new Map<string, Promise<void>>();
  return {
    instead,
    holds,
    answer: (call: string, reply: Reply) => void instead.set(call, reply),
    usual: (call: string) => void instead.delete(call),
    /** Holds back answers to a call until the returned function is called. */
    hold(call: string): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      holds.set(call, promise);
      return () => {
        holds.delete(call);
        resolve();
      };
    },
  };
};

/** A school of two people and one product, written from the contract. Its answers can be replaced. */
export const createSmallSchool = () => {
  const people = new Map<string, Person>([
    ["dana", { id: 7, level: 0, expire: null, sessionId: null, completed: new Map() }],
    ["boss", { id: 8, level: 100, expire: null, sessionId: null, completed: new Map() }],
  ]);
  const tokens = new Map<string, string>();
  const requests: { call: string; request: Request; body: unknown }[] = [];
  const { instead, holds, ...overrides } = createOverrides<Answer>();
  const network = { up: true };
  const organisation = { ...ORGANISATION };
  const school = new Hono();

  const personOf = (context: Context): Person => {
    const token = context.req.header("authorization")?.replace("Bearer ", "") ?? "";
    return people.get(tokens.get(token) ?? "") as Person;
  };

  school.use(async (context, next) => {
    const call = `${context.req.method} ${context.req.path}`;
    const isForm = context.req.header("content-type")?.startsWith("multipart/form-data");
    const copy = context.req.raw.clone();
    const text = isForm ? "" : await copy.text();
    const body = isForm ? await copy.formData() : text ? JSON.parse(text) : null;
    requests.push({ call, request: context.req.raw, body });
    await holds.get(call);
    const replaced = instead.get(call);
    if (replaced) return replaced(context);
    if (!OPEN.test(context.req.path) && !personOf(context)) return refusal(401, "session/no_token");
    return next();
  });

  school.post("/user/login", async (context) => {
    const { username, password, sessionId }: Login = await context.req.json();
    const person = people.get(username);
    if (!person || password !== "secret") return refusal(404, "login/user_not_found");
    person.sessionId = sessionId;
    const token = randomUUID();
    tokens.set(token, username);
    const { id, level, expire } = person;
    const user = { id, level, expire, username, firstName: "Dana", lastName: "", email: "" };
    const rest = {
      ...{ registration: "2025-09-01", languages: ["en"], org_id: 1, serialNumber: "" },
      ...{ accepted_policy_personaldata: null, accepted_policy_mediaconsent: null },
      ...{ canDownloadApp: false, signedInElsewhere: false },
      ...{ Organization: organisation, schoolZone: organisation.zone },
    };
    return context.json(answerTo(login, { user: { ...user, ...rest, sessionId }, token }));
  });
  school.get("/user/get-session", (context) => {
    const { sessionId } = personOf(context);
    const t = context.req.query("t") ?? "";
    if (sessionId === null) return context.json(answerTo(getSession, { t, sessionId }));
    const proof = createHash("sha256").update(`${t}\n${sessionId}`);
    return context.json(answerTo(getSession, { t: proof.digest("hex"), sessionId }));
  });
  school.post("/user/logout", (context) => {
    tokens.delete(context.req.header("authorization")?.replace("Bearer ", "") ?? "");
    return context.body(null, 204);
  });
  school.post("/user/forgot-password", (context) => context.json({}));
  school.post("/user/change-password", async (context) => {
    const { current_password, new_password } = await context.req.json();
    if (current_password !== "secret") return refusal(403, "password/wrong_password");
    return new_password.length < 8 ? refusal(422, "request/invalid") : context.json({});
  });

  school.get("/products", (context) =>
    context.json(
      answerTo(getProducts, { cds: [{ id: 1, cd: "PM", title: "Patterns", translations: [] }] }),
    ),
  );
  school.get("/user/courses", (context) =>
    context.json(answerTo(getCourses, { courses: userCourses })),
  );
  school.get("/products/:product/skeleton", (context) =>
    context.req.param("product").toUpperCase() === "PM"
      ? context.json(answerTo(getSkeleton, { product: skeleton }))
      : refusal(404, "product/not_found"),
  );
  school.get("/products/:product/lessons/:lesson", (context) => {
    const lesson = lessonOf(context.req.param("lesson"));
    return lesson
      ? context.json(answerTo(getLesson, { lesson }))
      : refusal(404, "lesson/not_found");
  });

  const order = skeleton.courses.PMB.lessonsOrder;
  const reference = (lesson: SentCourse["lessonsOrder"][number]): SentLessonReference => ({
    ...{ ...lesson, key: String(lesson.id), title: {}, menu: null, completed: false },
  });
  school.get("/user/progress", (context) =>
    context.json(
      answerTo(getProgress, {
        progress: [...personOf(context).completed].map(([lesson_id, completed]) => ({
          ...{ lesson_id, package_id: 1, course_id: 10, opened: null, completed, seconds: 0 },
        })),
      }),
    ),
  );
  school.get("/user/progress/previousLesson/:course", (context) => {
    const { completed } = personOf(context);
    const done = order.filter(({ id }) => completed.has(id));
    return context.json(answerTo(getPreviousLesson, done.slice(-1).map(reference)));
  });
  school.get("/user/progress/nextLesson/:course", (context) => {
    const { completed } = personOf(context);
    const left = order.filter(({ id }) => !completed.has(id));
    return context.json(answerTo(getNextLesson, left.slice(0, 1).map(reference)));
  });
  school.put("/user/progress/:lesson/session", (context) =>
    context.json(answerTo(putSession, { progress: null })),
  );
  school.put("/user/progress/:lesson/complete", (context) => {
    personOf(context).completed.set(Number(context.req.param("lesson")), "2026-03-02");
    return context.json(answerTo(putComplete, { progress: null }));
  });

  const bytes = (context: Context) => {
    const title = context.req.query("title");
    if (title === "absent.svg") return refusal(404, "asset/not_found");
    return context.body(title === "empty.svg" ? "" : `<svg>${title}</svg>`, 200, {
      "content-type": "image/svg+xml",
    });
  };
  school.get("/assets/fetchData", bytes);
  school.get("/menu/icons", bytes);
  school.get("/organizations/:id", (context) =>
    context.req.param("id") === "1"
      ? context.json(answerTo(getOrganisation, { organization: organisation }))
      : refusal(404, "organisation/not_found"),
  );

  const of = (call: string) => requests.filter((made) => made.call === call);
  return {
    people,
    /** Its name, zone and so on, which can be changed. */
    organisation,
    requests,
    refusal,
    network,
    /** Revokes every token, as a change of password does. */
    endTokens: () => tokens.clear(),
    ...overrides,
    answerWith: (call: string, value: unknown) =>
      overrides.answer(call, () => Response.json(value)),
    /** Answers with the first page of a list, and with the next one where it is asked for. */
    answerPages: (call: string, first: object, next: object) =>
      overrides.answer(call, ({ req }) => Response.json(req.query("before") ? next : first)),
    bodies: (call: string) => of(call).map(({ body }) => body),
    searches: (call: string) => of(call).map(({ request }) => new URL(request.url).search),
    keysOf: (call: string) => of(call).map(({ request }) => request.headers.get("idempotency-key")),
    count: (call: string) => of(call).length,
    fetch: (async (input: RequestInfo | URL, init?: RequestInit) => {
      if (!network.up) throw new TypeError("Failed to fetch");
      const answer = await school.request(new Request(input, init));
      if (!network.up) throw new TypeError("Failed to fetch");
      return answer;
    }) as typeof fetch,
  };
};

export type SmallSchool = ReturnType<typeof createSmallSchool>;
