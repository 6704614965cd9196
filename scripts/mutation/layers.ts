import { globSync } from "node:fs";
import { sep } from "node:path";
import { root } from "../test/run-command.ts";
import type { Project } from "./test-bench.ts";

/** Sources that are mutated, and the tests that should notice. */
export interface Layer {
  sources: readonly string[];
  /** Sources among them that are left out. */
  except?: readonly string[];
  /** The nearest and fastest tests first: a mutant that they kill is done. */
  tests: readonly Tests[];
}

/** Tests of a project of Vitest. */
export interface Tests {
  project: Project;
  /** Parts of the paths of their files; absent: all. */
  files?: readonly string[];
}

const unit = (...folders: string[]): Tests => ({
  project: "unit",
  files: folders.map((folder) => `unit/${folder}/`),
});
/** Unit tests that need a document. */
const unitWithDom = (...folders: string[]): Tests => ({ ...unit(...folders), project: "unit-dom" });
const COMPONENTS: Tests = { project: "components-preact" };

/** Tables of message ids: the compiler and `npm run check` know each id. */
const MESSAGE_TABLES = "**/*messages.ts";

/** The layers whose rules have tests on Node. Screens and adapters are tested in browsers. */
export const layers = {
  domain: {
    sources: ["src/domain/**/*.ts"],
    tests: [unit("domain"), unit("core", "features", "offline", "i18n")],
  },
  core: {
    sources: ["src/core/**/*.ts"],
    except: [MESSAGE_TABLES, "src/core/failure-messages/**", "src/core/use-*.ts"],
    tests: [
      unit("core", "app"),
      unit("features", "offline"),
      unitWithDom("app", "features"),
      COMPONENTS,
    ],
  },
  transport: {
    sources: ["src/transport/**/*.ts"],
    tests: [
      unit("transport"),
      // Forms need an XMLHttpRequest.
      { project: "adapters", files: ["adapters/send-form"] },
      unit("core", "offline"),
    ],
  },
  offline: {
    sources: ["src/offline/**/*.ts"],
    except: [MESSAGE_TABLES],
    // The other tests of faults kill programs, which do not see the mutants.
    tests: [unit("offline"), { project: "faults", files: ["faults/sync"] }],
  },
  features: {
    sources: ["src/features/**/*.ts"],
    except: [
      MESSAGE_TABLES,
      // What a screen is made of: its address, its code, its hooks.
      "**/{route,routes,*-route,public,chunks,*-chunk,load-own-data}.ts",
      "**/use-*.ts",
      // These need a page with a layout: browser tests show them.
      "src/features/window/{context-target,find-in-page,scaled-styles,zoom}.ts",
      "src/features/lessons/zoom/gestures.ts",
      // A drawn body, and the lines on it.
      "src/features/profile/measurements/{body-outline,figure-lines}.ts",
    ],
    tests: [unit("features"), unitWithDom("features")],
  },
  server: {
    sources: [
      "src/server/{environment,fair-queue,passwords}.ts",
      "src/server/content/**/*.ts",
      "src/server/http/{accept-encoding,network-key,parse-id,requested-language,throttle,tickets}.ts",
      "src/server/http/activation/{activation-throttle,registration-form}.ts",
      "src/server/http/downloads/{app-news,release-notes}.ts",
      "src/server/http/files/{byte-range,file-access,file-uses}.ts",
      "src/server/http/limits/{account-limits,gate,write-rate}.ts",
      "src/server/http/local-content/user-menu.ts",
      "src/server/http/progress/{lesson-reference,sent-progress}.ts",
      "src/server/http/session/sign-in-attempts.ts",
      "src/server/http/uploads/multipart.ts",
      "src/server/http/video/find-video.ts",
    ],
    // The other files start programs, which do not see the mutants.
    tests: [
      unit("server"),
      { project: "server", files: ["server/content/", "server/multipart", "server/passwords"] },
      { project: "server", files: ["server/sqlite"] },
    ],
  },
} as const satisfies Record<string, Layer>;

export type LayerName = keyof typeof layers;
export const layerNames = Object.keys(layers) as LayerName[];

/** Files of a layer, relative to the project. */
export const filesOf = (name: LayerName): string[] => {
  const { sources, except = [] }: Layer = layers[name];
  return globSync([...sources], { cwd: root, exclude: [...except] })
    .map((file) => file.split(sep).join("/"))
    .sort();
};
