import { expect, test } from "vitest";
import { downloadAddress } from "../../../src/domain/app-download.ts";

const BASE = "https://school.example/api";

test.each([
  ["/downloads/app.zip?ticket=a", `${BASE}/downloads/app.zip?ticket=a`],
  ["/downloads/old//app.zip", `${BASE}/downloads/old//app.zip`],
  ["https://files.example/app.zip", "https://files.example/app.zip"],
  ["HTTP://files.example/app.zip", "HTTP://files.example/app.zip"],
])("a download may come from %s", (url, address) => {
  expect(downloadAddress(url, BASE)).toBe(address);
});

test.each([
  "javascript:location='https://files.example'",
  "//files.example/app.zip",
  "/\\files.example/app.zip",
  "file:///etc/passwd",
  "downloads/app.zip",
  "",
])("a browser does not open %j", (url) => {
  expect(downloadAddress(url, BASE)).toBeNull();
});
