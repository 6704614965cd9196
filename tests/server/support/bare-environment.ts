/**
 * The environment of a process without the settings of the person who runs the tests: the search
 * path, Node's compile cache, without which each start takes half as long again, and the file for
 * warnings.
 */
export const bareEnvironment = (): Record<string, string | undefined> => {
  const { PATH, NODE_COMPILE_CACHE, NODE_REDIRECT_WARNINGS } = process.env;
  return {
    PATH,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    ...(NODE_REDIRECT_WARNINGS && { NODE_REDIRECT_WARNINGS }),
  };
};
