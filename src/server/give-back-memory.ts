/**
 * glibc keeps what it has once handed out in blocks smaller than the largest block ever freed, and
 * a password's hash takes one of 19 MiB: after a few sign-ins every thread would hold on to as much.
 * With the threshold set, such blocks go back to the system at once. It is read when a process
 * starts, so this process becomes a new one, with the same id.
 */
const THRESHOLD = "MALLOC_MMAP_THRESHOLD_";
const ONE_MEBIBYTE = "1048576";

/** Starts the running program again, on Linux, with memory given back; returns where it is set. */
export const giveBackMemory = (): void => {
  const { env, execPath, execArgv, argv, platform } = process;
  if (platform !== "linux" || env[THRESHOLD] !== undefined || !process.execve) return;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
    ...env,
    [THRESHOLD]: ONE_MEBIBYTE,
  });
};
