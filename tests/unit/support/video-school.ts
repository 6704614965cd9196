import { openTransport } from "./open-transport.ts";

export const BASE = "http://school.example/api";
export const PLACE = { product: "PM", lesson: "pivot", asset: "pivot.webm" };

interface Line {
  start: number;
  end: number;
  text: string;
}

type Sent = { language: string; texts: Line[]; replaces?: string };

const json = (status: number, value: unknown) => Response.json(value, { status });
const refuse = (status: number, code: string) => json(status, { code });

/** A school in this process that has one video, and its captions. */
export const createVideoSchool = ({
  bytes = new Uint8Array(10),
  tickets = true,
  ranges = true,
  forms = undefined as readonly { width: number; size: number }[] | undefined,
} = {}) => {
  const texts = new Map<string, Line[]>();
  const asked: string[] = [];
  const sent: { method: string; body: Sent }[] = [];
  let failing: number | "no network" | null = null;

  const versionOf = (language: string) => JSON.stringify(texts.get(language) ?? []);

  const captions = (method: string, query: URLSearchParams, body: unknown): Response => {
    if (method === "GET") {
      const language = query.get("language") ?? "";
      const given = texts.get(language)?.length ? language : "en";
      const version = versionOf(given);
      return json(200, { texts: texts.get(given) ?? [], version, language: given });
    }
    const written = body as Sent;
    sent.push({ method, body: written });
    if (method === "POST" && texts.get(written.language)?.length) {
      return refuse(409, "video/texts_exist");
    }
    if (method === "PUT" && written.replaces && written.replaces !== versionOf(written.language)) {
      return refuse(409, "video/texts_changed");
    }
    texts.set(written.language, written.texts);
    return json(200, { version: versionOf(written.language) });
  };

  const film = (title: string | null, range: string | null): Response => {
    if (title !== PLACE.asset) return refuse(404, "asset/not_found");
    const type = { "content-type": "video/webm" };
    const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    if (!range || !ranges) return new Response(bytes, { headers: type });
    if (Number(first) >= bytes.length) return refuse(416, "request/invalid");
    const piece = bytes.slice(Number(first), Number(last) + 1);
    return new Response(piece, { status: 206, headers: type });
  };

  const answer = (method: string, url: URL, init: RequestInit): Response => {
    const path = url.pathname.replace("/api", "");
    if (path === "/new-video/texts") {
      return captions(method, url.searchParams, JSON.parse(String(init.body ?? "null")));
    }
    const title = url.searchParams.get("title");
    if (path === "/assets/ticket" && tickets) {
      return title === PLACE.asset
        ? json(200, { ticket: "t-1", forms })
        : refuse(404, "asset/not_found");
    }
    if (path === "/assets/fetchData") return film(title, new Headers(init.headers).get("range"));
    return refuse(404, "server/not_found");
  };

  const transport = openTransport({
    base: BASE,
    fetch: (async (input: string | URL | Request, init: RequestInit = {}) => {
      const url = new URL(String(input));
      const method = (init.method ?? "get").toUpperCase();
      asked.push(`${method} ${url.pathname.replace("/api", "")}`);
      if (failing === "no network") throw new TypeError("no network");
      if (failing !== null) return refuse(failing, "test/failing");
      return answer(method, url, init);
    }) as typeof fetch,
  });

  return {
    transport,
    texts,
    asked,
    sent,
    /** Makes every call fail from now on; null ends that. */
    fail(how: typeof failing) {
      failing = how;
    },
  };
};
