#!/usr/bin/python3
"""A window of WebKitGTK that WebKitWebDriver drives: MiniBrowser keeps nothing on disk while it is driven, this one does.

WebKitWebDriver starts it with the folder of its profile as the last argument and asks the context for a view.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[-1]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"),
    base_cache_directory=os.path.join(profile, "cache"),
)
# It deletes what pages store when nobody has touched them for a while; nobody touches these.
manager.set_itp_enabled(False)
context = WebKit2.WebContext.new_with_website_data_manager(manager)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(profile, "cookies.sqlite"), WebKit2.CookiePersistentStorage.SQLITE
)
context.set_automation_allowed(True)

window = Gtk.Window(default_width=1280, default_height=900)
view = None


def create_view(_session):
    """The only view: WebKitWebDriver asks for it once."""
    global view
    if view is None:
        view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
        # Errors of the page are in the output, which a story that fails repeats.
        view.get_settings().set_enable_write_console_messages_to_stdout(True)
        window.add(view)
        window.show_all()
    return view


def automation_started(_context, session):
    """Says who is driven: the driver refuses a browser without a name and version."""
    info = WebKit2.ApplicationInfo()
    info.set_name("OpsStories")
    info.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("automation-started", automation_started)
Gtk.main()
