import { test } from "playwright/test";

test.skip("the app on the runtime itself: none lies in neutralino/bin", () => undefined);
