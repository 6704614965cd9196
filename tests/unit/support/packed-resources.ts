/** Files by path, packed as Neutralino packs an app's resources. */
export const packResources = (files: Readonly<Record<string, string>>): Buffer<ArrayBuffer> => {
  interface Node {
    files: Record<string, Node | { size: number; offset: string }>;
  }
  const root: Node = { files: {} };
  const contents: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const segments = path.split("/");
    const name = segments.pop() ?? "";
    let folder = root;
    for (const segment of segments) {
      folder.files[segment] ??= { files: {} };
      folder = folder.files[segment] as Node;
    }
    const content = Buffer.from(text);
    folder.files[name] = { size: content.length, offset: String(offset) };
    offset += content.length;
    contents.push(content);
  }
  const index = Buffer.from(JSON.stringify(root));
  const padded = Math.ceil(index.length / 4) * 4;
  const head = Buffer.alloc(16 + padded);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(padded + 8, 4);
  head.writeUInt32LE(padded + 4, 8);
  head.writeUInt32LE(index.length, 12);
  index.copy(head, 16);
  return Buffer.concat([head, ...contents]);
};
