/**
 * glibc raises its mmap threshold to the size of the largest freed block, and a password hash uses
 * a block of 19 MiB: after a few sign-ins every thread would keep that much memory. With a fixed
 * threshold such blocks return to the system at once. glibc reads the setting at process start, so
 * the process replaces itself (exec) and keeps its id.
 */
const THRESHOLD = "MALLOC_MMAP_THRESHOLD_";
const ONE_MEBIBYTE = "1048576";

/** Restarts the program on Linux with a fixed malloc threshold. Returns if it is already set. */
export const setMallocThreshold = (): void => {
  const { env, execPath, execArgv, argv, platform } = process;
  if (platform !== "linux" || env[THRESHOLD] !== undefined || !process.execve) return;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], {
    ...env,
    [THRESHOLD]: ONE_MEBIBYTE,
  });
};
