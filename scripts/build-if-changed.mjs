// Builds what is named, the web app for a runtime or a build of the desktop app, when its sources
// are newer than the last build.
import { setUp } from "./setup/packages.mjs";
import { giveUp } from "./setup/project.mjs";
import { buildDesktop, buildOnline } from "./setup/web-build.mjs";

const name = process.argv[2];
const build =
  name === "preact" || name === "react"
    ? buildOnline
    : name === "hybrid" || name === "offline"
      ? buildDesktop
      : giveUp("Which build: preact, react, hybrid or offline?");
process.exitCode = build(setUp(), name) ? 0 : 1;
