/** Scattered things (stars, grass) must look the same on every render and on server and client alike. */
export function scatter(count: number, seed: number): readonly (readonly [number, number, number])[] {
  let state = seed >>> 0;
  const next = (): number => {
    // A Weyl sequence through a mixer: plenty for placing stars, and nothing else may use it.
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  return Array.from({ length: count }, () => [next(), next(), next()] as const);
}

/** Rounded to hundredths, so that markup stays short and equal between server and browser. */
export function short(value: number): number {
  return Math.round(value * 100) / 100;
}
