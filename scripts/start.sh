#!/bin/sh
# Starts the site, in the place of the shell that runs this: `npm start` does, and services do without npm, which takes
# memory for as long as the site runs.
cd "$(dirname "$0")/.." || exit 1
# The Node that npm installed with the project, where there is one for this platform.
PATH="$PWD/node_modules/.bin:$PATH"
# Compiled code of the last start: the next one takes half of the time.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE:-node_modules/.cache/compile}
# One heap for all threads of Node: they allocate little, and each of their own heaps would keep what it once had.
MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1}
export PATH NODE_COMPILE_CACHE MALLOC_ARENA_MAX
# New objects get 2 MB instead of 16 before they are looked through. After a start, which makes many, the rest would
# stay in use for minutes; it made no bet cheaper.
exec node --require ./scripts/require-node.cjs --max-semi-space-size=2 apps/server/src/main.ts
