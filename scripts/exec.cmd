@rem The shell of Linux and macOS has "exec": the program takes the shell's place, so that it gets the
@rem signals that npm hands on, and npm waits for its end. On Windows, where "set" in package.json leads
@rem here, this runs the program. To "sh", that "set" is only a word that it keeps.
@%*
