import { useEffect, useRef, useState } from "react";

/** How long somebody pauses before the school is asked. */
const PAUSE_MS = 250;

/**
 * What is typed into a search field, and the search that stands in the address a moment later.
 * @param inAddress the present search of the address
 * @param address the whole address: when it changes, what was about to be asked is asked of the new one
 * @param onSearch puts a search into the address
 */
export const useSearchText = (
  inAddress: string,
  address: string,
  onSearch: (search: string) => void,
): [typed: string, type: (search: string) => void] => {
  const [typed, setTyped] = useState(inAddress);
  const asked = useRef(inAddress);
  const present = useRef(onSearch);
  present.current = onSearch;

  // Somebody has gone back.
  useEffect(() => {
    if (inAddress === asked.current) return;
    asked.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: waits again when the address is another
  useEffect(() => {
    const search = typed.trim();
    if (search === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = search;
      present.current(search);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, address]);

  return [typed, setTyped];
};
