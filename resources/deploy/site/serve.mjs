// Serves the page beside it on http://localhost:9000, as a site of its own. A browser takes `localhost`
// and `127.0.0.1` for different sites.
//   node resources/deploy/site/serve.mjs
// SCHOOL is the address of the learning space, PORT another port.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";

const { PORT = "9000", SCHOOL = "http://127.0.0.1:8080" } = process.env;

createServer(async ({ url = "/" }, response) => {
  const name = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
  if (!["index.html", "about.html"].includes(name)) return response.writeHead(404).end();
  const page = await readFile(path.join(import.meta.dirname, name), "utf8");
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(page.replaceAll("http://127.0.0.1:8080", SCHOOL));
}).listen(Number(PORT), "127.0.0.1", () => console.log(`http://localhost:${PORT}/`));
