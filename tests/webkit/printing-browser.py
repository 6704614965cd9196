#!/usr/bin/python3
"""A browser for WebKitWebDriver that prints to a folder.

WebKitGTK's driver has no printing of its own, a view under automation ignores `window.print()`, and
MiniBrowser asks a person for the printer. Here `window.print()` writes a PDF into the folder
PRINT_FOLDER, without a dialog: `1.pdf`, then `2.pdf`. A file with that name is complete. Its pages
are A4.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

MAX_TRIES = 5
RETRY_MS = 500
PRINT = "window.print = () => void webkit.messageHandlers.print.postMessage(null);"

folder = os.environ["PRINT_FOLDER"]
operations = []


def write_pdf(view):
    complete = os.path.join(folder, f"{len(operations) + 1}.pdf")
    part = f"{complete}.part"
    settings = Gtk.PrintSettings()
    settings.set_printer("Print to File")
    settings.set("output-uri", f"file://{part}")
    settings.set("output-file-format", "pdf")
    size = Gtk.PaperSize.new("iso_a4")
    settings.set_paper_size(size)
    setup = Gtk.PageSetup()
    setup.set_paper_size_and_default_margins(size)
    operation = WebKit2.PrintOperation.new(view)
    operation.set_print_settings(settings)
    operation.set_page_setup(setup)
    # Kept, or it would end with this function.
    operations.append(operation)
    tries = 0

    def start():
        nonlocal tries
        tries += 1
        operation.print_()

    def finish(_operation):
        if os.path.exists(part):
            os.rename(part, complete)
        elif tries < MAX_TRIES:
            # On a loaded machine GTK may not have found its own printer for files yet.
            GLib.timeout_add(RETRY_MS, start)

    operation.connect("finished", finish)
    start()


def open_view(_session):
    content = WebKit2.UserContentManager()
    content.register_script_message_handler("print")
    content.connect("script-message-received::print", lambda *_: write_pdf(view))
    content.add_script(
        WebKit2.UserScript.new(
            PRINT,
            WebKit2.UserContentInjectedFrames.TOP_FRAME,
            WebKit2.UserScriptInjectionTime.START,
            None,
            None,
        )
    )
    view = WebKit2.WebView(
        web_context=context, user_content_manager=content, is_controlled_by_automation=True
    )
    window = Gtk.Window(default_width=1000, default_height=900)
    # The desktop app's runtime does this in its window.
    found, colour = window.get_style_context().lookup_color("theme_bg_color")
    if found:
        view.set_background_color(colour)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _view: window.destroy())
    return view


def automate(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("PrintingBrowser")
    session.set_application_info(info)
    session.connect("create-web-view", open_view)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.connect("automation-started", automate)
Gtk.main()
