# The generator's development server.
exec node_modules/.bin/astro dev --port "$PORT"
