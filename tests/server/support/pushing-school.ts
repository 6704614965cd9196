import { onTestFinished } from "vitest";
import type { PushNetwork } from "../../../src/server/news/push/post-push.ts";
import { openMailingSchool } from "./news.ts";
import { type PushBrowser, PushService } from "./push-service.ts";
import { openSchool, type TestSchool, type TestSchoolOptions } from "./test-school.ts";

/**
 * A school of one test with a mail server and a push service, and a tutor.
 * @param network changes how the push service is reached
 */
export const openPushingSchool = async (
  open: (options: TestSchoolOptions) => Promise<TestSchool> = openSchool,
  network: (service: PushService) => Partial<PushNetwork> = () => ({}),
) => {
  const service = new PushService();
  await service.start();
  onTestFinished(() => service.stop());
  const opened = await openMailingSchool((options) =>
    open({ ...options, pushNetwork: { ...service.network, ...network(service) } }),
  );
  const { school, talk, waitingWork } = opened;
  const tutor = await opened.tutor();

  const subscribe = (token: string, subscription: unknown) =>
    school.call("/user/push", { method: "PUT", token, json: subscription });

  const addDevice = async (token: string, browser = service.browser()): Promise<PushBrowser> => {
    const { status, text } = await subscribe(token, browser.subscription);
    if (status !== 204) throw new Error(text);
    return browser;
  };

  /** A student with a device, whose work waits. */
  const studentWithDevice = async () => {
    const person = await waitingWork();
    return { ...person, device: await addDevice(person.token) };
  };

  /** Something new for a student. */
  const say = (student: { token: string }, subject: string) => talk(tutor, student, subject);

  const endpoints = async (): Promise<string[]> =>
    (await school.rows("push_device", {}, "created")).map(({ endpoint }) => endpoint);

  return {
    ...opened,
    service,
    tutorToken: tutor.token,
    subscribe,
    addDevice,
    studentWithDevice,
    say,
    endpoints,
  };
};
