// npm scripts run on the Node 26 that npm installed with the project. Where that
// binary has no build for the platform, the machine's own Node must be new enough.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    `Fairground needs Node 26: npm did not install one for ${process.platform}-${process.arch}, ` +
      `and this machine's own is ${process.version}. Install with "npm ci" alone, as --omit=optional leaves it out; or ` +
      'install Node 26 and try again.',
  );
  process.exit(1);
}
