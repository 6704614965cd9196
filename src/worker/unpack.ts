/*
 * A pack has many files of the app in one answer, which makes them almost a fifth smaller than one by one:
 * `name`, NUL, `text`, NUL, for each file.
 */

/** Separates names and texts. No script or style sheet contains it. */
export const SEPARATOR = "\0";

/** A file of a pack. */
export interface PackedFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a pack while it arrives.
 * @yields each file as soon as it is complete; one that is cut off is left out
 * @throws the error of the stream where that breaks off
 */
export async function* unpack(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<PackedFile> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split(SEPARATOR);
    while (parts.length > 2) {
      const [name = "", text = ""] = parts.splice(0, 2);
      yield { name, text };
    }
    rest = parts.join(SEPARATOR);
  }
}
