// Loaded into a server with `--import`: ends it with the process that has started it. A process that
// is killed runs no code, but its channel closes.
process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.channel?.unref();
