import type { LoaderContext } from "@rspack/core";

/** Lets a module import the others of its group, so that the bundler gives all of them one file. */
export default function importGroup(
  this: LoaderContext<{ modules: string[] }>,
  source: string,
): string {
  const others = this.getOptions().modules.filter((path) => path !== this.resourcePath);
  return [source, ...others.map((path) => `import ${JSON.stringify(path)};`)].join("\n");
}
