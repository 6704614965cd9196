/** What was pasted or dropped. `plain`: the browser inserts it as it is. */
export type TransferContent =
  | { readonly kind: "plain" }
  | { readonly kind: "pictures"; readonly files: readonly File[] }
  | { readonly kind: "markdown"; readonly markdown: Promise<string> };

/** The type that an editor of source code adds: its HTML has the colours of the code. */
const SOURCE_CODE = "vscode-editor-data";

const hasWords = (html: string): boolean =>
  new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() !== "";

/**
 * Decides what was meant by a paste or a drop. Word and Excel add a picture of the text: the text is meant.
 * A picture that was copied has no words beside it, or the names of its files.
 */
export const readTransfer = (data: DataTransfer | null): TransferContent => {
  const files = [...(data?.files ?? [])];
  const plain = data?.getData("text/plain") ?? "";
  const html = data?.getData("text/html") ?? "";
  const names = files.map(({ name }) => name);
  if (html && hasWords(html)) {
    if (data?.types.includes(SOURCE_CODE)) return { kind: "plain" };
    const markdown = import(/* webpackChunkName: "staff-paste" */ "./pasted-html.ts").then(
      ({ pastedMarkdown }) => pastedMarkdown(html) ?? plain,
      // Without its code, the words are still there.
      () => plain,
    );
    return { kind: "markdown", markdown };
  }
  const isNames = plain
    .split(/[\r\n]+/)
    .every((line) => !line.trim() || names.includes(line.trim()));
  return files.length > 0 && (html || isNames) ? { kind: "pictures", files } : { kind: "plain" };
};
