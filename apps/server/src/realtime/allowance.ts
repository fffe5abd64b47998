/** A token bucket: a burst of messages, then a steady rate per second. */
export interface AllowanceRule {
  burst: number;
  perSecond: number;
}

export const fullAllowance = (rule: AllowanceRule, nowMs: number) => ({
  left: rule.burst,
  filledAtMs: nowMs,
});

export type Allowance = ReturnType<typeof fullAllowance>;

/** Takes one; false when nothing is left. `nowMs` is of a monotonic clock. */
export function takeOne(allowance: Allowance, rule: AllowanceRule, nowMs: number): boolean {
  const gained = ((nowMs - allowance.filledAtMs) / 1000) * rule.perSecond;
  allowance.left = Math.min(rule.burst, allowance.left + gained);
  allowance.filledAtMs = nowMs;
  if (allowance.left < 1) return false;
  allowance.left -= 1;
  return true;
}
