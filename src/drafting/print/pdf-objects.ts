type Bytes = Uint8Array<ArrayBuffer>;

/** What is used of the platform's streams. Drafting is compiled without the types of browsers. */
interface Platform {
  readonly Blob: new (parts: readonly Bytes[]) => { stream(): { pipeThrough(by: object): object } };
  readonly CompressionStream: new (format: "deflate") => object;
  readonly Response: new (body: object) => { arrayBuffer(): Promise<ArrayBuffer> };
}

/** Compresses bytes as zlib does (RFC 1950). */
const deflate = async (bytes: Bytes): Promise<Bytes> => {
  const { Blob, CompressionStream, Response } = globalThis as unknown as Platform;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** The objects of a PDF file, and the file of them. */

export type Ref = number;

/** One byte a character: all but the comment at the beginning is ASCII. */
const encode = (text: string): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};

/** A text as a string of a PDF: any script, and nothing in it can end the string. */
export const pdfString = (text: string): string => {
  let hex = "FEFF";
  for (let i = 0; i < text.length; i++) {
    hex += text.charCodeAt(i).toString(16).toUpperCase().padStart(4, "0");
  }
  return `<${hex}>`;
};

/** A number as PDF writes it: four decimals, which is a thousandth of a millimetre, and no exponent. */
export const pdfNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new RangeError("A drawing has a point that is not finite.");
  return String(Math.round(value * 1e4) / 1e4 + 0);
};

export interface PdfObjects {
  /** Takes the number of an object that is written later. */
  reserve(): Ref;
  write(ref: Ref, body: string): void;
  add(body: string): Ref;
  addStream(entries: string, bytes: Uint8Array<ArrayBuffer> | string): Promise<Ref>;
  /** The file, with its table of objects. */
  end(root: Ref, info: Ref): Uint8Array<ArrayBuffer>;
}

/** @param isCompressed whether streams are compressed; version control shows changes in what is not */
export const createPdfObjects = (isCompressed: boolean): PdfObjects => {
  const bodies: (readonly (string | Uint8Array<ArrayBuffer>)[])[] = [];
  const reserve = (): Ref => bodies.push([]);
  const write = (ref: Ref, body: string): void => {
    bodies[ref - 1] = [body];
  };
  return {
    reserve,
    write,
    add(body) {
      return bodies.push([body]);
    },
    async addStream(entries, content) {
      const ref = reserve();
      const plain = typeof content === "string" ? encode(content) : content;
      const bytes = isCompressed ? await deflate(plain) : plain;
      const filter = isCompressed ? " /Filter /FlateDecode" : "";
      bodies[ref - 1] = [
        `<< ${entries}${filter} /Length ${bytes.length} >>\nstream\n`,
        bytes,
        "\nendstream",
      ];
      return ref;
    },
    end(root, info) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      let length = 0;
      const push = (part: string | Uint8Array<ArrayBuffer>): void => {
        const bytes = typeof part === "string" ? encode(part) : part;
        parts.push(bytes);
        length += bytes.length;
      };
      // The comment says that the file has bytes beyond ASCII.
      push("%PDF-1.7\n%\u00e4\u00f6\u00fc\u00df\n");
      const offsets = bodies.map((body, i) => {
        const offset = length;
        push(`${i + 1} 0 obj\n`);
        for (const part of body) push(part);
        push("\nendobj\n");
        return offset;
      });
      const table = length;
      const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
      push(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries.join("")}`);
      push(
        `trailer\n<< /Size ${offsets.length + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF`,
      );
      const file = new Uint8Array(length);
      let offset = 0;
      for (const part of parts) {
        file.set(part, offset);
        offset += part.length;
      }
      return file;
    },
  };
};
