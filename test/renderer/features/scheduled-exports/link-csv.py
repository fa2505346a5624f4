"""Links a sheet of LibreOffice to a CSV file, puts another file in its place, refreshes, and prints what it saw as JSON."""

import json
import os
import subprocess
import sys
import time

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.sheet.SheetLinkMode import NORMAL

office, profile, source, following = sys.argv[1:5]
pipe = "pipe,name=cuadra-%d;urp" % os.getpid()
address = uno.systemPathToFileUrl
# Commas, quotes, UTF-8, from the first line; the first column is text, however many digits it has; English figures.
options = "44,34,76,1,1/2,1033,false,false"

running = subprocess.Popen(
    [office, "-env:UserInstallation=" + address(profile), "--headless", "--norestore", "--accept=" + pipe],
    stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL,
)
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstance("com.sun.star.bridge.UnoUrlResolver")
while True:
    try:
        context = resolver.resolve("uno:" + pipe + ";StarOffice.ComponentContext")
        break
    except NoConnectException:
        if running.poll() is not None:
            sys.exit("LibreOffice ended.")
        time.sleep(0.1)

desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
hidden = PropertyValue()
hidden.Name, hidden.Value = "Hidden", True
document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
sheet = document.Sheets.getByIndex(0)
sheet.link(address(source), "", "Text - txt - csv (StarCalc)", options, NORMAL)


def cells():
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)
    end = cursor.RangeAddress
    return sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow).getDataArray()


first = cells()
os.replace(following, source)
document.SheetLinks.getByIndex(0).refresh()
print(json.dumps([first, cells()]))
document.close(True)
desktop.terminate()
running.wait(30)
