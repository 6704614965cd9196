// Installs the browsers that are named and missing, where that is possible. It runs beside the tests.
import { findChromium, findFirefox, findWebKit } from "./find-browsers.ts";

const finders = { chromium: findChromium, firefox: findFirefox, webkit: findWebKit };
for (const [name, find] of Object.entries(finders)) {
  if (process.argv.includes(name)) find();
}
