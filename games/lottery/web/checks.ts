/** Fetches proofs and checks them here, in the browser; the checks are loaded with the first use. */
import { lotteryProofSchema, ticketProofSchema, type LotteryProof, type Ticket } from '../contract.ts';
import { request } from '@fairground/site-kit/api/request.ts';

export type DrawCheck = { ok: true; winningNumbers: number[] } | { ok: false; fault: string };

export type TicketCheck =
  | { ok: true; place: number; count: number; drawn: boolean }
  | { ok: false; fault: string };

const fetchProof = (drawId: string): Promise<LotteryProof> =>
  request(`/fairness/lottery/${encodeURIComponent(drawId)}`, { answer: lotteryProofSchema });

/** Throws `ApiError` where the proof is not available. */
export async function checkDraw(drawId: string): Promise<DrawCheck> {
  const [proof, { verifyLotteryProof }] = await Promise.all([fetchProof(drawId), loadChecks()]);
  const verdict = verifyLotteryProof(proof);
  return verdict.ok ? verdict : { ok: false, fault: verdict.fault };
}

/** That the ticket, as this page knows it, was sealed in its draw; and the draw itself once it has taken place. */
export async function checkTicket(ticket: Ticket): Promise<TicketCheck> {
  const { id, drawId, numbers, bid } = ticket;
  const path = `/fairness/lottery/${encodeURIComponent(drawId)}/tickets/${encodeURIComponent(id)}`;
  const [proof, ticketProof, checks] = await Promise.all([
    fetchProof(drawId),
    request(path, { answer: ticketProofSchema }),
    loadChecks(),
  ]);
  const included = checks.verifyTicketProof(ticketProof, { id, drawId, numbers, bid }, proof.rootHex ?? '');
  if (!included.ok) return included;
  const drawn = proof.seed !== null;
  if (drawn) {
    const verdict = checks.verifyLotteryProof(proof);
    if (!verdict.ok) return { ok: false, fault: verdict.fault };
  }
  return { ok: true, place: ticketProof.index + 1, count: ticketProof.ticketCount, drawn };
}

const loadChecks = () => import('../verify.ts');
