/**
 * How many draws the simulations of games make. At 200,000 they find deviations twice as large as a million would (the
 * root of five): `SIMULATED_DRAWS=1000000 npm run test:slow -- simulation.slow spins.slow`.
 */
export const simulatedDraws = Number(process.env['SIMULATED_DRAWS'] ?? 200_000);
