/** Offers a file to the person as a browser download. */
export const saveFile = (file: Blob, name: string): void => {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has read the bytes once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
