import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { rspack } from "@rspack/core";
import { RspackDevServer } from "@rspack/dev-server";
import { ENDING_WORKER } from "../../src/server/content/preview/ending-worker.ts";
import { devBuild } from "../build/dev.ts";
import type { Runtime } from "../build/shared.ts";

const root = path.join(import.meta.dirname, "..", "..");

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

const sendEndingWorker: Middleware = (request, response, next) => {
  if (request.url !== "/tls/worker.js") return next();
  response.setHeader("Content-Type", "text/javascript");
  response.end(ENDING_WORKER);
};

const toApp: Middleware = (request, response, next) => {
  if (request.url !== "/") return next();
  response.statusCode = 302;
  response.setHeader("Location", "/tls/");
  response.end();
};

export interface DevWebOptions {
  runtime: Runtime;
  host: string;
  port: number;
  /** The address of the school's calls. */
  school: string;
}

/** Starts the dev server. Resolves once the app is compiled. @returns a function that stops it */
export const startDevWeb = async ({
  runtime,
  host,
  port,
  school,
}: DevWebOptions): Promise<() => Promise<void>> => {
  const compiler = rspack(devBuild(runtime, process.env));
  const compiled = new Promise<void>((resolve) => {
    compiler.hooks.done.tap("dev", () => resolve());
  });
  const server = new RspackDevServer(
    {
      host,
      port,
      hot: true,
      liveReload: true,
      client: { overlay: { errors: true, warnings: false, runtimeErrors: false }, logging: "warn" },
      static: [
        { directory: path.join(root, "resources/flags"), publicPath: "/tls/flags", watch: false },
      ],
      historyApiFallback: {
        index: "/tls/index.html",
        rewrites: [{ from: /^\/tls\//, to: "/tls/index.html" }],
      },
      proxy: [{ context: ["/api"], target: school, xfwd: true }],
      setupMiddlewares: (middlewares) => [sendEndingWorker, toApp, ...middlewares],
      setupExitSignals: false,
    },
    compiler,
  );
  await Promise.all([server.start(), compiled]);
  return async () => {
    await server.stop();
    await new Promise<void>((resolve) => compiler.close(() => resolve()));
  };
};
