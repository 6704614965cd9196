import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";

const TYPES = `<?xml version="1.0"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/>
</Types>`;

const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

const relations = (...each: readonly string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join("")}</Relationships>`;

export const paragraph = (text: string, style = ""): string =>
  `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ""}<w:r><w:t>${text}</w:t></w:r></w:p>`;

export const table = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`;

/** A picture of Word. @param file in `word/media` */
export const picture = (file: "a.png" | "b.emf", description: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${description}"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="${file}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;

export const formula = `<w:p><m:oMath><m:r><m:t>a</m:t></m:r></m:oMath></w:p>`;

/**
 * A Word document.
 * @param body its paragraphs
 * @param media the bytes of `a.png`
 */
export const wordDocument = async (body: string, media = new Uint8Array([1])): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false });
  const add = (name: string, text: string) => zip.add(name, new TextReader(text));
  await add("[Content_Types].xml", TYPES);
  await add(
    "_rels/.rels",
    relations(
      `<Relationship Id="d" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/>`,
    ),
  );
  await add(
    "word/_rels/document.xml.rels",
    relations(
      ...["a.png", "b.emf"].map(
        (file) => `<Relationship Id="${file}" Type="${RELATIONS}/image" Target="media/${file}"/>`,
      ),
    ),
  );
  await add(
    "word/document.xml",
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONS}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
  );
  await zip.add("word/media/a.png", new Uint8ArrayReader(media));
  await zip.add("word/media/b.emf", new Uint8ArrayReader(new Uint8Array([2])));
  return Buffer.from(await zip.close());
};
