/**
 * The environment of a process that is to find none of the settings of whoever runs the tests: the
 * way to programs, and where Node keeps compiled modules, without which each start takes half as
 * long again.
 */
export const bareEnvironment = (): Record<string, string | undefined> => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
};
