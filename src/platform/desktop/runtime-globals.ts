const ADDRESS = "/__neutralino_globals.js";

/** A value in the runtime's script: unescaped text in single quotes, or JSON. */
const VALUE = /var (NL_[A-Z]+)=(?:'(.*?)'|(.*?));(?=var NL_|\s*$)/gs;

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Values of the app's configuration are wrapped in this call. It is parsed, not run. */
const WRAPPED = /^JSON\.parse\('(.*)'\)$/s;

/** Parses the variables of the runtime's script. If a name occurs twice, the first value counts. */
export const parseGlobals = (script: string): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [, name = "", quoted, other = ""] of script.matchAll(VALUE)) {
    if (!Object.hasOwn(values, name)) {
      values[name] = quoted ?? json(WRAPPED.exec(other)?.[1] ?? other);
    }
  }
  return values;
};

/**
 * Loads the runtime's variables into `window`. The runtime provides them as a script in which folder
 * names are not escaped: an apostrophe in one would be a syntax error. So the script is parsed and
 * never run.
 * @returns whether there is a runtime. Without one its library would wait forever
 */
export const loadRuntimeGlobals = async (): Promise<boolean> => {
  if (!Array.isArray(window.NL_ARGS)) {
    const response = await fetch(ADDRESS).catch(() => null);
    if (response?.ok) Object.assign(window, parseGlobals(await response.text()));
  }
  return Array.isArray(window.NL_ARGS);
};

/** The key that the library stores the page's token under. */
const TOKEN_KEY = "NL_TOKEN";

/**
 * The page's token, which the runtime gives once. It is stored, as a reloaded page gets none.
 * @returns an empty text if somebody else has asked for it first
 */
export const accessToken = (): string => {
  if (window.NL_TOKEN) sessionStorage.setItem(TOKEN_KEY, window.NL_TOKEN);
  return sessionStorage.getItem(TOKEN_KEY) ?? "";
};
