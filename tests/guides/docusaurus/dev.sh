# The generator's development server, which ends when its input ends, unless CI runs it.
export CI=true
exec node_modules/.bin/docusaurus start --no-open --port "$PORT"
