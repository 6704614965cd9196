import { useEffect, useState } from "react";

/**
 * What a function resolves with; it is called again when one of the keys changes.
 * @returns undefined until it is there
 */
export const useAsync = <Value>(
  load: () => Promise<Value>,
  keys: readonly unknown[],
): Value | undefined => {
  const [loaded, setLoaded] = useState<{ readonly value: Value }>();
  useEffect(() => {
    let isCurrent = true;
    setLoaded(undefined);
    void load().then((value) => {
      if (isCurrent) setLoaded({ value });
    });
    return () => {
      isCurrent = false;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say what the function depends on
  }, keys);
  return loaded?.value;
};
