/**
 * How many draws the simulations of games make. At 100,000 they find deviations three times as large as a million would
 * (the root of ten), which `lab/longer.nightly.test.ts` makes.
 */
export const simulatedDraws = Number(process.env['SIMULATED_DRAWS'] ?? 100_000);
