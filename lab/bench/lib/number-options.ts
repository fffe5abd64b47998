/** Options of a command that are all numbers, such as `--minutes=3`. */
import { parseArgs } from 'node:util';

/** A number of 0 or more for each name. Anything else, and 0 for the names of `positive`, ends the process with 2. */
export const readNumbers = <Name extends string>(
  command: string,
  defaults: Readonly<Record<Name, number>>,
  positive: readonly NoInfer<Name>[] = [],
): Record<Name, number> => {
  const names = Object.keys(defaults) as Name[];
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string', default: String(defaults[name]) } as const]),
  );
  try {
    const { values } = parseArgs({ options });
    for (const [name, text] of Object.entries(values)) {
      if (!/^\d+(\.\d+)?$/.test(text)) throw new Error(`--${name} must be a number of 0 or more`);
      if (Number(text) === 0 && positive.some((each) => each === name))
        throw new Error(`--${name} must be more than 0`);
    }
    return Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)])) as Record<
      Name,
      number
    >;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(
      `Usage: npm run ${command} -- ${names.map((name) => `[--${name}=${defaults[name]}]`).join(' ')}`,
    );
    process.exit(2);
  }
};
