/** The browser's storage; in a frame of another site Firefox may allow that of the tab alone. */
export const storageArea = (): Storage => {
  try {
    return localStorage;
  } catch {
    return sessionStorage;
  }
};
