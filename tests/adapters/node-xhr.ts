import { request as ask, type ClientRequest, type IncomingMessage } from "node:http";

type Handler = ((event: { loaded: number; total: number }) => void) | null;
const PIECE_BYTES = 64 * 1024;

/** A browser's XMLHttpRequest for a form, over a real connection of Node. */
export class NodeXhr {
  readonly upload: { onprogress: Handler } = { onprogress: null };
  onprogress: Handler = null;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  status = 0;
  responseText = "";
  #answer: IncomingMessage | null = null;
  #request: ClientRequest | null = null;
  #ended = false;
  #to: [method: string, url: string] = ["GET", ""];
  readonly #headers: Record<string, string> = {};

  open(method: string, url: string): void {
    this.#to = [method, url];
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers[name] = value;
  }

  getAllResponseHeaders(): string {
    const { headers = {} } = this.#answer ?? {};
    return Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
  }

  abort(): void {
    this.#end(this.onabort);
    this.#request?.destroy();
  }

  send(form: FormData): void {
    void this.#send(new Response(form));
  }

  async #send(form: Response): Promise<void> {
    const [method, url] = this.#to;
    const body = Buffer.from(await form.arrayBuffer());
    const headers = {
      ...this.#headers,
      "content-type": form.headers.get("content-type") ?? "",
      "content-length": String(body.length),
    };
    const request = ask(url, { method, headers });
    this.#request = request;
    request.on("error", () => this.#end(this.onerror));
    request.on("response", (answer) => this.#receive(answer));
    for (let from = 0; from < body.length && !this.#ended; from += PIECE_BYTES) {
      const piece = body.subarray(from, from + PIECE_BYTES);
      await new Promise((resolve) => request.write(piece, resolve));
      const loaded = from + piece.length;
      if (!this.#ended) this.upload.onprogress?.({ loaded, total: body.length });
    }
    request.end();
  }

  #receive(answer: IncomingMessage): void {
    this.#answer = answer;
    this.status = answer.statusCode ?? 0;
    answer.setEncoding("utf8");
    answer.on("data", (text: string) => {
      this.responseText += text;
      this.onprogress?.({ loaded: this.responseText.length, total: 0 });
    });
    answer.on("end", () => this.#end(this.onload));
    answer.on("error", () => this.#end(this.onerror));
  }

  #end(handler: (() => void) | null): void {
    if (this.#ended) return;
    this.#ended = true;
    handler?.();
    this.onloadend?.();
  }
}
