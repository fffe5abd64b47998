/** A command that takes long says on stderr how far it is, so that what it prints stays its result. */
const everyMs = 10_000;

/** Says so every ten seconds until the returned function is called: a command that is quick says nothing. */
export const showProgress = (describe: () => string): (() => void) => {
  const startedAt = performance.now();
  const timer = setInterval(() => {
    console.error(`${describe()}, after ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  }, everyMs);
  return () => clearInterval(timer);
};
