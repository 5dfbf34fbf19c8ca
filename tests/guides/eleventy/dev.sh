# The generator's development server.
exec node_modules/.bin/eleventy --serve --port="$PORT"
