/** The password rules, exactly, and hashing in turn. */
import { describe, expect, test } from 'vitest';
import { passwordFault } from './password-policy.ts';
import { createPasswords, PasswordsBusy } from './passwords.ts';

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
    ['Ringmaster_1', 'too_common'],
    ['correct horse battery', null],
  ])('%s: %s', (password, fault) => {
    expect(passwordFault(password, ['ringmaster_1', 'ring@example.org'])).toBe(fault);
  });
});

describe('hashing', () => {
  const passwords = createPasswords({ memoryKib: 64 });

  test('a hash names its costs and opens for its password alone', async () => {
    const phc = await passwords.hash('correct horse');
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=64,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(await passwords.verify('correct horse', phc)).toBe(true);
    expect(await passwords.verify('correct horsf', phc)).toBe(false);
    expect(await passwords.hash('correct horse')).not.toBe(phc);
  });

  test('the costs of new hashes are those we promise', async () => {
    expect(await createPasswords().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('nothing is cut: the last of 128 characters counts', async () => {
    const long = 'a'.repeat(127);
    const phc = await passwords.hash(`${long}b`);
    expect(await passwords.verify(`${long}c`, phc)).toBe(false);
  });

  test('both ways of writing a letter are one password', async () => {
    expect(await passwords.verify('cafe\u0301-noir', await passwords.hash('caf\u00e9-noir'))).toBe(true);
  });

  test('no account, or a hash of another kind, opens for nothing', async () => {
    expect(await passwords.verify('anything', undefined)).toBe(false);
    expect(await passwords.verify('anything', 'not-a-hash')).toBe(false);
  });

  test('a rush waits in turn, and more than may wait is refused', async () => {
    const narrow = createPasswords({ memoryKib: 64, inFlight: 1, maxWaiting: 3 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => narrow.hash('correct horse')));
    expect(results.map((result) => result.status)).toEqual([
      ...Array<string>(4).fill('fulfilled'),
      ...Array<string>(2).fill('rejected'),
    ]);
    expect(results[5]).toMatchObject({ reason: expect.any(PasswordsBusy) as unknown });
    expect(await narrow.hash('correct horse')).toContain('argon2id');
  });
});
