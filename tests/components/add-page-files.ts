/** Adds what the build writes into the page: here, a list without files. @returns a function that removes it */
export const addPageFiles = (): (() => void) => {
  const list = document.createElement("script");
  list.id = "files";
  list.type = "application/json";
  list.textContent = JSON.stringify({ files: {} });
  document.head.append(list);
  return () => list.remove();
};
