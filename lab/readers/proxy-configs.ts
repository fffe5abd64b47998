/** Each proxy as its own documentation sets it up, with what docs/operations/proxy.md asks for and nothing else. */
import { readFileSync } from 'node:fs';

export interface Addresses {
  /** Where the proxy listens on loopback. */
  port: number;
  sitePort: number;
  /** For files of its own. */
  folder: string;
}

export interface Proxy {
  name: string;
  program: string;
  debianPackage: string;
  /** What prints its version. */
  versionArgs: readonly string[];
  file: string;
  config(addresses: Addresses): string;
  /** Arguments with which it stays in the foreground. */
  args(addresses: Addresses & { configPath: string }): readonly string[];
}

/** The file that we ship, without its TLS and with this machine's ports: what it does with requests is left alone. */
const shippedNginx = ({ port, sitePort, folder }: Addresses): string => {
  const shipped = readFileSync(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8');
  const servers = shipped.split(/^(?=server \{)/m);
  const site = servers.find((server) => server.includes('location = /ws')) ?? '';
  const own = site
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *(listen \[::\]|ssl_|server_name|access_log|error_log).*\n/gm, '');
  const shared = (servers[0] ?? '').replace('127.0.0.1:3000', `127.0.0.1:${sitePort}`);
  return `daemon off;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 512; }
http {
access_log off;
client_body_temp_path ${folder}/body;
proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/fastcgi;
uwsgi_temp_path ${folder}/uwsgi;
scgi_temp_path ${folder}/scgi;
${shared}${own}}
`;
};

export const proxies: readonly Proxy[] = [
  {
    name: 'nginx (the shipped file)',
    program: 'nginx',
    debianPackage: 'nginx-light',
    versionArgs: ['-v'],
    file: 'nginx.conf',
    config: shippedNginx,
    args: ({ configPath, folder }) => ['-c', configPath, '-p', folder, '-e', 'stderr'],
  },
  {
    name: 'Caddy',
    program: 'caddy',
    debianPackage: 'caddy',
    versionArgs: ['version'],
    file: 'Caddyfile',
    config: ({ port, sitePort }) => `{
	admin off
}
http://127.0.0.1:${port} {
	respond /metrics 404
	reverse_proxy 127.0.0.1:${sitePort}
}
`,
    args: ({ configPath }) => ['run', '--config', configPath, '--adapter', 'caddyfile'],
  },
  {
    name: 'Apache',
    program: 'apache2',
    debianPackage: 'apache2',
    versionArgs: ['-v'],
    file: 'apache.conf',
    config: ({ port, sitePort, folder }) => `ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
Mutex file:${folder} default
ErrorLog ${folder}/error.log
${['mpm_event', 'authz_core', 'headers', 'alias', 'proxy', 'proxy_http']
  .map((module) => `LoadModule ${module}_module /usr/lib/apache2/modules/mod_${module}.so`)
  .join('\n')}
RedirectMatch 404 ^/metrics$
ProxyPreserveHost On
ProxyAddHeaders Off
RequestHeader set X-Forwarded-For expr=%{REMOTE_ADDR}
ProxyPass /ws http://127.0.0.1:${sitePort}/ws upgrade=websocket timeout=120
ProxyPass / http://127.0.0.1:${sitePort}/ retry=0
`,
    args: ({ configPath }) => ['-f', configPath, '-DFOREGROUND'],
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    debianPackage: 'haproxy',
    versionArgs: ['-v'],
    file: 'haproxy.cfg',
    config: ({ port, sitePort }) => `defaults
  mode http
  timeout connect 2s
  timeout client 2m
  timeout server 6s
  timeout tunnel 2m
frontend players
  bind 127.0.0.1:${port}
  http-request deny deny_status 404 if { path /metrics }
  http-request set-header X-Forwarded-For %[src]
  default_backend site
backend site
  server one 127.0.0.1:${sitePort}
`,
    args: ({ configPath }) => ['-db', '-f', configPath],
  },
  {
    name: 'Varnish',
    program: 'varnishd',
    debianPackage: 'varnish',
    versionArgs: ['-V'],
    file: 'site.vcl',
    config: ({ sitePort }) => `vcl 4.1;
backend site { .host = "127.0.0.1"; .port = "${sitePort}"; }
sub vcl_recv {
  if (req.url ~ "^/metrics([?]|$)") { return (synth(404)); }
  set req.http.X-Forwarded-For = client.ip;
  if (req.http.Upgrade ~ "(?i)^websocket$") { return (pipe); }
}
sub vcl_pipe {
  if (req.http.upgrade) { set bereq.http.upgrade = req.http.upgrade; set bereq.http.connection = req.http.connection; }
}
`,
    args: ({ configPath, port, folder }) => [
      '-F',
      '-f',
      configPath,
      '-a',
      `127.0.0.1:${port}`,
      '-n',
      `${folder}/work`,
      '-s',
      'malloc,64m',
      '-j',
      'none',
    ],
  },
  {
    name: 'lighttpd',
    program: 'lighttpd',
    debianPackage: 'lighttpd',
    versionArgs: ['-v'],
    file: 'lighttpd.conf',
    config: ({ port, sitePort, folder }) => `server.modules = ( "mod_access", "mod_setenv", "mod_proxy" )
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.upload-dirs = ( "${folder}" )
server.feature-flags = ( "server.h2proto" => "disable" )
$HTTP["url"] == "/metrics" { url.access-deny = ( "" ) }
$HTTP["url"] != "/metrics" {
  proxy.server = ( "" => (( "host" => "127.0.0.1", "port" => ${sitePort} )) )
  proxy.header = ( "upgrade" => "enable" )
}
`,
    args: ({ configPath }) => ['-D', '-f', configPath],
  },
];
