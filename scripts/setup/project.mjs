// Runs before packages are installed, on any version of Node, so it uses built-in modules only.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The project's root folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Prints progress for the person at the terminal. */
export const say = (text) => console.log(`· ${text}`);

/** Exits with a message that says what to do, without a stack trace. */
export const exitWithError = (sentence) => {
  console.error(`\n${sentence}`);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  exitWithError(
    `This needs Node.js 20.19 or newer; this machine has ${process.versions.node}.\n` +
      "Get a newer one from https://nodejs.org and run the command again.",
  );
}

/** The major version of the running Node. */
export const nodeMajor = major;
