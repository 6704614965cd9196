// The files of a process share a page. What one of them leaves there would decide what the next one finds,
// and which one is the next depends on how fast the machine is.
for (const part of [document.head, document.body]) part.replaceChildren();
const page = document.documentElement;
for (const name of page.getAttributeNames()) page.removeAttribute(name);
