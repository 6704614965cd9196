import { readFile } from "node:fs/promises";
import path from "node:path";
import { getMimeType } from "hono/utils/mime";
import { directionOf, type Language } from "../../../domain/languages.ts";
import { reply } from "../../http/reply.ts";
import type { App } from "../../http/route.ts";
import { askedLanguage, serverLanguage, serverTexts } from "../../server-texts.ts";
import { ENDING_WORKER } from "./ending-worker.ts";
import type { PreviewState, PreviewStates, StoredSession } from "./preview-student.ts";
import { shownState } from "./preview-words.ts";

const SCRIPT = path.join(import.meta.dirname, "../../../../resources/preview.js");

/** How often a line is sent, so that nothing on the way takes the stream for one that has ended. */
const ALIVE_MS = 20_000;

/** The names of this machine, which nobody can give to another one, with a port. */
const THIS_MACHINE = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::(\d+))?$/i;

/** Whether a page calls the preview by this machine's name and the preview's own port. */
const isOwnHost = (host: string, port: number | undefined): boolean => {
  const [own, named = "80"] = THIS_MACHINE.exec(host) ?? [];
  return own !== undefined && Number(named) === port;
};

const NOT_KEPT = { "Cache-Control": "no-store" };

/** A page for a school whose content could not be read yet. */
const emptyPage = (language: Language): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<title>${serverTexts(language)("preview.name")}</title>
</head>
<body></body>
</html>
`;

/** JSON that can stand in a page: no `<` ends its element. */
const jsonInPage = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The app's page with the preview's script, which runs before the app's own. */
const withPreview = (page: string, about: unknown): string =>
  page.replace(
    "</title>",
    () =>
      `</title>\n<script type="application/json" id="preview">${jsonInPage(about)}</script>\n<script src="/tls/preview.js"></script>`,
  );

interface PreviewRoutesOptions {
  readonly states: PreviewStates;
  readonly session: () => Promise<StoredSession | null>;
  readonly webDir: string;
}

/**
 * Serves the app's page with a script that shows problems and loads the page again when the content has
 * changed. The app itself is as students have it.
 * @returns ends the streams of the open pages, so that the server can close
 */
export const previewRoutes = (app: App, options: PreviewRoutesOptions): (() => void) => {
  const { states, session, webDir } = options;
  const streams = new Set<() => void>();

  const sendScript = async () =>
    reply(await readFile(SCRIPT), 200, { ...NOT_KEPT, "Content-Type": "text/javascript" });

  const sendWorker = () =>
    reply(ENDING_WORKER, 200, { ...NOT_KEPT, "Content-Type": "text/javascript" });

  const openStream = (language: Language): ReadableStream => {
    let close = () => {};
    return new ReadableStream({
      start(controller) {
        const encoder = new TextEncoder();
        const write = (text: string) => controller.enqueue(encoder.encode(text));
        const send = (state: PreviewState) =>
          write(`data: ${JSON.stringify(shownState(state, language))}\n\n`);
        const stop = states.listen(send);
        const alive = setInterval(() => write(":\n\n"), ALIVE_MS);
        close = () => {
          stop();
          clearInterval(alive);
          streams.delete(end);
        };
        const end = () => {
          close();
          controller.close();
        };
        streams.add(end);
        // A page that loses its connection asks again soon.
        write("retry: 1000\n\n");
        send(states.current);
      },
      cancel: () => close(),
    });
  };

  const sendPage = async (language: Language) => {
    const { version, hasContent } = states.current;
    const file = hasContent
      ? await readFile(path.join(webDir, "index.html"), "utf8")
      : emptyPage(language);
    const about = { version, session: hasContent ? await session() : null };
    return reply(withPreview(file, about), 200, { ...NOT_KEPT, "Content-Type": "text/html" });
  };

  // Any site may give its own name the address of this machine, and would read the session in the page.
  app.use("/tls/*", async ({ req, env }, next) => {
    if (isOwnHost(req.header("host") ?? "", env.incoming.socket.localPort)) return next();
    return reply("The preview answers on this machine only.\n", 421, {
      ...NOT_KEPT,
      "Content-Type": "text/plain",
    });
  });
  // Its student comes with the first content that can be read.
  app.get("/", () => reply(null, 302, { Location: "/tls/" }));
  app.get("/tls/preview.js", sendScript);
  app.get("/tls/worker.js", sendWorker);
  app.get("/tls/preview-events", ({ req }) =>
    reply(openStream(serverLanguage(req.query("language") ?? "")), 200, {
      ...NOT_KEPT,
      "Content-Type": "text/event-stream",
    }),
  );
  app.get("/tls/*", ({ req }, next) => {
    if (getMimeType(req.path) !== undefined) return next();
    return sendPage(askedLanguage(req.header("accept-language")));
  });
  return () => {
    for (const end of [...streams]) end();
  };
};
