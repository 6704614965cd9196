import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compileMessages } from "../scripts/build/messages-loader.ts";
import { isAll } from "../scripts/test/round.ts";
import { findPostgres } from "./server/support/find-postgres.ts";
import { testLimitMs } from "./support/limits.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the build for Preact replaces, so that components are tested as they ship. */
const preact = {
  alias: [
    { find: /^react\/jsx-(dev-)?runtime$/, replacement: "preact/jsx-runtime" },
    { find: /^react-dom\/test-utils$/, replacement: "preact/test-utils" },
    { find: /^react-dom\/(client|server)$/, replacement: "preact/compat/$1" },
    { find: /^react-dom$/, replacement: "preact/compat" },
    { find: /^react$/, replacement: "preact/compat" },
    // A CommonJS shim, which an alias inside it would not affect.
    { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "preact/compat" },
  ],
  // A package loaded by Node would import React; aliases apply only to modules that Vite serves.
  inline: [/react-intl/, /@formatjs/, /valtio/, /wouter/, /use-sync-external-store/],
};

const MESSAGES = /\/locales\/([a-z]{2})\.json\?([a-z]+)$/;

/** Loads the files of messages as the build does. */
const messages = {
  name: "messages",
  enforce: "pre" as const,
  async load(id: string): Promise<string | undefined> {
    const [, language, file] = MESSAGES.exec(id) ?? [];
    if (!language || !file) return undefined;
    const texts = JSON.parse(await readFile(path.join(root, `locales/${language}.json`), "utf8"));
    return `export default ${JSON.stringify(compileMessages(texts, language, file))}`;
  },
};

/** A warning of a process, such as one about a call that a package will take away, fails its test. */
const setupFiles = ["tests/support/fail-on-warnings.ts", "tests/support/no-niceness.mjs"];

/** Where PostgreSQL cannot be run, this file says so. */
const NO_POSTGRES = "tests/server/no-postgres.test.ts";
/** Tests that need PostgreSQL, whatever they are of. */
const NEED_POSTGRES = "tests/**/*.postgres.test.ts";
/** What runs with `--all` only: it shows a mechanism of the first round in another place. */
const SECOND_ROUND = isAll() ? [] : ["tests/**/*.all.test.{ts,tsx}"];

/**
 * Tests of what runs on Node: Node itself loads them and what they test, as it loads the school, without Vite
 * between. A file in which JSX, styles or a browser's globals are needed is one of the components, or a `*.dom.test.ts`.
 */
const native = {
  environment: "node",
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

/** Tests of a server share a school, and must not depend on their order. */
const onServer = {
  ...native,
  setupFiles,
  sequence: { shuffle: { tests: true } },
};

const server = {
  extends: true as const,
  test: {
    ...onServer,
    name: "server",
    include: ["tests/server/**/*.test.ts"],
    exclude: [NO_POSTGRES, NEED_POSTGRES, ...SECOND_ROUND],
  },
};

/** What may differ there: own SQL, locks, races, types, search, sorting, errors. */
const postgres = {
  extends: true as const,
  test: {
    ...onServer,
    name: "postgres",
    ...((await findPostgres())
      ? {
          include: ["tests/server/both-databases/*.test.ts", NEED_POSTGRES],
          globalSetup: ["tests/server/support/shared-postgres.ts"],
        }
      : { include: [NO_POSTGRES] }),
  },
};

const onNode = (
  name: string,
  settings: { setupFiles?: string[]; globalSetup?: string[] } = {},
) => ({
  extends: true as const,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    exclude: [NEED_POSTGRES, ...SECOND_ROUND],
    ...native,
    ...settings,
  },
});

/** The files of a process share a page. */
const EMPTY_PAGE = ["tests/support/empty-page.ts"];

/** Needs a DOM, which would stay behind for the files that run after it in the same process. */
const WITH_DOM = "tests/unit/**/*.dom.test.ts";

const unit = {
  extends: true as const,
  test: {
    name: "unit",
    include: ["tests/unit/**/*.test.ts"],
    exclude: [WITH_DOM],
    // Rules without a server, which would replace `Response` for the files after it. A process for
    // each file would take longer than the tests.
    ...native,
  },
};

const unitWithDom = {
  extends: true as const,
  test: { name: "unit-dom", include: [WITH_DOM], environment: "happy-dom" },
};

/**
 * Components run on Preact, which the web app ships on. React, which the desktop apps ship on, runs those where
 * the two may differ: events, fields, focus, dialogs, lazy code, foreign changes of the page.
 */
const COMPONENTS = {
  preact: "tests/components/**/*.test.{ts,tsx}",
  react: "tests/components/**/*.{runtime,desktop}.test.tsx",
};

/** What only the desktop apps show runs on React alone, except in the first round, which runs nothing on React. */
const DESKTOP_COMPONENTS = "tests/components/**/*.desktop.test.tsx";

const onRuntime = (runtime: "react" | "preact") => ({
  extends: true as const,
  resolve: runtime === "preact" ? { alias: preact.alias } : {},
  test: {
    name: `components-${runtime}`,
    include: [COMPONENTS[runtime]],
    exclude: runtime === "preact" && isAll() ? [DESKTOP_COMPONENTS] : [...SECOND_ROUND],
    environment: "happy-dom",
    isolate: false,
    setupFiles: EMPTY_PAGE,
    server: runtime === "preact" ? { deps: { inline: preact.inline } } : {},
    provide: { runtime },
  },
});

export default defineConfig({
  root,
  plugins: [messages],
  // As in the web app.
  define: { HAS_PDF: "true" },
  test: {
    projects: [
      unit,
      unitWithDom,
      onNode("adapters", { globalSetup: ["tests/adapters/desktop/shared-browser.ts"] }),
      server,
      postgres,
      onNode("faults", { setupFiles }),
      onNode("hostile", { setupFiles }),
      onRuntime("react"),
      onRuntime("preact"),
    ],
    globalSetup: "tests/support/made-folder.ts",
    allowOnly: false,
    testTimeout: testLimitMs(),
    hookTimeout: testLimitMs(),
    setupFiles: ["tests/support/wait-limits.ts"],
    // A server test waits for the disk during a fifth of its time.
    maxWorkers: 3,
    // The same order in each run, so that no run fails by luck. `--sequence.seed=N` tries another.
    sequence: { seed: 1 },
  },
});

declare module "vitest" {
  interface ProvidedContext {
    /** Which runtime the components run on. */
    runtime: "react" | "preact";
  }
}
