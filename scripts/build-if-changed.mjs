// Builds the web app for a runtime, or the named build of the desktop app, if its sources are newer
// than the last build.
import { setUp } from "./setup/packages.mjs";
import { exitWithError } from "./setup/project.mjs";
import { buildDesktop, buildOnline } from "./setup/web-build.mjs";

const name = process.argv[2];
const build =
  name === "preact" || name === "react"
    ? buildOnline
    : name === "hybrid" || name === "offline"
      ? buildDesktop
      : exitWithError("Name a build: preact, react, hybrid or offline.");
process.exitCode = build(setUp(), name) ? 0 : 1;
