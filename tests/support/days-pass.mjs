/**
 * A server that imports this (`NODE_OPTIONS=--import=…`) lets a day pass for its clocks at each SIGUSR2.
 * Its timers go on as they are.
 */
const DAY_MS = 86_400_000;

let passed = 0;
const { timeOrigin } = performance;
Object.defineProperty(performance, "timeOrigin", { get: () => timeOrigin + passed });

const now = Date.now;
Date.now = () => now() + passed;

process.on("SIGUSR2", () => {
  passed += DAY_MS;
});
