/** What a start does not load: parts that most sites never use, or that cost more than they are worth. */
import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const site = new URL('serve.ts', import.meta.url).href;
const program = `
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
  await import(${JSON.stringify(site)});
  console.log(JSON.stringify([...loaded, ...process.moduleLoadList]));
  process.exit();
`;

it('a start loads no client for fetch, mail, passkeys or Valkey', () => {
  const args = ['--input-type=module', '--eval', program];
  const loaded = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as string[];
  const named = (pattern: RegExp): string[] => loaded.filter((name) => pattern.test(name));
  expect(named(/\/site\/core\.ts$/)).toHaveLength(1);
  expect(named(/deps\/undici\/undici|node_modules\/(nodemailer|@simplewebauthn\/server|@redis)\//)).toEqual(
    [],
  );
});
