# A WordPress with a few pages of its own, in the folder `wordpress` beside this file: prints its address once it
# answers, and ends when its input ends. Its database is a folder here too, and listens to no network.
set -eu

PATH="$PATH:/usr/sbin"
for program in php mariadbd mariadb-install-db wget; do
    command -v "$program" > /dev/null || missing="$program"
done
[ -f /usr/share/wordpress/wp-load.php ] || missing=WordPress
if [ "${missing:-}" ]; then
    echo "$missing is missing: apt-get install --no-install-recommends" \
        "wordpress wordpress-theme-twentytwentythree mariadb-server-core wget" >&2
    exit 1
fi

running=""
finish() {
    for process in $running; do kill "$process" || true; done
    wait
}
trap finish EXIT
trap 'exit 1' INT TERM

# MariaDB wants it said by whom it is run if that is root.
user="--user=$(id -un)"
mariadb-install-db --no-defaults "$user" --datadir="$PWD/database" --skip-test-db > database.log 2>&1
mariadbd --no-defaults "$user" --datadir="$PWD/database" --socket="$PWD/database.sock" \
    --skip-networking --skip-grant-tables >> database.log 2>&1 < /dev/null &
running="$!"

# What stands there already is the guide's and wp-config.php; Debian's own links to folders of the system.
cp -RL --no-clobber /usr/share/wordpress/. wordpress
port=$(php -r 'echo explode(":", stream_socket_get_name(stream_socket_server("tcp://127.0.0.1:0"), false))[1];')
url="http://127.0.0.1:$port"
php install.php "$url" > install.log
php -S "127.0.0.1:$port" -t wordpress router.php > pages.log 2>&1 < /dev/null &
running="$running $!"
tries=0
until php -r 'exit(@file_get_contents($argv[1]) === false ? 1 : 0);' "$url/"; do
    tries=$((tries + 1))
    [ "$tries" -lt 50 ] || { cat pages.log >&2; exit 1; }
    sleep 0.2
done
echo "$url"
cat > /dev/null
