# The generator's development server.
exec sphinx-autobuild --port "$PORT" . _build/html
