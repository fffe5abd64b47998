/** The password rules and the queue of hashing. */
import { describe, expect, test } from 'vitest';
import { gameFolders } from '@fairground/games';
import { passwordFault } from './password-policy.ts';
import { accept, refuse, type Result } from '@fairground/contract/errors';
import { createPasswords } from './passwords.ts';

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(result.code);
  return result.value;
};

describe('A28: which passwords may be chosen', () => {
  test.each([
    ['Zk4!vmQ', 'too_short'],
    ['Zk4!vmQ9', null],
    ['äöü€ßéñø', null],
    ['🎪🎡🎢🎠🎟🎫🎭', 'too_short'],
    ['🎪🎡🎢🎠🎟🎫🎭🎨', null],
    ['Zk4!vmQ9'.repeat(8), null],
    ['Zk4!vmQ9'.repeat(16), null],
    [`${'Zk4!vmQ9'.repeat(16)}x`, 'too_long'],
    ['password', 'too_common'],
    ['PassWord', 'too_common'],
    ['12345678', 'too_common'],
    ['qwertyuiop', 'too_common'],
    ['ｐａｓｓｗｏｒｄ', 'too_common'],
    ['~~~~~~~~~~~~', 'too_common'],
    ['stuvwxyz', 'too_common'],
    ['Ringmaster_1', 'own_word'],
    ['ringmaster_12', 'own_word'],
    ['Ringmaster7!', 'own_word'],
    ['Fairground1', 'own_word'],
    ['fairground2026', 'own_word'],
    ['Fairground2026!', 'own_word'],
    ['Aviador123', 'own_word'],
    ['loteria2026', 'own_word'],
    ['ruleta123', 'own_word'],
    ['monedas2026', 'own_word'],
    ['suerte2026', 'own_word'],
    ['ganador2026', 'own_word'],
    ['Jugador2026!', 'own_word'],
    ['Navidad2026', 'pattern'],
    ['zxcvbnm,./', 'keyboard_walk'],
    ['asdfghjkl;', 'keyboard_walk'],
    ['P@ssw0rd1', 'pattern'],
    ['P@ssw0rd1!', 'pattern'],
    ['Summer2026!', 'pattern'],
    ['Password2026!', 'pattern'],
    ['!!Monkey23', 'pattern'],
    ['Verano2026!', 'pattern'],
    ['abcabcabcabc', 'pattern'],
    ['A balloon for Pip 7!', null],
    ['correct horse battery', null],
  ])('%s: %s', async (password, fault) => {
    expect(await passwordFault(password, ['ringmaster_1', 'ring@example.org'])).toBe(fault);
  });
});

test.each(gameFolders)('A28: the name of a game is no password: %s', async (folder) => {
  const name = folder.replaceAll('-', '');
  for (const suffix of ['1', '2026', '2026!', '_99']) {
    const written = `${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`;
    // Short ones are common words too.
    const faults = name.length < 8 ? ['own_word', 'too_common', 'pattern', 'too_short'] : ['own_word'];
    expect(faults, written).toContain(await passwordFault(written, []));
  }
});

describe('hashing', () => {
  const passwords = createPasswords({ memoryKib: 64 });

  test('stores the costs in a hash, which verifies only its password', async () => {
    const phc = valueOf(await passwords.hash('correct horse', 'home'));
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwords.verify('correct horse', phc, 'home')).toEqual(accept(true));
    expect(await passwords.verify('correct horsf', phc, 'home')).toEqual(accept(false));
    expect(valueOf(await passwords.hash('correct horse', 'home'))).not.toBe(phc);
  });

  test('uses the documented costs for new hashes', async () => {
    expect(valueOf(await createPasswords().hash('correct horse', 'home'))).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    );
  });

  test('truncates nothing: the last of 128 characters counts', async () => {
    const long = 'a'.repeat(127);
    const phc = valueOf(await passwords.hash(`${long}b`, 'home'));
    expect(await passwords.verify(`${long}c`, phc, 'home')).toEqual(accept(false));
  });

  test('treats composed and decomposed letters as one password', async () => {
    expect(
      await passwords.verify(
        'cafe\u0301-noir',
        valueOf(await passwords.hash('caf\u00e9-noir', 'home')),
        'home',
      ),
    ).toEqual(accept(true));
  });

  test('verifies nothing without an account or with a hash of another kind', async () => {
    expect(await passwords.verify('anything', undefined, 'home')).toEqual(accept(false));
    expect(await passwords.verify('anything', 'not-a-hash', 'home')).toEqual(accept(false));
  });

  test('queues requests in order and refuses them when the queue is full', async () => {
    const narrow = createPasswords({ memoryKib: 64, inFlight: 1, maxWaiting: 3 });
    const results = await Promise.all(Array.from({ length: 6 }, () => narrow.hash('correct horse', 'home')));
    expect(results.map((result) => result.ok)).toEqual([true, true, true, true, false, false]);
    expect(results[5]).toEqual(refuse('unavailable'));
    expect(valueOf(await narrow.hash('correct horse', 'home'))).toContain('argon2id');
  });

  test('A40: delays a caller by at most one hash of each other caller', async () => {
    const narrow = createPasswords({ memoryKib: 64, inFlight: 1 });
    const done: string[] = [];
    const hash = async (caller: string) => {
      await narrow.hash('correct horse', caller);
      done.push(caller);
    };
    await Promise.all([
      ...Array.from({ length: 50 }, () => hash('flood')),
      ...Array.from({ length: 2 }, () => hash('first')),
      hash('second'),
    ]);
    expect(done.slice(0, 6)).toEqual(['flood', 'flood', 'first', 'second', 'flood', 'first']);
    expect(done).toHaveLength(53);
  });

  test('A40: does not let one caller fill the queue', async () => {
    const narrow = createPasswords({ memoryKib: 64, inFlight: 1, maxWaiting: 10, maxWaitingPerCaller: 4 });
    const flood = Promise.all(Array.from({ length: 20 }, () => narrow.hash('correct horse', 'flood')));
    expect(valueOf(await narrow.hash('correct horse', 'home'))).toContain('argon2id');
    const results = await flood;
    expect(results.filter(({ ok }) => ok)).toHaveLength(5);
    expect(results[19]).toEqual(refuse('unavailable'));
  });
});
