@rem Scripts of package.json say "exec", so that a shell on Linux and macOS hands signals on. Here is Windows' own.
@%*
