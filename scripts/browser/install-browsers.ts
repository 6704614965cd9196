// Installs the browsers that are named and missing, where that is possible. It runs beside the tests.
import { findChromium } from "./find-chromium.ts";
import { findFirefox } from "./find-firefox.ts";
import { findWebKit } from "./find-webkit.ts";

const finders = { chromium: findChromium, firefox: findFirefox, webkit: findWebKit };
for (const [name, find] of Object.entries(finders)) {
  if (process.argv.includes(name)) find();
}
