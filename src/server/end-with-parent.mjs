// Loaded with `--import`, or imported first: ends this process with the one that has started it. A
// process that is killed passes no signal on.

/** How often it looks whether a parent without a channel is still there. */
const LOOK_MS = 250;
/** What is under way may take so long to finish. */
const GRACE_MS = 10_000;

const end = () => {
  setTimeout(() => process.kill(process.pid, "SIGKILL"), GRACE_MS).unref();
  process.kill(process.pid, "SIGTERM");
};

const parent = process.ppid;

const isGone = () => {
  // Elsewhere an orphan gets another parent at once, and the number may be used again.
  if (process.platform !== "win32") return process.ppid !== parent;
  try {
    process.kill(parent, 0);
    return false;
  } catch {
    return true;
  }
};

if (process.channel) {
  process.once("disconnect", end);
  process.channel.unref();
} else {
  const looking = setInterval(() => {
    if (!isGone()) return;
    clearInterval(looking);
    end();
  }, LOOK_MS).unref();
}
