import { expect, it } from 'vitest';
import { kindOf, sumOfMappings } from './memory.ts';

it.each([
  ['node\0apps/server/src/main.ts\0', 'node'],
  ['/opt/site/node_modules/.bin/node\0--max-semi-space-size=2\0apps/server/src/main.ts\0', 'node'],
  ['npm start\0', 'npm'],
  ['node\0/usr/bin/npm\0start\0', 'npm'],
  ['postgres: fairground_app fairground [local] idle\0', 'backends'],
  ['postgres: postgres fairground [local] SELECT\0', 'backends'],
  ['postgres: checkpointer \0', 'postgres'],
  ['postgres: io worker 0\0', 'postgres'],
  ['/opt/site/native/bin/postgres\0-D\0/data/postgres\0', 'postgres'],
  ['/bin/sh\0-c\0read -r line\0', 'other'],
])('finds the kind of %j', (commandLine, kind) => {
  expect(kindOf(commandLine)).toBe(kind);
});

const smaps = `00400000-03000000 r-xp 00000000 08:01 12 /usr/bin/node
Size:              45056 kB
Rss:               20000 kB
Pss:               10000 kB
Pss_Dirty:             0 kB
7f0000000000-7f0000100000 rw-p 00000000 00:00 0
Size:               1024 kB
Rss:                 900 kB
Pss:                 800 kB
`;

it('adds up the shares of all mappings', () => {
  expect(sumOfMappings(smaps)).toBe(10_800 * 1024);
});

it('counts the program file whole', () => {
  expect(sumOfMappings(smaps, '/usr/bin/node')).toBe(20_800 * 1024);
});
