import { startFlood } from "./flood.ts";

/** How often it says what it was answered. */
const REPORT_MS = 200;

// Floods the address of its first argument with the paths of the others, until it is killed.
const [address = "", ...paths] = process.argv.slice(2);
const { flood } = startFlood(address, paths);
setInterval(() => {
  const { answered, refused, others } = flood;
  console.log(JSON.stringify({ answered, refused, others: [...others] }));
}, REPORT_MS);
