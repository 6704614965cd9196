/** Opens over the screen. */
export const ABOUT = "/about";
export const CONTENT_IMPORT = "/content-import";
export const MEASUREMENTS = "/measurements";
export const THIS_MACHINE = "/this-machine";
