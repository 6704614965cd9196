// Runs before anything is installed, on whatever Node the machine has: built-ins alone.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The top folder of the project. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** Tells the person at the terminal what is under way. */
export const say = (text) => console.log(`· ${text}`);

/** Ends the process with a sentence that says what to do, and no stack trace. */
export const giveUp = (sentence) => {
  console.error(`\n${sentence}`);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  giveUp(
    `This needs Node.js 20.19 or newer; this machine has ${process.versions.node}.\n` +
      "Get a newer one from https://nodejs.org and run the command again.",
  );
}

/** The major version of the Node that runs this. */
export const nodeMajor = major;
