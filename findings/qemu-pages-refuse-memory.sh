#!/usr/bin/env bash
# Versions: qemu-user-static 7.2, and util-linux 2.38.1 with libc6 2.36 for arm64, of Debian 12; 2026-11-29.
# Guess: `qemu-aarch64 -p 16384` is a machine with pages of 16 KiB: a program whose segments are aligned for 64 runs.
# Seen: it runs, and some system calls are refused memory that the program itself reads and writes. glibc's loader uses
# what is left of its last page of 16 KiB, and to the emulator the program's memory ends with a page of 4: capget(2) of
# setpriv is answered "Bad address". With pages of 4 KiB it is not.
# Source: not documented; run.
# Meaning: a failure with -p 16384 is first tried with a system call traced (`-strace`) before it is called one of real
# machines. The embedded database starts without setpriv there, in the second of its ways.
set -euo pipefail
command -v qemu-aarch64-static >/dev/null || { echo 'needs apt-get install qemu-user-static' >&2; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir -p apt/lists/partial apt/archives/partial apt/sources root/usr/bin root/usr/lib
cp /etc/apt/sources.list.d/debian.sources apt/sources/
: > apt/status
# Lists of its own, so that this machine is not told of another architecture.
cat > apt/configuration <<CONFIGURATION
Dir::State "$folder/apt";
Dir::State::status "$folder/apt/status";
Dir::Cache "$folder/apt";
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$folder/apt/sources";
APT::Architecture "arm64";
APT::Architectures "arm64";
APT::Sandbox::User "root";
CONFIGURATION
export APT_CONFIG=$folder/apt/configuration
apt-get -qq update >/dev/null
apt-get -qq download util-linux libc6 libcap-ng0 coreutils libselinux1 libpcre2-8-0 >/dev/null
ln -s usr/lib root/lib
ln -s usr/bin root/bin
for file in *.deb; do dpkg-deb --fsys-tarfile "$file" | tar -x --keep-directory-symlink -C root; done
for size in 4096 16384; do
  answer=$(qemu-aarch64-static -p "$size" -L root root/usr/bin/setpriv --pdeathsig INT /bin/echo runs 2>&1 || true)
  echo "pages of $size: $answer"
done | tee seen.txt
diff seen.txt - <<'SEEN' || { echo 'This has changed.' >&2; exit 1; }
pages of 4096: runs
pages of 16384: setpriv: activate capabilities: Bad address
SEEN
