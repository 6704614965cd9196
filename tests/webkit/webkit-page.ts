import { expect } from "playwright/test";
import { By, error as failure, type WebDriver, type WebElement } from "selenium-webdriver";
import { crop } from "../pixels/crop.ts";

/** What a person looks for on a page, and the elements that may be it. */
const ELEMENTS = {
  button: "button",
  heading: "h1",
  link: "a[href]",
  menuitem: "[role=menuitem]",
  textbox: "input:not([type=file]), textarea",
  select: "select",
  file: "input[type=file]",
  status: "[role=status]",
  listitem: "li",
} as const;
export type Role = keyof typeof ELEMENTS;

/** Longer than the network's own limits, so that a failure says what is missing. */
const LIMIT = 20_000;

/** An element that went while it was looked at: the page has changed, and is looked at anew. */
const isGone = (problem: unknown): boolean =>
  problem instanceof failure.StaleElementReferenceError ||
  problem instanceof failure.NoSuchElementError ||
  problem instanceof failure.ElementNotInteractableError ||
  problem instanceof failure.ElementClickInterceptedError;

/** A page in WebKit, used as a person uses it: by what things are and how they are named. */
export class WebKitPage {
  readonly driver: WebDriver;

  constructor(driver: WebDriver) {
    this.driver = driver;
  }

  /** Opens an address. */
  async open(address: string): Promise<void> {
    await this.driver.get(address);
  }

  /** Runs a function in the page, as Playwright does; what it uses must stand in it. */
  run<Result, Args extends unknown[]>(
    work: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.driver.executeScript(`return (${work}).apply(null, arguments)`, ...args);
  }

  /** What is seen of a kind under a name, in the order of the page. */
  all(role: Role, name: string | RegExp = /./): Promise<WebElement[]> {
    // In one call, for there are many elements and each call takes its time.
    return this.run(
      (selector: string, whole: string | null, pattern: string, isFile: boolean) => {
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
        return [...document.querySelectorAll<HTMLElement>(selector)].filter(
          (element) =>
            (isFile || element.checkVisibility({ visibilityProperty: true })) &&
            isNamed(nameOf(element).trim() || textOf(element)),
        ) as unknown as WebElement[];
      },
      ELEMENTS[role],
      typeof name === "string" ? name : null,
      typeof name === "string" ? "" : name.source,
      role === "file",
    );
  }

  /**
   * Does something with an element once it is there, again when it has gone meanwhile.
   * @throws Error when it does not come
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

  /** WebDriver presses where an element was: one that still moves is not hit. */
  async #untilStill(element: WebElement): Promise<void> {
    await this.run(async (moving: WebElement) => {
      const node = moving as unknown as HTMLElement;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      // A picture that has come is not painted yet.
      if (node instanceof HTMLImageElement) await node.decode().catch(() => undefined);
      for (let before = Number.NaN; ; await frame()) {
        node.scrollIntoView({ block: "center", behavior: "instant" });
        const { top } = node.getBoundingClientRect();
        if (top === before || !node.isConnected) return;
        before = top;
      }
    }, element);
  }

  /** Waits until something holds. @throws Error with its name when it does not */
  until(what: string, holds: () => Promise<boolean>, limit = LIMIT): Promise<void> {
    return expect.poll(holds, { message: what, timeout: limit }).toBe(true);
  }

  /** Waits until something is seen. */
  see(role: Role, name: string | RegExp, limit = LIMIT): Promise<void> {
    const there = async () => (await this.all(role, name)).length > 0;
    return this.until(`${role} "${name}"`, there, limit);
  }

  /** Waits until a text stands somewhere on the page. */
  seeText(text: string | RegExp, limit = LIMIT): Promise<void> {
    const there = async () => {
      const all = await this.text();
      return typeof text === "string" ? all.includes(text) : text.test(all);
    };
    return this.until(`the text "${text}"`, there, limit);
  }

  /** What can be read on the page. */
  text(): Promise<string> {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not read
    return this.run(() => document.body.innerText);
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

  /** Chooses one of a list's entries. */
  select(name: string, entry: string): Promise<void> {
    return this.#with("select", name, async (list) => {
      const option = `./option[normalize-space()="${entry}"]`;
      await (await list.findElement(By.xpath(option))).click();
    });
  }

  /** Looks at the first picture that a selector finds, once it has come. @returns a PNG */
  async picture(selector: string): Promise<Uint8Array> {
    await this.until(`the picture ${selector}`, () =>
      this.run((wanted: string) => {
        const picture = document.querySelector<HTMLImageElement>(wanted);
        picture?.scrollIntoView({ block: "center", behavior: "instant" });
        // Those of lessons are fetched by and by.
        return Boolean(picture?.complete && picture.naturalWidth > 0);
      }, selector),
    );
    const picture = await this.driver.findElement(By.css(selector));
    await this.#untilStill(picture);
    const whole = Buffer.from(await this.driver.takeScreenshot(), "base64");
    // An element's own screenshot comes with black edges, or empty.
    return crop(
      whole,
      await this.run((element: WebElement) => {
        const { left, top, right, bottom } = (
          element as unknown as Element
        ).getBoundingClientRect();
        return {
          left,
          top,
          right: Math.min(right, innerWidth),
          bottom: Math.min(bottom, innerHeight),
        };
      }, picture),
    );
  }

  /** Gives a file to a field that takes one. */
  giveFile(name: string, file: string): Promise<void> {
    return this.#with("file", name, (element) => element.sendKeys(file));
  }

  /** Chooses an item of a menu of the header. */
  async choose(menu: string | RegExp, item: string): Promise<void> {
    await this.#with("button", menu, async (button) => {
      if ((await button.getAttribute("aria-expanded")) !== "true") await button.sendKeys("\uE015");
    });
    await this.click("menuitem", item);
  }
}
