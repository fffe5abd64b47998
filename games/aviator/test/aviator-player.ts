/** A player of Aviator as a program, who sees the rounds by the live connection. */
import type { ServerEnvelope } from '@fairground/contract/live';
import type { User } from '@fairground/contract/user';
import { PlayerClient } from '@fairground/server/test/player-client';
import type { AviatorBet, AviatorCountdown, AviatorDrawResult } from '../contract.ts';
import type { BetSlot } from '../rules.ts';

export class AviatorPlayer extends PlayerClient {
  countdown: AviatorCountdown | undefined;
  draw: AviatorDrawResult | undefined;

  placeBet(body: { amount: number; autoCashOut?: number; slot?: BetSlot }, key?: string) {
    return this.call<{ user: User; bet: AviatorBet }>('POST', '/aviator/create', body, key);
  }

  cashOut(roundId: string, crashMultiplier: number, key?: string, slot: BetSlot = 1) {
    return this.call<{ user: User; aviatorBidSave: AviatorBet }>(
      'POST',
      '/aviator/cashout',
      { roundId, crashMultiplier, ...(slot === 1 ? {} : { slot }) },
      key,
    );
  }

  protected override receive(message: ServerEnvelope): void {
    super.receive(message);
    const { type, payload } = message;
    if (!payload.success) return;
    if (type === 'aviatorCountdown_response') this.countdown = payload.data as AviatorCountdown;
    if (type === 'aviatorDrawResult_response') this.draw = payload.data as AviatorDrawResult;
  }
}
