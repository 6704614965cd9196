import { existsSync } from "node:fs";
import { expect } from "playwright/test";
import { By, error as failure, Origin, type WebDriver, type WebElement } from "selenium-webdriver";
import { crop } from "../pixels/crop.ts";
import { waitLimitMs } from "../support/limits.ts";

/** The roles that tests look for, and their possible elements. */
const ELEMENTS = {
  button: "button",
  heading: "h1",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  textbox: "input:not([type=file], [type=radio], [type=checkbox]), textarea",
  radio: "input[type=radio]",
  checkbox: "input[type=checkbox]",
  slider: "[role=slider]",
  select: "select",
  file: "input[type=file]",
  summary: "summary",
} as const;
type Role = keyof typeof ELEMENTS;

/** An element that was removed meanwhile: the page has changed and is searched again. */
const isGone = (problem: unknown): boolean =>
  problem instanceof failure.StaleElementReferenceError ||
  problem instanceof failure.NoSuchElementError ||
  problem instanceof failure.ElementNotInteractableError ||
  problem instanceof failure.ElementClickInterceptedError;

/** A page in WebKit, or a part of it, used by roles and names. */
export class WebKitPage {
  readonly driver: WebDriver;
  readonly #part: string;

  /** @param part selects the part of the page that is used */
  constructor(driver: WebDriver, part = "html") {
    this.driver = driver;
    this.#part = part;
  }

  /** The part of the page that a selector finds. */
  within(part: string): WebKitPage {
    return new WebKitPage(this.driver, part);
  }

  async open(address: string): Promise<void> {
    await this.driver.get(address);
  }

  async reload(): Promise<void> {
    await this.driver.navigate().refresh();
  }

  /** Runs a function in the page, as Playwright does; it cannot use outer variables. */
  run<Result, Args extends unknown[]>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.driver.executeScript(`return (${work}).apply(null, arguments)`, ...args);
  }

  /** The visible elements of a role and name, in the order of the page. */
  all(role: Role, name: string | RegExp = /./): Promise<WebElement[]> {
    // In one call, since there are many elements and each call takes time.
    return this.run(
      (part: string, selector: string, whole: string | null, pattern: string, isFile: boolean) => {
        const textOf = (node: Element | null) => {
          const copy = node?.cloneNode(true) as Element | undefined;
          for (const silent of copy?.querySelectorAll("[aria-hidden=true]") ?? []) silent.remove();
          return copy?.textContent?.trim() ?? "";
        };
        const nameOf = (element: HTMLElement) =>
          element.getAttribute("aria-label") ??
          (element.getAttribute("aria-labelledby") ?? "")
            .split(" ")
            .map((id) => textOf(document.getElementById(id)))
            .concat([...((element as HTMLInputElement).labels ?? [])].map(textOf))
            .join(" ");
        const isNamed = (given: string) =>
          whole === null ? new RegExp(pattern).test(given) : given === whole;
        const found = document.querySelector(part)?.querySelectorAll<HTMLElement>(selector);
        return [...(found ?? [])].filter(
          (element) =>
            (isFile || element.checkVisibility({ visibilityProperty: true })) &&
            isNamed(nameOf(element).trim() || textOf(element)),
        ) as unknown as WebElement[];
      },
      this.#part,
      ELEMENTS[role],
      typeof name === "string" ? name : null,
      typeof name === "string" ? "" : name.source,
      role === "file",
    );
  }

  /**
   * Does something with an element once it exists, again if it was removed meanwhile.
   * @throws Error if it does not appear
   */
  async #with(
    role: Role,
    name: string | RegExp,
    use: (element: WebElement) => Promise<void>,
  ): Promise<void> {
    await this.until(`${role} "${name}"`, async () => {
      const [element] = await this.all(role, name);
      if (!element) return false;
      try {
        await use(element);
        return true;
      } catch (problem) {
        if (isGone(problem)) return false;
        throw problem;
      }
    });
  }

  /** WebDriver clicks where an element was, so a moving one is missed. */
  async #untilStill(element: WebElement): Promise<void> {
    await this.run(async (moving: WebElement) => {
      const node = moving as unknown as HTMLElement;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // A loaded picture may not be painted yet.
      if (node instanceof HTMLImageElement) await node.decode().catch(() => undefined);
      for (let before = Number.NaN; ; await frame()) {
        node.scrollIntoView({ block: "center", behavior: "instant" });
        const { top } = node.getBoundingClientRect();
        if (top === before || !node.isConnected) return;
        before = top;
      }
    }, element);
  }

  /**
   * Waits until something holds.
   * @param patience how many times longer than usual it may take
   * @throws Error with its name if it does not
   */
  until(what: string, holds: () => Promise<boolean>, patience = 1): Promise<void> {
    // Playwright asks once a second in the end.
    const options = { message: what, timeout: patience * waitLimitMs(), intervals: [100, 250] };
    return expect.poll(holds, options).toBe(true);
  }

  /** Waits until the browser has printed into a file, which takes it several seconds. */
  printed(file: string): Promise<void> {
    return this.until(`the print ${file}`, async () => existsSync(file), 4);
  }

  see(role: Role, name: string | RegExp): Promise<void> {
    const there = async () => (await this.all(role, name)).length > 0;
    return this.until(`${role} "${name}"`, there);
  }

  seeText(text: string | RegExp): Promise<void> {
    const there = async () => {
      const all = await this.text();
      return typeof text === "string" ? all.includes(text) : text.test(all);
    };
    return this.until(`the text "${text}"`, there);
  }

  /** The visible text. */
  text(): Promise<string> {
    return this.run(
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
      (part: string) => document.querySelector<HTMLElement>(part)?.innerText ?? "",
      this.#part,
    );
  }

  click(role: Role, name: string | RegExp): Promise<void> {
    return this.#with(role, name, async (element) => {
      await this.#untilStill(element);
      await element.click();
    });
  }

  fill(name: string, text: string): Promise<void> {
    return this.#with("textbox", name, async (element) => {
      await element.clear();
      await element.sendKeys(text);
    });
  }

  press(role: Role, name: string, key: string): Promise<void> {
    return this.#with(role, name, (element) => element.sendKeys(key));
  }

  /** Drags what the pointer can hold, by pixels. */
  drag(role: Role, name: string | RegExp, x: number, y: number): Promise<void> {
    return this.#with(role, name, async (element) => {
      await this.#untilStill(element);
      // An element of a drawing is no origin for the driver's pointer.
      const middle = await this.run((held: WebElement) => {
        const { left, top, width, height } = (held as unknown as Element).getBoundingClientRect();
        return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      }, element);
      const pointer = this.driver.actions({ async: true }).move(middle);
      // In two steps, as a hand does.
      const half = { origin: Origin.POINTER, x: Math.round(x / 2), y: Math.round(y / 2) };
      await pointer.press().move(half).move(half).release().perform();
    });
  }

  select(name: string, entry: string): Promise<void> {
    return this.#with("select", name, async (list) => {
      const option = `./option[normalize-space()="${entry}"]`;
      await (await list.findElement(By.xpath(option))).click();
    });
  }

  /**
   * Takes a screenshot of the first picture that a selector finds, once it has loaded.
   * @returns a PNG
   */
  async picture(selector: string): Promise<Uint8Array> {
    await this.until(`the picture ${selector}`, () =>
      this.run((wanted: string) => {
        const picture = document.querySelector<HTMLImageElement>(wanted);
        picture?.scrollIntoView({ block: "center", behavior: "instant" });
        // Pictures of lessons are fetched one after another.
        return Boolean(picture?.complete && picture.naturalWidth > 0);
      }, selector),
    );
    const picture = await this.driver.findElement(By.css(selector));
    await this.#untilStill(picture);
    const whole = Buffer.from(await this.driver.takeScreenshot(), "base64");
    // A screenshot of an element has black edges, or is empty.
    const region = await this.run((element: WebElement) => {
      const { left, top, right, bottom } = (element as unknown as Element).getBoundingClientRect();
      return { left, top, right, bottom };
    }, picture);
    return crop(whole, region);
  }

  giveFile(name: string, file: string): Promise<void> {
    return this.#with("file", name, (element) => element.sendKeys(file));
  }

  /**
   * Chooses an item of a menu of the header. A screen that has just been opened takes the focus, which closes
   * the menu again; then it is opened once more.
   */
  choose(menu: string | RegExp, item: string): Promise<void> {
    return this.until(`"${item}" in the menu "${menu}"`, async () => {
      try {
        const [entry] = await this.all("menuitem", item);
        if (entry) {
          await this.#untilStill(entry);
          await entry.click();
          return true;
        }
        const [button] = await this.all("button", menu);
        const isClosed = (await button?.getAttribute("aria-expanded")) === "false";
        if (isClosed) await button?.sendKeys("\uE015");
        return false;
      } catch (problem) {
        if (isGone(problem)) return false;
        throw problem;
      }
    });
  }
}
