/**
 * glibc raises its mmap threshold to the size of the largest freed block, and a password hash uses
 * a block of 19 MiB: after a few sign-ins every thread would keep that much memory. With a fixed
 * threshold such blocks return to the system at once.
 */
const THRESHOLD = "MALLOC_MMAP_THRESHOLD_";
const ONE_MEBIBYTE = "1048576";

/**
 * V8 collects garbage when the heap has grown to several times what is in use. With these it does so
 * earlier: ten thousand students take 330 MB in place of 410, for a tenth more processor time.
 */
const V8_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=20"];

/**
 * Restarts the program on Linux with settings for less memory. They are read at the start of a process,
 * so the process replaces itself (exec) and keeps its id. Returns if they are already set.
 */
export const restartWithLessMemory = (): void => {
  const { env, execPath, execArgv, argv, platform } = process;
  if (platform !== "linux" || env[THRESHOLD] !== undefined || !process.execve) return;
  process.execve(execPath, [execPath, ...V8_FLAGS, ...execArgv, ...argv.slice(1)], {
    ...env,
    [THRESHOLD]: ONE_MEBIBYTE,
  });
};
