/** What the director tells every process of a round, over the bus. Nothing secret is ever in here. */
export type AviatorEvent =
  | { kind: 'open'; roundId: string; startsAtMs: number; commitment: string }
  | { kind: 'start'; roundId: string; startedAtMs: number }
  | { kind: 'crash'; roundId: string; startedAtMs: number; crashHundredths: number; seed: string }
  | { kind: 'void'; roundId: string; startedAtMs: number; seed: string };

export const aviatorChannel = 'aviator';
