# The generator's development server.
exec mkdocs serve --dev-addr "localhost:$PORT"
