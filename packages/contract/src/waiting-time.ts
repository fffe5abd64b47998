/** How long to wait, as a refusal says it: rounded up, so that nobody comes too early. */
export const waitingTime = (seconds: number, locale: string): string => {
  const [unit, length] =
    seconds < 60
      ? (['second', 1] as const)
      : seconds < 3_600
        ? (['minute', 60] as const)
        : (['hour', 3_600] as const);
  const amount = Math.max(1, Math.ceil(seconds / length));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
};
