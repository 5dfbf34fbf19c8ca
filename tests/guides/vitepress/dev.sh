# The generator's development server.
exec node_modules/.bin/vitepress dev --port "$PORT"
