import { expect, onTestFinished, test } from "vitest";
import { OPEN_CONFIG } from "./host-config.ts";
import { prepareApp } from "./prepare-app.ts";
import { connectTo } from "./runtime-client.ts";
import { startHost } from "./start-host.ts";

test("the stand-in alone reports success when its disk is full, and stores only what fits", async () => {
  const options = prepareApp();
  const host = await startHost({ ...options, room: 5 });
  onTestFinished(() => host.close());
  const { call } = await connectTo(host.address);
  const path = `${options.dataHome}/a`;
  const write = (data: string) => call("filesystem.writeFile", { path, data });
  const size = async () =>
    ((await call("filesystem.getStats", { path })).returnValue as { size: number }).size;
  expect(await write("12345678")).toEqual({ success: true });
  expect(await size()).toBe(5);
  expect(await write("123")).toEqual({ success: true });
  expect([await size(), host.disk.room()]).toEqual([3, 2]);
});

test("the stand-in alone exits when one of a page's two connections closes", async () => {
  const host = await startHost({
    ...prepareApp(),
    config: { ...OPEN_CONFIG, tokenSecurity: "none" },
  });
  const [one, other] = [await connectTo(host.address), await connectTo(host.address)];
  one.close();
  await other.closed;
  await expect(fetch(host.address)).rejects.toThrow();
});

test("the stand-in alone answers nothing while a dialog is open", async () => {
  const host = await startHost(prepareApp());
  onTestFinished(() => host.close());
  const { call, answered } = await connectTo(host.address);
  const dialog = call("os.showFolderDialog");
  const path = call("os.getPath", { name: "data" });
  await expect.poll(() => host.calls).toEqual(["os.showFolderDialog"]);
  host.answerDialog("/media/stick");
  expect(await dialog).toEqual({ success: true, returnValue: "/media/stick" });
  await path;
  expect(answered).toEqual(["os.showFolderDialog", "os.getPath"]);
});

test("the stand-in alone stops in the middle of a write when told to, and answers nothing after that", async () => {
  const options = prepareApp();
  const host = await startHost(options);
  const { call, closed, answered } = await connectTo(host.address);
  const path = `${options.dataHome}/a`;
  await call("filesystem.writeFile", { path, data: "old" });
  host.crashAfter(2);
  await call("filesystem.writeFile", { path, data: "new" });
  void call("filesystem.writeFile", { path, data: "the newest" });
  await closed;
  expect(answered).toEqual(["filesystem.writeFile", "filesystem.writeFile"]);
  expect(host.disk.read(path).bytes.toString()).toBe("the n");
});
