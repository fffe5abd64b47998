/**
 * `npm run release -- [FOLDER]`: the committed sources as a tarball, their software bill of materials (CycloneDX, of
 * what the site runs), and SHA-256 sums of both. The same commit gives the same tarball.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';

const folder = resolve(process.argv[2] ?? 'dist/release');
const run = (command: string, ...args: string[]): Buffer =>
  execFileSync(command, args, { maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'inherit'] });

if (run('git', 'status', '--porcelain').length > 0) {
  console.error('There are uncommitted changes: a release is made from a commit.');
  process.exit(1);
}
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  name: string;
  version: string;
};
const release = `${name}-${version}`;
const sources = gzipSync(run('git', 'archive', '--format=tar', `--prefix=${release}/`, 'HEAD'), { level: 9 });
const materials = run('npm', 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--omit=dev');

mkdirSync(folder, { recursive: true });
const files = { [`${release}.tar.gz`]: sources, [`${release}.cdx.json`]: materials };
const sums = Object.entries(files).map(([file, content]) => {
  writeFileSync(join(folder, file), content);
  return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
});
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
console.log(`${folder}: ${Object.keys(files).join(', ')}, SHA256SUMS`);
