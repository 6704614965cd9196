import { createMemoryFolder } from "../../src/platform/memory/memory-desktop.ts";
import { folderSuite } from "./folder-suite.ts";

folderSuite("memory", createMemoryFolder);
