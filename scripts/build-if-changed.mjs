// Builds the web app for the runtime that is named, when its sources are newer than the last build.
import { buildOnline } from "./setup/online-build.mjs";
import { setUp } from "./setup/packages.mjs";
import { giveUp } from "./setup/project.mjs";

const runtime = process.argv[2];
if (runtime !== "preact" && runtime !== "react") giveUp("Which runtime: preact or react?");
process.exitCode = buildOnline(setUp(), runtime) ? 0 : 1;
