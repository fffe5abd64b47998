import { expect, it } from 'vitest';
import { splitHosts } from './host-list.ts';

it.each([
  ['postgres://u:p@one/name', ['postgres://u:p@one/name']],
  [
    'postgres://u:p%2C@one,two:5433/name?target_session_attrs=read-write',
    [
      'postgres://u:p%2C@one/name?target_session_attrs=read-write',
      'postgres://u:p%2C@two:5433/name?target_session_attrs=read-write',
    ],
  ],
  [
    'postgresql://[::1]:5432,%2Frun%2Fpg/name',
    ['postgresql://[::1]:5432/name', 'postgresql://%2Frun%2Fpg/name'],
  ],
  ['postgres://localhost/name?host=/run/a,b', ['postgres://localhost/name?host=/run/a,b']],
  ['postgres://u:a,b@one/name', ['postgres://u:a,b@one/name']],
])('reads the hosts of %s', (text, hosts) => {
  expect(splitHosts(text)).toEqual(hosts);
});
