const ADDRESS = "/__neutralino_globals.js";

/** A text in single quotes, just as it is; anything else is JSON. */
const VALUE = /var (NL_[A-Z]+)=(?:'(.*?)'|(.*?));(?=var NL_|\s*$)/gs;

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What the app's configuration adds is wrapped in a call, which is not run either. */
const WRAPPED = /^JSON\.parse\('(.*)'\)$/s;

/** What stands in the runtime's script, by name; of a name that stands there twice the first. */
export const readGlobals = (script: string): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [, name = "", quoted, other = ""] of script.matchAll(VALUE)) {
    if (!Object.hasOwn(values, name)) {
      values[name] = quoted ?? json(WRAPPED.exec(other)?.[1] ?? other);
    }
  }
  return values;
};

/**
 * Takes in what the runtime tells its page. It tells it as a script, with the names of folders in it
 * as they are: an apostrophe in one would break it, and with it the app. So it is read, and never run.
 * @returns whether there is a runtime; without one its library would wait for ever
 */
export const takeGlobals = async (): Promise<boolean> => {
  if (!Array.isArray(window.NL_ARGS)) {
    const response = await fetch(ADDRESS).catch(() => null);
    if (response?.ok) Object.assign(window, readGlobals(await response.text()));
  }
  return Array.isArray(window.NL_ARGS);
};
