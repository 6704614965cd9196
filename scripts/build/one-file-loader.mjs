/**
 * Lets a module import the others of its group, so that the bundler gives all of them one file.
 * @this {import("@rspack/core").LoaderContext<{ modules: string[] }>}
 * @param {string} source
 */
export default function importGroup(source) {
  const others = this.getOptions().modules.filter((path) => path !== this.resourcePath);
  return [source, ...others.map((path) => `import ${JSON.stringify(path)};`)].join("\n");
}
