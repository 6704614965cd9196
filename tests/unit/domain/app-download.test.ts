import { expect, test } from "vitest";
import { mayDownloadApp } from "../../../src/domain/app-download.ts";
import { downloadAddress } from "../../../src/domain/download-address.ts";

const nobody = {
  level: 0,
  serialNumber: "",
  canDownloadApp: false,
  downloadAvailable: false,
  hasActiveCourse: false,
};

test.each([
  ["an administrator may", { level: 100 }, true],
  ["a manager as such may not", { level: 99 }, false],
  ["somebody with a serial number may", { serialNumber: "0a" }, true],
  ["somebody with the school's leave may", { canDownloadApp: true }, true],
  ["a student with an active course may", { downloadAvailable: true, hasActiveCourse: true }, true],
  ["a student without an active course may not", { downloadAvailable: true }, false],
  ["a student may not where the school does not allow it", { hasActiveCourse: true }, false],
])("%s download the app", (_who, grounds, may) => {
  expect(mayDownloadApp({ ...nobody, ...grounds })).toBe(may);
});

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
  ...["javascript:location='https://files.example'", "file:///etc/passwd", "downloads/app.zip", ""],
  ...["//files.example/app.zip", "/\\files.example/app.zip"],
])("a browser does not open %j", (url) => {
  expect(downloadAddress(url, BASE)).toBeNull();
});
