# The development server of a site, which the file `dev.sh` starts on the port PORT: prints its address once it answers,
# and ends when its input ends.
set -eu

PORT=$(node -e 'const server = require("node:net").createServer()
server.listen(0, () => { console.log(server.address().port); server.close() })')
export PORT
sh -e dev.sh > dev.log 2>&1 < /dev/null &
server="$!"
finish() {
    kill "$server" 2> /dev/null || true
    wait
}
trap finish EXIT
trap 'exit 1' INT TERM

url="http://localhost:$PORT/"
tries=0
until node -e 'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "$url"; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { cat dev.log >&2; exit 1; }
    sleep 0.2
done
echo "$url"
cat > /dev/null
